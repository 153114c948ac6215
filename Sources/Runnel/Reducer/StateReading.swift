// SPDX-License-Identifier: MIT

public import RunnelText

/// The state of a feature with a value that the feature reads and another part of the app owns.
///
/// ```swift
/// enum Inbox {
///   struct State: Equatable, Sendable { var messages: [Message] = [] }
///   enum Action: Runnel.Action { case sent(String) }
///
///   static let reducer = Reducer<StateReading<State, User>>.on(Action.self) { state, action in
///     switch action {
///     case .sent(let text):
///       state.messages.append(Message(from: state.shared.name, text))
///       return .none
///     }
///   }
/// }
///
/// ```
///
/// The app composes the reducer with ``Reducer/scope(_:reading:file:line:)``, and scopes its store
/// for the feature's components and effects with ``StoreOf/scope(_:reading:file:line:)``.
///
/// The app's state stores the user once. The feature can't change it, and doesn't depend on where
/// the app stores it. The properties of ``own`` can be used without its name, as `messages` above.
/// A path for ``Reducer/forEach(_:file:line:)`` and the like is faster with the name:
/// `\.own.messages`. A call that modifies two properties at once needs the name:
/// `state.own.history.undo(&state.own.text)`.
///
/// To read several values, put them into a structure that a computed property of the app's state
/// returns. If a feature changes the value as well, scope it to the surrounding state instead.
@dynamicMemberLookup
public struct StateReading<Own, Shared> {
  /// The state of the feature.
  public var own: Own
  private let source: SharedSource<Shared>

  /// Creates a state with a value to read, for previews and tests.
  public init(_ own: Own, shared: Shared) {
    self.own = own
    source = .value(shared)
  }

  /// Creates a state to find out whether a part of the feature's own state exists.
  init(partsOf own: Own, of composition: CallSite) {
    self.own = own
    source = .none(composition)
  }

  /// The value that another part of the app owns, as of the action that is being reduced.
  public var shared: Shared {
    switch source {
    case .value(let shared): return shared
    case .none(let site): Misuse.sharedValueInPartOfState(of: Self.self, at: site).trap()
    }
  }

  /// A property of the feature's state, which changes in place.
  public subscript<Value>(dynamicMember keyPath: WritableKeyPath<Own, Value>) -> Value {
    _read { yield own[keyPath: keyPath] }
    _modify { yield &own[keyPath: keyPath] }
  }

  /// A read-only property of the feature's state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Own, Value>) -> Value {
    own[keyPath: keyPath]
  }
}

extension StateReading: Sendable where Own: Sendable, Shared: Sendable {}

extension StateReading: Equatable where Own: Equatable, Shared: Equatable {}

extension StateReading: Hashable where Own: Hashable, Shared: Hashable {}

extension StateReading: Identifiable where Own: Identifiable {
  /// The identity of the feature's own state.
  public var id: Own.ID { own.id }
}

extension StateReading: CustomReflectable, PartlyCompared {
  /// The own state and the shared value.
  public var customMirror: Mirror {
    Mirror(self, children: ["own": own, "shared": shared], displayStyle: .struct)
  }
}

/// The value of a ``StateReading``, or the composition that has no value for it.
private enum SharedSource<Shared> {
  case value(Shared)
  case none(CallSite)
}

extension SharedSource: Sendable where Shared: Sendable {}

extension SharedSource: Equatable where Shared: Equatable {}

extension SharedSource: Hashable where Shared: Hashable {}
