// SPDX-License-Identifier: MIT

/// A fatal error or a runtime warning about code that uses Runnel.
///
/// Runnel reports every mistake in the code that uses it as a `Misuse`. The words of all messages
/// are in `Misuse+Messages.swift`.
package struct Misuse: Sendable {
  /// The call that the message is about.
  package let site: CallSite
  /// What happened, with its values, in words that a user would search for.
  package let headline: String
  /// The cause, with its values.
  package let why: String
  /// The change that corrects the code.
  package let fix: String

  /// Creates a message from its parts, each of which is one or more sentences.
  package init(site: CallSite, headline: String, why: String, fix: String) {
    self.site = site
    self.headline = headline
    self.why = why
    self.fix = fix
  }

  /// The headline, the cause and the fix, each on a line of its own.
  package var message: String { "\(headline)\nWhy: \(why)\nFix: \(fix)" }

  /// The message after its file and line: the text of every fatal error and every runtime warning.
  package var description: String { "\(site): Runnel: \(message)" }

  /// Ends the program with this message as a fatal error, because the store could not continue.
  package func trap() -> Never {
    fatalError(description)
  }

  /// Reports this message as a runtime warning, and returns.
  ///
  /// Calls the listeners of `onWarning(_:)` on this thread. Without a listener, writes the
  /// message to standard error.
  package func warn() {
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
    return Disposable {
      _ = listeners.withLock { $0.byKey.removeValue(forKey: key) }
    }
  }

  private struct Listeners {
    var lastKey = 0
    var byKey: [Int: @Sendable (Misuse) -> Void] = [:]
  }

  private static let listeners = Locked(Listeners())
}
