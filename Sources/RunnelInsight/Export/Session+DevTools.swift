// SPDX-License-Identifier: MIT

public import Foundation

extension Session {
  /// Returns a page that opens this session in the browser extension Redux DevTools.
  ///
  /// The extension gets slow with large states, so export few actions, or a part of the state.
  /// Record with `states: .everyAction`: an action without a recorded state has the one before it.
  /// The extension shows the session, and can't run its reducers. O(size of the recording, and of
  /// the exported states).
  ///
  /// - Parameters:
  ///   - count: The number of actions to export, from the end.
  ///   - path: The keys of the part of the state to export, such as `["cart"]`. By default it is
  ///     the whole state.
  /// - Returns: The page, as HTML.
  /// - Throws: ``SessionError`` if a recorded difference doesn't fit the state before.
  public func reduxDevToolsPage(last count: Int = 500, of path: [String] = []) throws -> Data {
    try ReduxDevTools(self, last: count, of: path).page()
  }

  /// Returns the lifted state of Redux DevTools, as JSON.
  ///
  /// It is what ``reduxDevToolsPage(last:of:)`` contains. The extension imports it by itself only
  /// into a page that connects with `features: {import: true}`. The parameters are those of the
  /// page.
  ///
  /// - Throws: ``SessionError`` if a recorded difference doesn't fit the state before.
  public func reduxDevTools(last count: Int = 500, of path: [String] = []) throws -> Data {
    Data(try ReduxDevTools(self, last: count, of: path).liftedState().description.utf8)
  }
}
