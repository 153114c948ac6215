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

/// An action that changes a ``ScreenStack``.
///
/// ```swift
/// store.dispatch(StackAction<Screen>.push(.settings(Settings.State())))
/// store.dispatch(StackAction<Screen>.popToRoot)
/// ```
///
/// Handle it with `Reducer.stack(_:)`, or use it as a case of another action, with
/// `Reducer.stack(_:_:)`. A reducer can also change the stack itself.
public enum StackAction<Screen: Sendable>: Action {
  /// Adds a screen on top of the others.
  case push(Screen)
  /// Removes the screen at the top.
  case pop
  /// Removes all screens above the one with an ID.
  case popTo(ScreenID)
  /// Removes all screens.
  case popToRoot
  /// Removes the screen with an ID and all screens above it.
  case dismiss(ScreenID)
  /// Replaces the screen at the top with another one.
  case replaceTop(Screen)
  /// Replaces all screens.
  case replace([Screen])
}

extension StackAction: Equatable where Screen: Equatable {}
extension StackAction: Hashable where Screen: Hashable {}
extension StackAction: Encodable where Screen: Encodable {}
extension StackAction: Decodable where Screen: Decodable {}

extension ScreenStack where Screen: Sendable {
  /// Changes the stack as an action demands.
  public mutating func apply(_ action: StackAction<Screen>) {
    switch action {
    case .push(let screen): push(screen)
    case .pop: pop()
    case .popTo(let id): pop(to: id)
    case .popToRoot: popToRoot()
    case .dismiss(let id): dismiss(id)
    case .replaceTop(let screen): replaceTop(with: screen)
    case .replace(let screens): replace(with: screens)
    }
  }
}
