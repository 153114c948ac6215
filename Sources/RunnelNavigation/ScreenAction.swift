// SPDX-License-Identifier: MIT

public import Runnel

/// An action for one screen of a stack, as plain data.
///
/// ```swift
/// await store.send(ScreenAction(screen: ScreenID(2), action: Thread.Action.read)) { state in
///   state.path[id: ScreenID(2)] = .thread(Thread.State(isRead: true))
/// }
/// ```
///
/// It reaches the same screen as an action that is dispatched through the scope of the screen. Use
/// it in tests and explorations, which have no scope. In an app, dispatch through the scope: such
/// an action also reaches the listeners and the reducers outside of the stack.
///
/// For a screen of a stack on a screen, the action is a `ScreenAction` itself.
public struct ScreenAction: AddressedAction {
  /// The ID of the screen.
  public let screen: ScreenID
  /// The action that the screen handles.
  public let action: any Action

  /// Creates an action for a screen.
  public init(screen: ScreenID, action: any Action) {
    self.screen = screen
    self.action = action
  }

  /// The ID of the screen.
  public var elementID: ScreenID { screen }
}
