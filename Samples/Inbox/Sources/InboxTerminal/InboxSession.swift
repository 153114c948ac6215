// SPDX-License-Identifier: MIT

package import InboxApp
import Runnel
package import TerminalUI

/// The inbox in a terminal: draws changes and passes keys to the screen.
@MainActor
package struct InboxSession {
  private let app: InboxApp
  private let screen: InboxScreen

  /// Creates a session of an app.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - hint: A line below the header that is always shown, or an empty text.
  ///   - now: Returns the time, in milliseconds since 1970.
  package init(_ app: InboxApp, hint: String = "", now: @escaping @Sendable () -> Int64) {
    self.app = app
    screen = InboxScreen(store: app.store, hint: hint, now: now)
  }

  /// Runs in a terminal until the user quits.
  package func run(in terminal: Terminal) async {
    let (store, screen) = (app.store, screen)
    let (keys, key) = AsyncStream.makeStream(of: Key.self)
    let session = TerminalSession(
      terminal,
      lines: { columns, rows in
        screen.resize(columns: columns, rows: rows)
        return screen.lines
      },
      pressed: { key.yield($0) },
      ended: { store.dispatch(AppAction.quit) })
    screen.changed = { session.setNeedsDisplay() }
    // A key waits until the previous one is reduced, even if keys arrive in a burst.
    let typing = Task { for await key in keys { await screen.press(key) } }
    await store.wait(until: \.isOver)
    typing.cancel()
    screen.changed = {}
    session.end()
  }
}
