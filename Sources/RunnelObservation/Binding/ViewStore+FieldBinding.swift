// SPDX-License-Identifier: MIT

import Runnel

/// The bindings without SwiftUI, so that tests on every system cover them.
extension ViewStoreOf {
  func fieldBinding<Value>(
    _ keyPath: KeyPath<State, Value>, from site: CallSite = CallSite(),
    send: @escaping (Value) -> ActionType
  ) -> FieldBinding<Value> {
    let location = KeyPathLocation(keyPath)
    return FieldBinding(
      get: { [fields] in fields.read(location) },
      set: { [fields] in
        fields.write($0, at: location, with: EffectOf.erase(send($0)), from: site)
      })
  }

  func fieldBinding<Value>(
    ifPresent keyPath: KeyPath<State, Value?>, from site: CallSite = CallSite(),
    send: @escaping (Value) -> ActionType
  ) -> FieldBinding<Value>? {
    fields.binding(ifPresent: KeyPathLocation(keyPath), from: site) { EffectOf.erase(send($0)) }
  }

  /// Returns a binding to the presence of a value, which can be set to `false` only.
  func fieldBinding<Value>(
    isPresent keyPath: KeyPath<State, Value?>, from site: CallSite = CallSite(),
    send: @escaping () -> ActionType
  ) -> FieldBinding<Bool> {
    let presence = PresenceLocation(whole: KeyPathLocation(keyPath))
    return FieldBinding(
      get: { [fields] in fields.read(presence) },
      set: { [fields] isPresent in
        guard !isPresent, fields.peek(presence) else { return }
        fields.write(false, at: presence, with: EffectOf.erase(send()), from: site)
      })
  }

  func fieldBinding<Elements: IndexedElements & ElementsByID, Value>(
    _ elements: any WritableKeyPath<State, Elements> & Sendable, id: Elements.ElementID,
    _ value: KeyPath<Elements.Element, Value>, from site: CallSite = CallSite(),
    send: @escaping (Value) -> any Action
  ) -> FieldBinding<Value>?
  where Elements.ElementID == Elements.Element.ID, Elements.ElementID: Sendable {
    fields.binding(
      ifPresent: ElementLocation(elements: elements, id: id, value: value), from: site,
      to: { $0.address(of: elements, id: id, at: site) }, send: send)
  }
}

extension ViewStoreOf where ActionType: FormAction, ActionType.FormState == State {
  func fieldBinding<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable, from site: CallSite = CallSite()
  ) -> FieldBinding<Value> {
    fieldBinding(keyPath, from: site) { .set(keyPath, to: $0) }
  }
}

extension ViewStoreOf where ActionType == any Action {
  func fieldBinding<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable, from site: CallSite = CallSite()
  ) -> FieldBinding<Value> {
    fieldBinding(keyPath, from: site) { SetAction(keyPath, to: $0) }
  }
}

/// The accessors of a SwiftUI binding to a field: reading, and writing with an action.
@MainActor
struct FieldBinding<Value> {
  let get: @MainActor () -> Value
  let set: @MainActor (Value) -> Void
}

extension ViewStoreFields {
  /// Returns a binding to an optional field, or `nil` while the value is absent.
  ///
  /// After the value disappears, the binding keeps the last value that was read. Creating it reads
  /// the presence of the value, using it the value. With an address, actions are for one element.
  func binding<Location: FieldLocation<State, Value?>, Value>(
    ifPresent location: Location, from site: CallSite,
    to address: @escaping (Store<State>) -> Address? = { _ in nil },
    send: @escaping (Value) -> any Action
  ) -> FieldBinding<Value>? {
    guard read(PresenceLocation(whole: location)), let value = peek(location) else { return nil }
    let last = Shown(value)
    return FieldBinding(
      get: {
        if let value = self.read(location) { last.value = value }
        return last.value
      },
      set: {
        self.write($0, at: location, with: send($0), to: address(self.store), from: site)
      }
    )
  }
}

@MainActor
final class Shown<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }
}
