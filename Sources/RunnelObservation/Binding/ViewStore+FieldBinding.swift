// SPDX-License-Identifier: MIT

import Runnel

/// What the bindings of SwiftUI are made of, on systems that have none, too.
extension ViewStore {
  func fieldBinding<Value>(
    _ keyPath: KeyPath<State, Value>,
    from site: CallSite = CallSite(),
    send: @escaping (Value) -> any Action
  ) -> FieldBinding<Value> {
    fields.binding(to: PathPlace(keyPath), from: site, send: send)
  }

  func fieldBinding<Value>(
    ifPresent keyPath: KeyPath<State, Value?>,
    from site: CallSite = CallSite(),
    send: @escaping (Value) -> any Action
  ) -> FieldBinding<Value>? {
    fields.binding(ifPresent: PathPlace(keyPath), from: site, send: send)
  }

  func fieldBinding<Value>(
    isPresent keyPath: KeyPath<State, Value?>,
    from site: CallSite = CallSite(),
    send: @escaping () -> any Action
  ) -> FieldBinding<Bool> {
    fields.binding(isPresent: PathPlace(keyPath), from: site, send: send)
  }

  func fieldBinding<Element: Identifiable, Value>(
    _ elements: KeyPath<State, [Element]>,
    id: Element.ID,
    _ value: KeyPath<Element, Value>,
    from site: CallSite = CallSite(),
    send: @escaping (Value) -> any Action
  ) -> FieldBinding<Value>? {
    let place = ElementPlace(elements: elements, id: id, value: value)
    return fields.binding(ifPresent: place, from: site, send: send)
  }
}
