// SPDX-License-Identifier: MIT

/// A composable value that updates a state in response to actions.
///
/// ```swift
/// enum CounterFeature {
///   struct State: Equatable, Sendable { var count = 0 }
///   enum Action: Runnel.Action { case incremented, decremented }
///
///   static let reducer = Reducer<State>.updating(Action.self) { state, action in
///     state.count += action == .incremented ? 1 : -1
///   }
/// }
///
/// let appReducer = Reducer<AppState> {
///   CounterFeature.reducer.scope(\.counter)
///   Search.reducer.ifPresent(\.search)
///   Reducer.updating { state, action in state.log.append("\(action)") }
/// }
/// ```
///
/// Reducers run in the order in which they are composed, each on the state that the previous ones
/// produced, on the store's own queue. A reducer must be a pure function: it mutates the state that
/// it receives, in place, and nothing else. For each action, a store calls only the reducers of its
/// type, made with ``on(_:_:)`` or ``updating(_:_:)``, and those of every action.
public struct Reducer<State>: Sendable {
  package let compiled: [CompiledReducer]

  init(_ compiled: [CompiledReducer]) {
    self.compiled = compiled
  }

  /// Creates a reducer of one type of action, or of all, from a body specialized at the call.
  @usableFromInline
  init(
    type: (any Action.Type)?,
    _ body:
      @escaping @Sendable (UnsafeMutableRawPointer, any Action, ReducerOutput.Pointer) -> Bool
  ) {
    let filter = type.map { ActionFilter.types([$0]) } ?? .all
    self.init([CompiledReducer(of: State.self, for: filter) { _ in body }])
  }

  /// Creates a reducer that runs several reducers in order.
  ///
  /// The closure can use `if`, `switch`, `for` and optional reducers. It is called once, here.
  public init(@ListBuilder<Reducer<State>> _ build: () -> [Reducer<State>]) {
    self.init(build().flatMap(\.compiled))
  }

  // MARK: The actions of one type

  /// Returns a reducer of the actions of one type that returns effects.
  ///
  /// ```swift
  /// static let reducer = Reducer<State>.on(Action.self) { state, action in
  ///   switch action {
  ///   case .refresh:
  ///     state.isLoading = true
  ///     return .perform(FeedCommand.load)
  ///   case .loaded(let items):
  ///     state.items = items
  ///     return .none
  ///   }
  /// }
  /// ```
  ///
  /// The reducer of a class handles its subclasses, too. Without effects, use ``updating(_:_:)``.
  @inlinable
  @preconcurrency
  public static func on<ActionType: Action>(
    _ type: ActionType.Type,
    _ reduce:
      @escaping @Sendable (_ state: inout State, _ action: ActionType) -> EffectOf<ActionType>
  ) -> Reducer<State> {
    Reducer(type: type) { value, action, output in
      handle(action, as: ActionType.self) { action in
        let state = value.assumingMemoryBound(to: State.self)
        output.pointee.add(reduce(&state.pointee, action).untyped)
      }
    }
  }

  /// Returns a reducer of the actions of one type that returns no effects.
  ///
  /// ```swift
  /// static let reducer = Reducer<State>.updating(Action.self) { state, action in
  ///   state.count += action == .incremented ? 1 : -1
  /// }
  /// ```
  @inlinable
  @preconcurrency
  public static func updating<ActionType: Action>(
    _ type: ActionType.Type,
    _ reduce: @escaping @Sendable (_ state: inout State, _ action: ActionType) -> Void
  ) -> Reducer<State> {
    Reducer(type: type) { value, action, _ in
      handle(action, as: ActionType.self) { action in
        let state = value.assumingMemoryBound(to: State.self)
        reduce(&state.pointee, action)
      }
    }
  }

  // MARK: Every action

  /// Returns a reducer of every action that returns effects.
  ///
  /// ```swift
  /// Reducer.on { state, action in
  ///   action is Session.Opened ? .perform(AnalyticsCommand.begin(state.session)) : .none
  /// }
  /// ```
  ///
  /// For the actions of one type, use ``on(_:_:)``, which costs nothing for other actions.
  @inlinable
  @preconcurrency
  public static func on(
    _ reduce: @escaping @Sendable (_ state: inout State, _ action: any Action) -> Effect
  ) -> Reducer<State> {
    Reducer(type: nil) { value, action, output in
      let state = value.assumingMemoryBound(to: State.self)
      output.pointee.add(reduce(&state.pointee, action).untyped)
      return true
    }
  }

