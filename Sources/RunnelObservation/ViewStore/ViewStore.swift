// SPDX-License-Identifier: MIT

public import Observation
public import Runnel

/// A view of a store's state that notifies each reader of a field before that field changes, and
/// not of changes to other fields.
///
/// ```swift
/// struct ProfileScreen: View {
///   @State private var model = ViewStore(app.scope(\.profile))
///
///   var body: some View {
///     Text(model.name)
///     Button("Log out") { model.dispatch(ProfileAction.loggedOut) }
///   }
/// }
/// ```
///
/// A field is a key path that has been read. `model.name` is a field with one step.
/// `model[\.address.city]` is a deeper field, whose readers are notified only when the city
/// changes. ``ViewStoreOf/state`` is a field that changes with every change. An `Equatable` field
/// changes when its value does, including in generic code, any other one with each action that may
/// have changed it.
///
/// A view store works on the main actor; only `dispatch` can be called from any thread. All reads
/// in one turn of the main actor see the same state. When the state changes, all affected readers
/// are notified first, while reads still return the old values. Then all values change at once. A
/// field that is first read meanwhile has an old value only if the view store has been read in this
/// turn. Otherwise it has its new value already, and all such fields are of one state. If changes
/// arrive faster than the main actor handles them, all but the last are skipped.
///
/// A view store retains the values of the fields that have been read, and nothing else of the
/// state: read the displayed elements of a large array instead of the array. A view store connects
/// to its store on the first read, so creating and discarding one, as SwiftUI does with the initial
/// value of a `@State`, costs almost nothing. From then on it retains its store until it is
/// released. After the value of a scope disappears, the fields that have been read keep the last
/// value that was delivered or read. One that is first read then has the value that the scope
/// keeps, which can be older. For UIKit and AppKit, prefer a `ViewComponent`.
public typealias ViewStore<State: Sendable> = ViewStoreOf<State, any Action>

/// A view store whose actions have one type, or any type, or that takes no actions.
///
/// A view store of a typed store takes actions of that type with a leading dot, in `dispatch` and
/// in the closures of bindings:
///
/// ```swift
/// let model = ViewStoreOf(app.scope(\.search, accepting: Search.Action.self))
/// model.dispatch(.typed("x"))
/// ```
///
/// A view store of a property, such as a boundary's output, takes no actions: they are `Never`.
///
/// ```swift
/// let rows = ViewStoreOf(boundary.output.repositories)
/// ```
@MainActor
@dynamicMemberLookup
public final class ViewStoreOf<State: Sendable, ActionType>: Sendable {
  nonisolated let store: Store<State>
  let fields: ViewStoreFields<State>
  /// The effect that reads a sequence into a store of the view store's own.
  private let source: Disposable?

  /// Creates a view store of a store or scope, which connects on the first read.
  public convenience init(
    _ store: StoreOf<State, ActionType>, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(store.untyped, source: nil, file: file, line: line)
  }

  private init(_ store: Store<State>, source: Disposable?, file: StaticString, line: UInt) {
    self.store = store
    self.source = source
    fields = ViewStoreFields(store, at: (file, line))
  }

  /// Returns the value of a field with one step.
  ///
  /// O(1), except for the first read of a turn, which compares all fields that have been read.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    fields.read(KeyPathLocation(keyPath))
  }

  /// Returns the value of a field at a path of any length and with any name.
  ///
  /// Readers of `model[\.profile.name]` are notified when the name changes, those of
  /// `model.profile.name` when anything in the profile changes.
  public subscript<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    fields.read(KeyPathLocation(keyPath))
  }

  /// The whole state as one field, whose readers are notified of each change.
  ///
  /// The view store retains a copy: the next mutation of a large array in the state copies it.
  public var state: State { self[\.self] }
}

extension ViewStoreOf where ActionType == Never {
  /// Creates a view store of a property, such as an output of a boundary, which takes no actions
  /// and connects on the first read.
  public convenience init(
    _ property: Property<State>, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(property.store, source: nil, file: file, line: line)
  }

  /// Creates a view store of the elements of a sequence, such as a network stream.
  ///
  /// ```swift
  /// let price = ViewStoreOf(0.0, following: prices)
  /// ```
  ///
  /// It has a private store whose state is the newest element, and `value` at first. It takes no
  /// actions. It reads the sequence until the sequence ends or the view store is released. If the
  /// sequence throws, the last value remains, and the error is a runtime warning: to handle errors,
  /// catch them in the sequence.
  public convenience init<Values: AsyncSequence & Sendable>(
    _ value: State, following sequence: Values, file: StaticString = #fileID, line: UInt = #line
  ) where Values.Element == State {
    let store = Store(
      state: value,
      reducer: .updating(Arrived<State>.self) { value, arrived in value = arrived.value },
      file: file, line: line)
    let source = store.run(
      .stream(sequence, file: file, line: line) { Arrived(value: $0) }, file: file, line: line)
    self.init(store, source: source, file: file, line: line)
  }
}

private struct Arrived<Value: Sendable>: Action {
  let value: Value
}

extension ViewStoreOf where ActionType == any Action {
  /// Unavailable, so that the compiler explains how to create a view store of a property.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "A property takes no actions. Use ViewStoreOf(property).")
  public convenience init(_ property: Property<State>) { self.init(property.store) }
}

extension ViewStoreOf: ActionDispatcher where ActionType == any Action {
  /// Dispatches an action without recording the call's location, from any thread.
  @_disfavoredOverload
  public nonisolated func dispatch(_ action: any Action) {
    store.dispatch(action, from: CallSite(file: "?", line: 0))
  }

  /// Dispatches an action with the location of its call, from any thread.
  public nonisolated func dispatch(_ action: any Action, from site: CallSite) {
    store.dispatch(action, from: site)
  }
}

extension ViewStoreOf where ActionType: Action {
  /// Dispatches an action of the store's type, from any thread.
  public nonisolated func dispatch(
    _ action: ActionType, file: StaticString = #fileID, line: UInt = #line
  ) {
    store.dispatch(action, file: file, line: line)
  }
}

extension ViewStoreOf {
  /// Dispatches an action, and returns when the view store shows the result.
  ///
  /// ```swift
  /// withAnimation { model.send(ProfileAction.betaChanged(true)) }
  /// ```
  ///
  /// Equivalent to `send` of the store. Off the main actor, the view store follows later.
  public nonisolated func send(
    _ action: ActionType, file: StaticString = #fileID, line: UInt = #line
  ) {
    store.send(EffectOf.erase(action), file: file, line: line)
  }

  /// Dispatches an action, and returns when it and everything that it started have ended.
  ///
  /// ```swift
  /// List(model.posts, id: \.self) { Text($0) }
  ///   .refreshable { await model.dispatchAndWait(.refreshed) }
  /// ```
  ///
  /// Equivalent to `dispatchAndWait` of the store: canceling the task cancels the effects of the
  /// action. The view store shows the result when this returns. For a button, use `dispatch`.
  public nonisolated func dispatchAndWait(
    _ action: ActionType, file: StaticString = #fileID, line: UInt = #line
  ) async {
    await store.dispatchAndWait(EffectOf.erase(action), file: file, line: line)
  }
}

extension ViewStoreOf: Observable {}

extension ViewStoreOf: CustomReflectable {
  /// An empty mirror, which hides the store.
  public nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}
