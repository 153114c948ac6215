// SPDX-License-Identifier: MIT

/// A composable value that updates a state in response to actions.
///
/// ```swift
/// enum CounterFeature {
///   struct State: Equatable, Sendable { var count = 0 }
///   enum Action: Runnel.Action { case incremented, decremented }
///
///   static let reducer = Reducer<State>.on(Action.self) { state, action in
///     state.count += action == .incremented ? 1 : -1
///   }
/// }
///
/// let appReducer = Reducer<AppState> {
///   CounterFeature.reducer.scope(\.counter)
///   Search.reducer.ifPresent(\.search)
///   Reducer { state, action in state.log.append("\(action)") }
/// }
/// ```
///
/// Reducers run in the order in which they are composed, each on the state that the previous ones
/// produced, on the store's own queue. A reducer must be a pure function: it mutates the state that
/// it receives, in place, and nothing else.
///
/// For each action, a store calls only the reducers registered for its type with
/// ``on(_:file:line:_:)``, plus any that handle every action. Others cost nothing.
public struct Reducer<State>: Sendable {
  let compiled: [CompiledReducer]

  init(_ compiled: [CompiledReducer]) {
    self.compiled = compiled
  }

  /// Creates a reducer that handles every action, from a closure or a function.
  ///
  /// To handle the actions of one type, use ``on(_:file:line:_:)``. The closure returns nothing, an
  /// ``Effect`` or a ``SideEffect``.
  @inlinable
  @preconcurrency
  public init<Returned>(
    file: StaticString = #fileID, line: UInt = #line,
    _ reduce: @escaping @Sendable (inout State, any Action) -> Returned
  ) {
    let site = CallSite(file: file, line: line)
    ReturnedEffects<Returned>.check(at: site)
    self.init(types: nil) { value, action, output in
      let state = value.assumingMemoryBound(to: State.self)
      ReturnedEffects.add(reduce(&state.pointee, action), to: output, site)
      return .whole
    }
  }

  /// Creates a reducer of some types of action, or of all, from a body specialized at the call.
  @usableFromInline
  init(
    types: [any Action.Type]?,
    _ body:
      @escaping @Sendable (UnsafeMutableRawPointer, any Action, ReducerOutput.Pointer) -> Touch
  ) {
    let filter = types.map { ActionFilter.types($0) } ?? .all
    self.init([CompiledReducer(of: State.self, for: filter) { body }])
  }

  /// Returns a reducer that handles every action and returns effects.
  ///
  /// ```swift
  /// Reducer.effects { state, action in
  ///   action is Session.Opened ? .perform(AnalyticsCommand.begin(state.session)) : .none
  /// }
  /// ```
  ///
  /// Effects of several reducers start in the order of composition.
  @preconcurrency
  public static func effects<Returned>(
    file: StaticString = #fileID, line: UInt = #line,
    _ reduce: @escaping @Sendable (_ state: inout State, _ action: any Action) -> Returned
  ) -> Reducer<State> {
    Reducer(file: file, line: line, reduce)
  }

  /// Creates a reducer that runs several reducers in order.
  ///
  /// The closure can use `if`, `switch`, `for` and optional reducers. It is called once, here.
  public init(@ReducerBuilder<State> _ build: () -> Reducer<State>) {
    self = build()
  }

  /// Returns a reducer of the actions of one type, including its subclasses if it is a class.
  ///
  /// The closure returns nothing, an ``Effect`` or a ``SideEffect``:
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
  @inlinable
  @preconcurrency
  public static func on<ActionType: Action, Returned>(
    _ type: ActionType.Type,
    file: StaticString = #fileID, line: UInt = #line,
    _ reduce: @escaping @Sendable (_ state: inout State, _ action: ActionType) -> Returned
  ) -> Reducer<State> {
    let site = CallSite(file: file, line: line)
    ReturnedEffects<Returned>.check(at: site)
    return Reducer(types: [type]) { value, action, output in
      handle(action, as: ActionType.self) { action in
        let state = value.assumingMemoryBound(to: State.self)
        ReturnedEffects.add(reduce(&state.pointee, action), to: output, site)
      }
    }
  }

