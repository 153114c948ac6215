// SPDX-License-Identifier: MIT

/// A programmer error: where it was made, what happened, why it is wrong, and how to mend it.
///
/// The one way in which Runnel speaks of a mistake in the code that uses it. The words themselves
/// stand together in `Misuse+Messages.swift`.
package struct Misuse: Sendable {
  /// The call that the message is about.
  package let site: CallSite
  /// What happened, with which values, why it is wrong, and what to do instead.
  package let message: String

  package init(site: CallSite, message: String) {
    self.site = site
    self.message = message
  }

  /// The message behind the file and line that it is about.
  package var description: String { "\(site): Runnel: \(message)" }

  /// Reports a mistake after which nothing sensible can follow, and ends the program.
  package func trap() -> Never {
    fatalError(description)
  }

  /// Reports a mistake that corrupts nothing, and goes on: to standard error, unless somebody asked
  /// to be told instead.
  package func warn() {
    let listeners = Misuse.listeners.withLock { $0.byKey.values.map(\.self) }
    guard listeners.isEmpty else { return listeners.forEach { $0(self) } }
    StandardError.print(description)
  }

  /// Tells `listener` of each warning, on the thread that makes it, until the result is disposed of.
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
