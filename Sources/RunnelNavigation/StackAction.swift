// SPDX-License-Identifier: MIT

public import Runnel

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
