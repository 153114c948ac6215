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
/// ``on(_:_:)``, and those that see every action; what else is composed costs nothing.
public struct Reducer<State>: Sendable {
  /// The reducers it is made of, in order.
  let entries: [ReducerEntry]

  init(entries: [ReducerEntry]) {
    self.entries = entries
  }

  /// A reducer that sees every action: a closure or a free function.
  ///
  /// It is called for each action of the whole store, whoever it is meant for. Use ``on(_:_:)`` for one that
  /// is about the actions of one type.
  @preconcurrency
  public init(_ reduce: @escaping @Sendable (inout State, any Action) -> Void) {
    self.init(
      entries: [
        ReducerEntry(of: State.self, for: .everything) { value, action in
          reduce(&value.assumingMemoryBound(to: State.self).pointee, action)
          return .whole
        }
      ])
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
  @preconcurrency
  public static func on<ActionType: Action>(
    _ type: ActionType.Type,
    _ reduce: @escaping @Sendable (_ state: inout State, _ action: ActionType) -> Void
  ) -> Reducer<State> {
    Reducer(
      entries: [
        ReducerEntry(of: State.self, for: .types([type])) { value, action in
          guard let action = downcast(action, to: ActionType.self) else { return .nothing }
          reduce(&value.assumingMemoryBound(to: State.self).pointee, action)
          return .whole
        }
      ])
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
  public func reduce(_ state: inout State, _ action: any Action) {
    withUnsafeMutablePointer(to: &state) { state in
      _ = ReducerTable(entries).reduce(state, action)
    }
  }
}

/// The same as `as?`, but quick where the types are the same, as they are nearly always.
func downcast<From: Action, To: Action>(_ action: From, to type: To.Type) -> To? {
  From.self == To.self ? unsafeBitCast(action, to: To.self) : action as? To
}
