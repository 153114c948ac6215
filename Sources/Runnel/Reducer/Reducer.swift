// SPDX-License-Identifier: MIT

/// What actions mean for a state: a value that can be composed, scoped, stored and handed around.
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
/// Reducers run one after the other in the order in which they are composed, each on what those before
/// it have left behind, on the store's own queue. A reducer must be a pure function: it changes the state
/// that it is given, in place, and nothing else.
///
/// A store sorts the reducers by type of action once. So an action enters the reducers made for its type by
/// ``on(_:file:line:_:)``, and those that see every action; what else is composed costs nothing.
public struct Reducer<State>: Sendable {
  /// The reducers it is made of, in order.
  let entries: [ReducerEntry]

  init(entries: [ReducerEntry]) {
    self.entries = entries
  }

  /// A reducer that sees every action: a closure or a free function.
  ///
  /// It is called for each action of the whole store, whoever it is meant for. Use ``on(_:file:line:_:)`` for
  /// one that is about the actions of one type.
  ///
  /// It returns nothing, an ``Effect`` or a ``SideEffect``.
  @inlinable
  @preconcurrency
  public init<Returned>(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ reduce: @escaping @Sendable (inout State, any Action) -> Returned
  ) {
    let site = CallSite(file: file, line: line)
    ReturnedEffects<Returned>.check(at: site)
    self.init(types: nil) { value, action, effects in
      let state = value.assumingMemoryBound(to: State.self)
      ReturnedEffects.add(reduce(&state.pointee, action), to: effects, site)
      return .whole
    }
  }

  /// A reducer with a body that has been compiled where the types are known.
  ///
  /// - Parameter types: The types that it is for, or nothing if it is for all.
  @usableFromInline
  init(
    types: [any Action.Type]?,
    _ body:
      @escaping @Sendable (UnsafeMutableRawPointer, any Action, ReducerEntry.Effects) -> Touch
  ) {
    let trigger = types.map { ReducerEntry.Trigger.types($0) } ?? .everything
    self.init(entries: [ReducerEntry(of: State.self, for: trigger, body)])
  }

  /// A reducer that sees every action, and says by an effect what else is to be done.
  ///
  /// ```swift
  /// Reducer.effects { state, action in
  ///   action is Session.Opened ? .perform(AnalyticsCommand.begin(state.session)) : .none
  /// }
  /// ```
  ///
  /// Effects of several reducers are started in the order of composition.
  @preconcurrency
  public static func effects<Returned>(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ reduce: @escaping @Sendable (_ state: inout State, _ action: any Action) -> Returned
  ) -> Reducer<State> {
    Reducer(file: file, line: line, reduce)
  }

  /// Several reducers, one after the other.
  ///
  /// The closure may use `if`, `switch`, `for`, and optional reducers. It is called once, here: what it
  /// decides on is decided when the reducer is made.
  public init(@ReducerBuilder<State> _ build: () -> Reducer<State>) {
    self = build()
  }

  /// A reducer of the actions of one type, and of its subclasses if it is a class.
  ///
  /// A store finds it by the type: it is entered for these actions only, and costs others nothing.
  ///
  /// It returns nothing, an ``Effect`` or a ``SideEffect``:
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
    file: StaticString = #fileID,
    line: UInt = #line,
    _ reduce: @escaping @Sendable (_ state: inout State, _ action: ActionType) -> Returned
  ) -> Reducer<State> {
    let site = CallSite(file: file, line: line)
    ReturnedEffects<Returned>.check(at: site)
    return Reducer(types: [type]) { value, action, effects in
      enter(action, as: ActionType.self) { action in
        let state = value.assumingMemoryBound(to: State.self)
        ReturnedEffects.add(reduce(&state.pointee, action), to: effects, site)
      }
    }
  }
}

