// SPDX-License-Identifier: MIT

public import Runnel

extension StoreOf {
  /// Returns a store of the screen with an ID, or `nil` if the screen isn't on the stack.
  ///
  /// ```swift
  /// if case .composer = store.scope(\.path, id: id)?.state { showKeyboard() }
  /// ```
  ///
  /// An action that is dispatched through this store and its scopes reaches, of all screens, only
  /// this one. That includes the effects, commands and reducers that are started, handled and added
  /// here. When the screen leaves the stack, the store keeps the last value, notifies no observer,
  /// and its actions are dropped. `Middleware.reports(to:)` names them.
  ///
  /// The screen is found in O(1), however deep the stack is.
  public func scope<Screen: Sendable>(
    _ keyPath: any KeyPath<State, ScreenStack<Screen>> & Sendable,
    id: ScreenID,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Screen, ActionType>? {
    scope(
      \ScreenStack<Screen>.Entry.screen, case: CasePath<Screen, Screen>?.none, id: id,
      of: \ScreenStack<Screen>.entries, in: keyPath, at: CallSite(file: file, line: line))
  }

  /// Returns a store of a screen of one kind, or `nil` if no such screen has the ID.
  ///
  /// ```swift
  /// if let thread = store.scope(\.path, id: id, .thread) { _ = ThreadView(thread) }
  /// ```
  ///
  /// Actions are for this screen, as those of a scope of the whole screen are. Each call creates a
  /// separate slice; to observe it in many places, keep one scope.
  public func scope<Screen: Sendable, Local: Sendable>(
    _ keyPath: any KeyPath<State, ScreenStack<Screen>> & Sendable,
    id: ScreenID,
    _ path: CasePath<Screen, Local>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, ActionType>? {
    scope(
      \ScreenStack<Screen>.Entry.screen, case: path, id: id,
      of: \ScreenStack<Screen>.entries, in: keyPath, at: CallSite(file: file, line: line))
  }
}
