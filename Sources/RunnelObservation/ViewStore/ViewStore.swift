// SPDX-License-Identifier: MIT

public import Observation
public import Runnel

#if canImport(Combine)
  public import Combine
#endif

/// The state of a store as a view reads it: whoever has read a field is told before this field changes, and
/// of no other change.
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
/// A field is a key path that was read: `model.name` one of a single step, `model[\.address.city]` one that
/// goes deeper, and is told of the city alone. ``state`` is a field, too, the one that every change changes.
/// If its value is `Equatable`, also where the compiler does not know, a field changes when its value does;
/// else with each action that may have changed it.
///
/// Everything happens on the main actor; only ``dispatch(_:from:)`` may be called from any thread. All
/// that is read in one turn of the main actor belongs to one state. When the state has changed, all who are
/// to be told are told first, while reading still gives the old values, and then all values change at once.
/// Changes that come faster than the main actor takes them are skipped, but for the last.
///
/// A view store holds the values of the fields that were read, and no more of the state; so read what
/// you show of a large array rather than the array. It is connected to its store when it is first read:
/// one that is made and dropped, as SwiftUI does with the initial value of a `@State`, costs next to nothing.
/// From then on it keeps its store, until it goes away. A scope into something that has gone keeps its last
/// value, and so does its view store.
///
/// On systems without Observation, older than macOS 14 and iOS 17, it is an `ObservableObject` that announces
/// changes of any field that was read: hold it in a `@StateObject` there. For UIKit and AppKit a
/// `ViewComponent` is the better choice.
@MainActor
@dynamicMemberLookup
public final class ViewStore<State: Sendable> {
  /// The store that is read. May be used from any thread.
  public nonisolated let store: Store<State>
  let fields: ViewStoreFields<State>
  /// What the store itself follows, if it is the view store's own.
  private let source: Disposable?

  #if canImport(Combine)
    private nonisolated let changes = ChangePublisher()
  #endif

  /// Makes a view store, which is connected when it is first read.
  ///
  /// - Parameters:
  ///   - store: The store to read, or a scope of one.
  ///   - file: The file that the connection is listed with.
  ///   - line: The line that the connection is listed with.
  public convenience init(
    _ store: Store<State>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(store, tracksReads: ObservationSignal.exists, file: file, line: line)
  }

  /// Makes a view store of what a sequence tells: of an output of a boundary, a stream of the network.
  ///
  /// ```swift
  /// let rows = ViewStore(output.value, following: output.values)
  /// ```
  ///
  /// It has a store of its own, whose state is the newest element, and which takes no notice of actions. The
  /// sequence is read from now on, until it ends or the view store goes away. If it fails, the last value
  /// stays, and the error is reported as a programmer error: catch it in the sequence.
  ///
  /// - Parameters:
  ///   - value: The value to begin with.
  ///   - sequence: Where later ones come from.
  ///   - file: The file that the connection is listed with.
  ///   - line: The line that the connection is listed with.
  public convenience init<Values: AsyncSequence & Sendable>(
    _ value: State,
    following sequence: Values,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where Values.Element == State {
    let store = Store(
      state: value,
      reducer: .on(Arrived<State>.self) { value, arrived in value = arrived.value },
      file: file,
      line: line
    )
    let source = store.bind(sequence, file: file, line: line) { Arrived(value: $0) }
    self.init(
      store, tracksReads: ObservationSignal.exists, source: source, file: file, line: line)
  }

  /// Makes a view store for a system that has Observation, or for one that has not.
  init(
    _ store: Store<State>,
    tracksReads: Bool,
    source: Disposable? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.store = store
    self.source = source
    fields = ViewStoreFields(store, tracksReads: tracksReads, at: (file, line))
    #if canImport(Combine)
      fields.willChange = { [changes] in changes.send() }
    #endif
  }

  /// The field at a path of one step. O(1), but for the first read of a turn, which compares the fields
  /// that were read with the state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    fields.read(PathPlace(keyPath))
  }

  /// The field at a path of any length, and of any name.
  ///
  /// `model[\.profile.name]` is told of the name alone, `model.profile.name` of all that is in the profile.
  public subscript<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    fields.read(PathPlace(keyPath))
  }

  /// The whole state as one field: whoever reads it is told of each change. It is held, so a large array in
  /// it is copied by its next change.
  public var state: State { self[\.self] }
}

/// A sequence has told a value.
private struct Arrived<Value: Sendable>: Action {
  let value: Value
}

extension ViewStore: ActionDispatcher {
  /// Takes an action without recording where it comes from. May be called from any thread.
  @_disfavoredOverload
  public nonisolated func dispatch(_ action: any Action) {
    store.dispatch(action)
  }

  /// Takes an action from a place in the source. May be called from any thread.
  public nonisolated func dispatch(_ action: any Action, from site: CallSite) {
    store.dispatch(action, from: site)
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ViewStore: Observable {}

#if canImport(Combine)
  extension ViewStore: ObservableObject {
    /// Sends on the main actor, once before each update in which a field changes that was read.
    public nonisolated var objectWillChange: ObservableObjectPublisher { changes.publisher }
  }
#endif
