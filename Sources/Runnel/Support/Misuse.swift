// SPDX-License-Identifier: MIT

import RunnelText

/// A mistake in code that uses Runnel: a fatal error, or a warning, which an app can receive.
///
/// ```swift
/// let warnings = Misuse.onWarning { crashReports.add($0.description) }
/// ```
///
/// A runtime warning is about code that the store ignored, such as a command without a handler.
/// Without a listener it is printed on standard error. See <doc:Troubleshooting> for all of them.
public struct Misuse: Sendable, CustomStringConvertible {
  // The words of all messages are in `Misuse+Messages.swift`.
  /// The call that the message is about.
  public let site: CallSite
  /// The headline, the cause and the fix, each on a line of its own.
  public let message: String

  /// Creates a message from its parts, each of which is one or more sentences.
  ///
  /// The headline has words that a user would search for.
  package init(site: CallSite, headline: String, why: String, fix: String) {
    self.site = site
    message = [headline, "Why: \(why)", "Fix: \(fix)"].map(\.escapingControls)
      .joined(separator: "\n")
  }

  /// The message after its file and line: the text of every fatal error and every runtime warning.
  public var description: String { "\(site): Runnel: \(message)" }

  package func trap() -> Never {
    fatalError(description)
  }

  /// The receiver of the warnings of the current task, and of the stores that it creates.
  @TaskLocal package static var handler: (@Sendable (Misuse) -> Void)?

  /// Calls a handler, or the listeners of `onWarning(_:)`, or writes the message to standard error.
  package func warn(to handler: (@Sendable (Misuse) -> Void)?) {
    if let handler { return handler(self) }
    let listeners = Misuse.listeners.withLock { $0.map(\.listener) }
    guard listeners.isEmpty else { return listeners.forEach { $0(self) } }
    Platform.printError(description)
  }

  /// Calls `listener` for each runtime warning until the returned token is disposed or released.
  ///
  /// `listener` is called on the thread that causes the warning, often a store's queue, and must
  /// return soon. While there are listeners, warnings aren't printed. The warnings of a test store,
  /// and those in `failingOnRuntimeWarnings`, fail the test instead.
  public static func onWarning(_ listener: @escaping @Sendable (Misuse) -> Void) -> Disposable {
    let key = listeners.withLock { listeners in
      let key = 1 + (listeners.last?.key ?? 0)
      listeners.append((key, listener))
      return key
    }
    return Disposable {
      // What a listener retains is released with nothing locked.
      let last = listeners.withLock { listeners in
        defer { listeners.removeAll { $0.key == key } }
        return listeners
      }
      withExtendedLifetime(last) {}
    }
  }

  private static let listeners = Locked<[(key: Int, listener: @Sendable (Misuse) -> Void)]>([])
}

/// The file and line of a call in source code.
///
/// Actions, subscriptions and misuse messages carry one, for logs and debuggers. It takes two
/// words, and builds its text only when that is read.
public struct CallSite: Hashable, Sendable, CustomStringConvertible {
  // `nonisolated(unsafe)`: points to the bytes of a string literal, which are constant,
  // zero-terminated and never freed.
  nonisolated(unsafe) private let start: UnsafePointer<UInt8>?
  private let shortLine: UInt32

  /// Creates the call site of the caller, or of the given file and line.
  public init(file: StaticString = #fileID, line: UInt = #line) {
    start = file.hasPointerRepresentation ? file.utf8Start : nil
    shortLine = UInt32(clamping: line)
  }

  /// The module and file, such as `Counter/CounterView.swift`.
  public var file: String {
    guard let start else { return "?" }
    return String(cString: start)
  }

  /// The line number, counted from one.
  public var line: Int { Int(shortLine) }

  /// The file and line, separated by a colon as in compiler messages.
  public var description: String { "\(file):\(line)" }

  /// Returns `true` if the files and lines are equal.
  public static func == (left: CallSite, right: CallSite) -> Bool {
    left.shortLine == right.shortLine && (left.start == right.start || left.file == right.file)
  }

  /// Hashes the file and line.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    hasher.combine(shortLine)
  }
}
