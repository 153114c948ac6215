// SPDX-License-Identifier: MIT

public import Runnel

extension Reducer {
  // MARK: The stack

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
    Reducer<ScreenStack<Screen>>
      .updating(StackAction<Screen>.self) { stack, action in stack.apply(action) }
      .scope(keyPath)
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

  // MARK: The screens

  /// Returns this reducer for each screen of one kind on a stack.
  ///
  /// An action that is dispatched through the scope of a screen reaches only that screen. So do the
  /// actions of the effects that this reducer returns for it. The actions of the feature contain no
  /// ID. Any other action that the reducer handles reaches every screen of the kind, from the
  /// bottom to the top: O(number of screens).
  ///
  /// The screens are instances: the IDs with which the effects of a screen are canceled, debounced
  /// or limited are its own. Its effects end when it leaves the stack, or becomes a screen of
  /// another kind, unless they are `detachedFromState()`. An action that was dispatched through the
  /// scope of a screen is dropped when the screen has left the stack.
  ///
  /// A feature can contain a stack of its own. If one state has two stacks with the same kinds of
  /// screens, give each an `instance(_:)`: the screens of the two can have equal IDs.
  ///
  /// An action of a screen costs the same with any number of screens.
  public func forEach<Root, Screen>(
    _ keyPath: any WritableKeyPath<Root, ScreenStack<Screen>> & Sendable,
    _ path: CasePath<Screen, State>
  ) -> Reducer<Root> {
    within(path).forEachScreen(keyPath)
  }

  /// Returns this reducer for each screen on a stack.
  ///
  /// For a reducer of all kinds of screens. See ``forEach(_:_:)``.
  public func forEachScreen<Root>(
    _ keyPath: any WritableKeyPath<Root, ScreenStack<State>> & Sendable
  ) -> Reducer<Root> {
    forEach(\ScreenStack<State>.Entry.screen, of: \ScreenStack<State>.entries, in: keyPath)
  }

  // MARK: The actions of screens

  /// Returns a reducer of the actions of screens, with the ID of the screen, that returns effects.
  ///
  /// It is called for the actions that are dispatched through the scope of a screen on the stack,
  /// and for those of its effects. See ``updating(_:from:_:)``.
  @preconcurrency
  public static func on<Screen, ActionType: Action>(
    _ type: ActionType.Type,
    from keyPath: any KeyPath<State, ScreenStack<Screen>> & Sendable,
    _ reduce:
      @escaping @Sendable (_ state: inout State, _ screen: ScreenID, _ action: ActionType)
      -> EffectOf<ActionType>
  ) -> Reducer<State> {
    on(
      type, from: ScreenStack<Screen>.Entry.self,
      in: { state, screen in state[keyPath: keyPath].contains(id: screen) }, reduce)
  }

  /// Returns a reducer of the actions of screens, with the ID of the screen.
  ///
  /// With it, the reducer around a stack reacts to what happens on a screen:
  ///
  /// ```swift
  /// Reducer.updating(Thread.Action.self, from: \.path) { state, screen, action in
  ///   switch action {
  ///   case .authorTapped(let author): state.path.push(.profile(Profile(author: author)))
  ///   case .closeTapped: state.path.dismiss(screen)
  ///   default: break
  ///   }
  /// }
  /// ```
  ///
  /// It is called for the actions that are dispatched through the scope of a screen on the stack,
  /// and for those of its effects. Compose it after the reducer of the screens if it closes them:
  /// that reducer then handles the action first.
  @preconcurrency
  public static func updating<Screen, ActionType: Action>(
    _ type: ActionType.Type,
    from keyPath: any KeyPath<State, ScreenStack<Screen>> & Sendable,
    _ reduce:
      @escaping @Sendable (_ state: inout State, _ screen: ScreenID, _ action: ActionType) -> Void
  ) -> Reducer<State> {
    on(type, from: keyPath) { state, screen, action in
      reduce(&state, screen, action)
      return .none
    }
  }
}
