// SPDX-License-Identifier: MIT

import Runnel

/// The bindings without SwiftUI, so that tests on every system cover them.
extension ViewStoreOf {
  func fieldBinding<Value>(
    _ keyPath: KeyPath<State, Value>,
    from site: CallSite = CallSite(),
    send: @escaping (Value) -> ActionType
  ) -> FieldBinding<Value> {
    fields.binding(to: KeyPathLocation(keyPath), from: site) { EffectOf.erase(send($0)) }
  }

  func fieldBinding<Value>(
    ifPresent keyPath: KeyPath<State, Value?>,
    from site: CallSite = CallSite(),
    send: @escaping (Value) -> ActionType
  ) -> FieldBinding<Value>? {
    fields.binding(ifPresent: KeyPathLocation(keyPath), from: site) { EffectOf.erase(send($0)) }
  }

  func fieldBinding<Value>(
    isPresent keyPath: KeyPath<State, Value?>,
    from site: CallSite = CallSite(),
    send: @escaping () -> ActionType
  ) -> FieldBinding<Bool> {
    fields.binding(isPresent: KeyPathLocation(keyPath), from: site) { EffectOf.erase(send()) }
  }

  func fieldBinding<Element: Identifiable, Value>(
    _ elements: KeyPath<State, [Element]>,
    id: Element.ID,
    _ value: KeyPath<Element, Value>,
    from site: CallSite = CallSite(),
    send: @escaping (Value) -> ActionType
  ) -> FieldBinding<Value>? {
    let location = ElementLocation(elements: elements, id: id, value: value)
    return fields.binding(ifPresent: location, from: site) { EffectOf.erase(send($0)) }
  }

  func fieldBinding<Element: Identifiable, Value>(
    _ entities: KeyPath<State, Entities<Element>>,
    id: Element.ID,
    _ value: KeyPath<Element, Value>,
    from site: CallSite = CallSite(),
    send: @escaping (Value) -> ActionType
  ) -> FieldBinding<Value>? {
    let location = EntityLocation(entities: entities, id: id, value: value)
    return fields.binding(ifPresent: location, from: site) { EffectOf.erase(send($0)) }
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
