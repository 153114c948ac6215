// SPDX-License-Identifier: MIT

/// The reducer of a feature that reads a value which another part of the app owns.
///
/// ```swift
/// enum Inbox {
///   struct State: Equatable, Sendable { var messages: [Message] = [], rows: [Row.State] = [] }
///   enum Action: Runnel.Action { case sent(String) }
///
///   static let reducer = ReadingReducer<State, User> {
///     Row.reducer.forEach(\.rows)
///     ReadingReducer.updating(Action.self) { state, action, user in
///       guard case .sent(let text) = action else { return }
///       state.messages.append(Message(from: user.name, text))
///     }
///   }
/// }
///
/// let appReducer = Reducer<AppState> {
///   Inbox.reducer.scope(\.inbox, reading: \.session.user)
/// }
/// ```
///
/// The app's state stores the user once. The feature can't change it, and doesn't depend on where
/// it is stored. Reducers that don't read the value mix in as they are, and cost what they always
/// do. In a test, pass the value: `Inbox.reducer.reading(.ada)`.
///
/// The app passes the feature's components a scope of the value. To read several, return them from
/// a computed property of the app's state. To change the value as well, scope to the state around.
public struct ReadingReducer<State, Value>: Sendable {
  private let make: @Sendable (SharedValue.Key) -> [CompiledReducer]

  init(_ make: @escaping @Sendable (SharedValue.Key) -> [CompiledReducer]) {
    self.make = make
  }

  /// Creates a reducer that runs several reducers in order, whether they read the value or not.
  public init(@ListBuilder<ReadingReducer> _ build: () -> [ReadingReducer]) {
    let all = build()
    self.init { key in all.flatMap { $0.make(key) } }
  }

  /// Returns a reducer of the actions of one type that reads the value and returns effects.
  @preconcurrency
  public static func on<ActionType: Action>(
    _ type: ActionType.Type,
    _ reduce:
      @escaping @Sendable (_ state: inout State, _ action: ActionType, _ value: Value)
      -> EffectOf<ActionType>
  ) -> ReadingReducer {
    ReadingReducer { key in
      let reducer = CompiledReducer(of: State.self, for: .types([type]), readsValue: true) { _ in
        { pointer, action, output in
          handle(action, as: ActionType.self) { action in
            let value = output.pointee.value(for: key, as: Value.self, in: State.self)
            let state = pointer.assumingMemoryBound(to: State.self)
            output.pointee.add(reduce(&state.pointee, action, value.pointee).untyped)
          }
        }
      }
      return [reducer]
    }
  }

  /// Returns a reducer of the actions of one type that reads the value and returns no effects.
  @preconcurrency
  public static func updating<ActionType: Action>(
    _ type: ActionType.Type,
    _ reduce:
      @escaping @Sendable (_ state: inout State, _ action: ActionType, _ value: Value) -> Void
  ) -> ReadingReducer {
    on(type) { state, action, value in
      reduce(&state, action, value)
      return .none
    }
  }

  /// Returns a reducer of a surrounding state that updates one property and reads another value.
  ///
  /// It sees the value as it is before this reducer runs, and after those composed before it. For
  /// an optional, a case or elements, use ``reading(_:file:line:_:)``.
  public func scope<Root>(
    _ keyPath: any WritableKeyPath<Root, State> & Sendable,
    reading value: any KeyPath<Root, Value> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Root> {
    reading(value, file: file, line: line) { $0.scope(keyPath) }
  }

  /// Returns a reducer of a surrounding state that reads a value of that state.
  ///
  /// ```swift
  /// Row.reducer.reading(\.user) { $0.forEach(\.rows) }
  /// Search.reducer.reading(\.user) { $0.ifPresent(\.search) }
  /// ```
  ///
  /// `place` returns its argument, the reducer of the feature's state, for a part of the
  /// surrounding state. Each reducer that reads the value and handles an action copies it once.
  public func reading<Root>(
    _ value: any KeyPath<Root, Value> & Sendable, file: StaticString = #fileID, line: UInt = #line,
    _ place: (Reducer<State>) -> Reducer<Root>
  ) -> Reducer<Root> {
    let key = SharedValue.Key(at: CallSite(file: file, line: line))
    return Reducer(
      place(Reducer(make(key))).compiled.map { reducer in
        reducer.sharing(as: key) { (root: UnsafePointer<Root>) in root.pointee[keyPath: value] }
      })
  }

  /// Returns a reducer of the feature's state alone that reads a fixed value, for tests.
  ///
  /// ```swift
  /// let store = TestStore(state: Inbox.State(), reducer: Inbox.reducer.reading(User(name: "Ada")))
  /// ```
  public func reading(
    _ value: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<State> where Value: Sendable {
    let key = SharedValue.Key(at: CallSite(file: file, line: line))
    return Reducer(make(key).map { $0.sharing(as: key) { (_: UnsafePointer<State>) in value } })
  }

  /// Returns this reducer for a part of the state of another feature that reads the same value.
  ///
  /// ```swift
  /// static let reducer = ReadingReducer<State, User> {
  ///   Row.reducer.within { $0.forEach(\.rows) }
  /// }
  /// ```
  public func within<Outer>(
    _ place: @escaping @Sendable (Reducer<State>) -> Reducer<Outer>
  ) -> ReadingReducer<Outer, Value> {
    ReadingReducer<Outer, Value> { [make] key in place(Reducer(make(key))).compiled }
  }
}

extension ListBuilder {
  /// Returns a reducer that doesn't read the value.
  public static func buildExpression<State, Value>(
    _ reducer: Reducer<State>
  ) -> [ReadingReducer<State, Value>] where Element == ReadingReducer<State, Value> {
    let compiled = reducer.compiled
    return [ReadingReducer { _ in compiled }]
  }
}

/// A value of a surrounding state, for the reducers inside that read it, during one run.
struct SharedValue {
  final class Key: Sendable {
    let site: CallSite

    init(at site: CallSite) {
      self.site = site
    }
  }

  let key: Key
  let value: UnsafeRawPointer
}

extension ReducerOutput {
  fileprivate func value<Value>(
    for key: SharedValue.Key, as: Value.Type, in state: Any.Type
  ) -> UnsafePointer<Value> {
    guard let shared = sharedValues.last(where: { $0.key === key }) else {
      Misuse.sharedValueOutsideComposition(of: state, at: key.site).trap()
    }
    return shared.value.assumingMemoryBound(to: Value.self)
  }
}

extension CompiledReducer {
  /// Returns the same reducer, which shares a value of the composition's state with those inside.
  fileprivate func sharing<Root, Value>(
    as key: SharedValue.Key, _ read: @escaping @Sendable (UnsafePointer<Root>) -> Value
  ) -> CompiledReducer {
    guard readsValue else { return self }
    return wrappingBody { [offset = part.offset] body in
      { part, action, output in
        // The body's part lies at the offset from the start of the composition's value.
        let root = UnsafePointer((part - offset).assumingMemoryBound(to: Root.self))
        // In a statement of its own: reading through a key path copies the root until its end.
        let value = read(root)
        return withUnsafePointer(to: value) {
          output.pointee.sharedValues.append(SharedValue(key: key, value: $0))
          defer { output.pointee.sharedValues.removeLast() }
          return body(part, action, output)
        }
      }
    }
  }
}
