// SPDX-License-Identifier: MIT

/// A fatal error or a runtime warning about code that uses Runnel.
///
/// Runnel reports every mistake in the code that uses it as a `Misuse`. The words of all messages
/// are in `Misuse+Messages.swift`.
package struct Misuse: Sendable {
  /// The call that the message is about.
  package let site: CallSite
  /// The headline, the cause and the fix, each on a line of its own.
  package let message: String

  /// Creates a message from its parts, each of which is one or more sentences.
  ///
  /// The headline has words that a user would search for.
  package init(site: CallSite, headline: String, why: String, fix: String) {
    self.site = site
    message = "\(headline)\nWhy: \(why)\nFix: \(fix)"
  }

  /// The message after its file and line: the text of every fatal error and every runtime warning.
  package var description: String { "\(site): Runnel: \(message)" }

  /// Ends the program with this message as a fatal error, because the store could not continue.
  package func trap() -> Never {
    fatalError(description)
  }

  /// The receiver of the warnings of the current task, and of the stores that it creates.
  @TaskLocal package static var handler: (@Sendable (Misuse) -> Void)?

  /// Calls a handler, or the listeners of `onWarning(_:)` without one.
  ///
  /// Without either, it writes the message to standard error.
  func warn(to handler: (@Sendable (Misuse) -> Void)?) {
    if let handler { return handler(self) }
    let listeners = Misuse.listeners.withLock { $0.byKey.values.map(\.self) }
    guard listeners.isEmpty else { return listeners.forEach { $0(self) } }
    Platform.printError(description)
  }

  /// Calls `listener` for each runtime warning until the returned token is disposed or released.
  ///
  /// `listener` is called on the thread that causes the warning.
  package static func onWarning(_ listener: @escaping @Sendable (Misuse) -> Void) -> Disposable {
    let key = listeners.withLock { listeners in
      listeners.lastKey += 1
      listeners.byKey[listeners.lastKey] = listener
      return listeners.lastKey
    }
    return Disposable { _ = listeners.withLock { $0.byKey.removeValue(forKey: key) } }
  }

  private static let listeners = Locked(
    (lastKey: 0, byKey: [Int: @Sendable (Misuse) -> Void]()))
}