  /// Returns a reducer of every action that returns no effects.
  ///
  /// For the actions of one type, use ``updating(_:_:)``, which costs nothing for other actions.
  @inlinable
  @preconcurrency
  public static func updating(
    _ reduce: @escaping @Sendable (_ state: inout State, _ action: any Action) -> Void
  ) -> Reducer<State> {
    Reducer(type: nil) { value, action, _ in
      reduce(&value.assumingMemoryBound(to: State.self).pointee, action)
      return true
    }
  }

  /// Updates a state in response to an action, as a store would, for a test.
  ///
  /// ```swift
  /// var state = CounterFeature.State()
  /// CounterFeature.reducer.reduce(&state, CounterFeature.Action.incremented)
  /// ```
  ///
  /// Each call searches the reducers for the action's type, in O(number of reducers). The returned
  /// effects have not been started. In another reducer, compose this one instead: a call passes no
  /// address on, so an action for one element, and those of its effects, would reach all elements.
  @discardableResult
  public func reduce(_ state: inout State, _ action: any Action) -> Effect {
    reduce(&state, action, to: nil)
  }

  /// Updates a state in response to an action for one of its elements.
  ///
  /// ```swift
  /// List.reducer.reduce(&state, Row.Action.toggled, to: \.rows, id: 7)
  /// ```
  ///
  /// If there is no such element, nothing happens.
  @discardableResult
  public func reduce<Elements: ElementsByID>(
    _ state: inout State, _ action: some Action,
    to keyPath: any WritableKeyPath<State, Elements> & Sendable, id: Elements.ElementID,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Effect {
    let place = PathBase(root: State.self).place(keyPath, at: CallSite(file: file, line: line))
    return reduce(&state, action, to: place.address(AnyHashable(id)))
  }

  private func reduce(_ state: inout State, _ action: any Action, to address: Address?) -> Effect {
    let (returned, _) = withUnsafeMutablePointer(to: &state) {
      ReducerRunner(compiled).reduce($0, action, to: address)
    }
    // Their places begin at this state, which the code that starts the effects doesn't have.
    return .merge(returned.map { Effect($0.effect) }, file: "?", line: 0)
  }
}

/// Calls `body` if the action is a `Wanted`, and returns whether it is.
///
/// Compares types instead of casting: a cast looks up the type of an optional action each time.
@inlinable
@inline(__always)
func handle<Found: Action, Wanted: Action>(
  _ action: Found, as type: Wanted.Type, _ body: (Wanted) -> Void
) -> Bool {
  guard Found.self == Wanted.self else { return castAndHandle(action, body) }
  body(unsafeBitCast(action, to: Wanted.self))
  return true
}

@inline(never)
@usableFromInline
func castAndHandle<Found: Action, Wanted: Action>(
  _ action: Found, _ body: (Wanted) -> Void
) -> Bool {
  guard let action = action as? Wanted else { return false }
  body(action)
  return true
}

/// A result builder for lists of reducers or command handlers, in the order of the source.
///
/// ``Reducer`` and ``CommandHandlers`` apply it to their closures; there is no need to name it.
@resultBuilder
public enum ListBuilder<Element> {
  /// Returns a list of one element.
  public static func buildExpression(_ element: Element) -> [Element] { [element] }

  /// Returns a list of one element, or an empty list for `nil`.
  @_disfavoredOverload
  public static func buildExpression(_ element: Element?) -> [Element] {
    element.map { [$0] } ?? []
  }

  /// Returns several lists as one.
  public static func buildBlock(_ lists: [Element]...) -> [Element] { lists.flatMap(\.self) }

  /// Returns the lists of a loop as one.
  public static func buildArray(_ lists: [[Element]]) -> [Element] { lists.flatMap(\.self) }

  /// Returns the list of an `if`, or an empty list.
  public static func buildOptional(_ list: [Element]?) -> [Element] { list ?? [] }

  /// Returns the list of an `if` with an `else`, or of a case.
  public static func buildEither(first list: [Element]) -> [Element] { list }

  /// Returns the list of an `else`, or of a case.
  public static func buildEither(second list: [Element]) -> [Element] { list }

  /// Returns the list of an `if #available`.
  public static func buildLimitedAvailability(_ list: [Element]) -> [Element] { list }
}
