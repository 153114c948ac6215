// SPDX-License-Identifier: MIT

public import Foundation

extension Session {
  /// Returns this session as JSON for the browser extension Redux DevTools.
  ///
  /// The extension imports it only into a page that connects with `features: {import: true}`. The
  /// sample Inspector makes such a page. The extension shows the session, and can't run its
  /// reducers.
  ///
  /// It gets slow with large states, so export few actions, or a part of the state. Record with
  /// `states: .everyAction`: an action without a recorded state has the one before it. O(size of
  /// the recording, and of the exported states).
  ///
  /// - Parameters:
  ///   - count: The number of actions to export, from the end.
  ///   - path: The keys of the part of the state to export, such as `["cart"]`. By default it is
  ///     the whole state.
  /// - Returns: The lifted state of the extension.
  /// - Throws: ``SessionError`` if a recorded difference doesn't fit the state before, or if the
  ///   exported states take more than 64 MB.
  public func reduxDevTools(last count: Int = 500, of path: [String] = []) throws -> Data {
    Data(try ReduxDevTools(self, last: count, of: path).liftedState())
  }
}
