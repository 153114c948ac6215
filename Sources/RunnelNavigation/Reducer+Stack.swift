// SPDX-License-Identifier: MIT

public import Runnel

extension Reducer {
  /// Returns a reducer of the `StackAction`s of a stack.
  ///
  /// ```swift
  /// let appReducer = Reducer<AppState> {
  ///   Reducer.stack(\.path)
  ///   Thread.reducer.forEach(\.path, .thread)
  ///   Composer.reducer.forEach(\.path, .composer)
  /// }
  /// ```
  ///
  /// If a state has two stacks of the same screens, use ``stack(_:_:)``.
  public static func stack<Screen: Sendable>(
    _ keyPath: any WritableKeyPath<State, ScreenStack<Screen>> & Sendable
  ) -> Reducer<State> {
    Reducer<ScreenStack<Screen>>.updating(StackAction<Screen>.self) { $0.apply($1) }.scope(keyPath)
  }

  /// Returns a reducer of the `StackAction`s that are a case of another action.
  public static func stack<Screen: Sendable, ActionType: Action>(
    _ keyPath: any WritableKeyPath<State, ScreenStack<Screen>> & Sendable,
    _ path: CasePath<ActionType, StackAction<Screen>>
  ) -> Reducer<State> {
    Reducer<ScreenStack<Screen>>
      .updating(ActionType.self) { stack, action in
        if let action = path.extract(action) { stack.apply(action) }
      }
      .scope(keyPath)
  }

  /// Returns this reducer for each screen of one kind on a stack.
  ///
  /// The features of screens are plain: their actions contain no ID. An action that is dispatched
  /// through the scope of a screen reaches only that screen, and so do the actions of its effects,
  /// whose IDs are its own. Its effects end when it leaves the stack, or becomes a screen of
  /// another kind, unless they are `detachedFromState()`. Any other action that the reducer handles
  /// reaches every screen of the kind, from the bottom to the top: O(number of screens).
  ///
  /// A feature can contain a stack of its own, and a state two stacks of the same screens. For a
  /// reducer of all kinds of screens, use `forEach(_:)`.
  public func forEach<Root, Screen>(
    _ keyPath: any WritableKeyPath<Root, ScreenStack<Screen>> & Sendable,
    _ path: CasePath<Screen, State>, file: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Root> {
    forEach(keyPath, path, at: CallSite(file: file, line: line))
  }
}