/// The same with closures of which the compiler has to be told what they return: an effect that they speak of
/// by a leading dot, or different objects and `nil`. It turns to these last, so that a closure without
/// `return` returns nothing; and among these to those with fewer parameters first, so that `.none` is an
/// effect.
extension Reducer {
  /// A reducer that sees every action and returns effects.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @preconcurrency
  public init(_ reduce: @escaping @Sendable (inout State, any Action) -> Effect) {
    self.init(file: "?", line: 0, reduce)
  }

  /// A reducer that sees every action and returns effects.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @preconcurrency
  public static func effects(
    _ reduce: @escaping @Sendable (_ state: inout State, _ action: any Action) -> Effect
  ) -> Reducer<State> {
    Reducer(file: "?", line: 0, reduce)
  }

  /// A reducer that sees every action and returns objects for what else is to be done.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @preconcurrency
  public static func effects(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ reduce:
      @escaping @Sendable (_ state: inout State, _ action: any Action) -> (any SideEffect)?
  ) -> Reducer<State> {
    Reducer(file: file, line: line, reduce)
  }

  /// A reducer of the actions of one type that returns objects for what else is to be done.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @preconcurrency
  public static func on<ActionType: Action>(
    _ type: ActionType.Type,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ reduce:
      @escaping @Sendable (_ state: inout State, _ action: ActionType) -> (any SideEffect)?
  ) -> Reducer<State> {
    let reducer: @Sendable (inout State, ActionType) -> (any SideEffect)? = reduce
    return Reducer.on(type, file: file, line: line) { reducer(&$0, $1) as (any SideEffect)? }
  }

  /// A reducer of the actions of one type that returns effects.
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

extension Reducer {
  /// Says what an action means for a state, as a store would.
  ///
  /// For tests of a feature, and for a reducer that calls another one:
  ///
  /// ```swift
  /// var state = CounterFeature.State()
  /// CounterFeature.reducer.reduce(&state, CounterFeature.Action.incremented)
  /// ```
  ///
  /// It looks for the reducers of the action's type each time: O(number of reducers). A store remembers them,
  /// so where a reducer is only composed of others, say so by a composition.
  ///
  /// - Returns: What else is to be done, which has not been started.
  @discardableResult
  public func reduce(_ state: inout State, _ action: any Action) -> Effect {
    var effects = ContiguousArray<Effect>()
    withUnsafeMutablePointer(to: &state) { state in
      withUnsafeMutablePointer(to: &effects) { effects in
        _ = ReducerTable(entries).reduce(state, action, effects)
      }
    }
    // Where they belong is counted from the start of this state, of which whoever starts them knows nothing.
    for index in effects.indices { effects[index].home = nil }
    return .merge(Array(effects))
  }
}

extension ReducerEntry.Effects {
  /// Takes note of an effect, unless it is nothing.
  @usableFromInline
  func add(_ effect: Effect) {
    if effect.kind != nil { pointee.append(effect) }
  }
}

/// Calls `body` with an action as one of another type, if it is one.
///
/// By its type alone: an optional of the action would have its own type looked up each time.
@inlinable
@inline(__always)
func enter<Found: Action, Wanted: Action>(
  _ action: Found,
  as type: Wanted.Type,
  _ body: (Wanted) -> Void
) -> Touch {
  guard Found.self == Wanted.self else { return castAndEnter(action, body) }
  // The two types are one.
  body(unsafeBitCast(action, to: Wanted.self))
  return .whole
}

/// The same for an object of a subclass.
@inline(never)
@usableFromInline
func castAndEnter<Found: Action, Wanted: Action>(
  _ action: Found,
  _ body: (Wanted) -> Void
) -> Touch {
  guard let action = action as? Wanted else { return .nothing }
  body(action)
  return .whole
}

/// The same as `as?`, but quick where the types are the same, as they are nearly always.
func downcast<From: Action, To: Action>(_ action: From, to type: To.Type) -> To? {
  From.self == To.self ? unsafeBitCast(action, to: To.self) : action as? To
}