  /// Updates a state in response to an action, as a store would, for a test or another reducer.
  ///
  /// ```swift
  /// var state = CounterFeature.State()
  /// CounterFeature.reducer.reduce(&state, CounterFeature.Action.incremented)
  /// ```
  ///
  /// Each call searches the reducers for the action's type: O(number of reducers). A store
  /// remembers the result, so prefer composition to calling one reducer from another. The returned
  /// effects have not been started.
  @discardableResult
  public func reduce(_ state: inout State, _ action: any Action) -> Effect {
    var output = ReducerOutput()
    withUnsafeMutablePointer(to: &state) { state in
      withUnsafeMutablePointer(to: &output) { output in
        _ = ReducerTable(compiled).reduce(state, action, output)
      }
    }
    // The lifetimes begin at this state, which the code that starts the effects doesn't have.
    for index in output.effects.indices { output.effects[index].lifetime = EffectLifetime() }
    return .merge(Array(output.effects))
  }
}

/// Overloads for closures that return effects in leading-dot syntax, or objects and `nil`.
///
/// They are disfavored, so that a closure without `return` returns nothing. Among them the compiler
/// prefers those with fewer parameters, so that `.none` is an effect.
extension Reducer {
  /// Creates a reducer that handles every action and returns effects.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @preconcurrency
  public init(_ reduce: @escaping @Sendable (inout State, any Action) -> Effect) {
    self.init(file: "?", line: 0, reduce)
  }

  /// Returns a reducer that handles every action and returns effects.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @preconcurrency
  public static func effects(
    _ reduce: @escaping @Sendable (_ state: inout State, _ action: any Action) -> Effect
  ) -> Reducer<State> {
    Reducer(file: "?", line: 0, reduce)
  }

  /// Returns a reducer that handles every action and returns ``SideEffect`` objects.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @preconcurrency
  public static func effects(
    file: StaticString = #fileID, line: UInt = #line,
    _ reduce: @escaping @Sendable (_ state: inout State, _ action: any Action) -> (any SideEffect)?
  ) -> Reducer<State> {
    Reducer(file: file, line: line, reduce)
  }

  /// Returns a reducer of the actions of one type that returns ``SideEffect`` objects.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @preconcurrency
  public static func on<ActionType: Action>(
    _ type: ActionType.Type,
    file: StaticString = #fileID, line: UInt = #line,
    _ reduce: @escaping @Sendable (_ state: inout State, _ action: ActionType) -> (any SideEffect)?
  ) -> Reducer<State> {
    Reducer.on(type, file: file, line: line) { reduce(&$0, $1) as (any SideEffect)? }
  }

  /// Returns a reducer of the actions of one type that returns effects.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @preconcurrency
  public static func on<ActionType: Action>(
    _ type: ActionType.Type,
    _ reduce: @escaping @Sendable (_ state: inout State, _ action: ActionType) -> Effect
  ) -> Reducer<State> {
    on(type, file: "?", line: 0, reduce)
  }
}

/// Calls `body` if the action is a `Wanted`.
///
/// Compares types instead of casting: a cast looks up the type of an optional action each time.
@inlinable
@inline(__always)
func handle<Found: Action, Wanted: Action>(
  _ action: Found, as type: Wanted.Type, _ body: (Wanted) -> Void
) -> Touch {
  guard Found.self == Wanted.self else { return castAndHandle(action, body) }
  // The two types are the same.
  body(unsafeBitCast(action, to: Wanted.self))
  return .whole
}

/// Calls `body` if the action is an object of a subclass of `Wanted`.
@inline(never)
@usableFromInline
func castAndHandle<Found: Action, Wanted: Action>(
  _ action: Found, _ body: (Wanted) -> Void
) -> Touch {
  guard let action = action as? Wanted else { return .nothing }
  body(action)
  return .whole
}

/// Returns `action as? To`, with a shortcut for equal types, the usual case.
func downcast<From: Action, To: Action>(_ action: From, to type: To.Type) -> To? {
  From.self == To.self ? unsafeBitCast(action, to: To.self) : action as? To
}
