// SPDX-License-Identifier: MIT

import Runnel

/// A way to read a field and to write to it by actions: what a binding of SwiftUI is made of.
@MainActor
struct FieldBinding<Value> {
  let get: @MainActor () -> Value
  let set: @MainActor (Value) -> Void
}

extension ViewStoreFields {
  /// A binding to a field that is always there.
  func binding<Location: Place<State, Value>, Value>(
    to place: Location,
    from site: CallSite,
    send: @escaping (Value) -> any Action
  ) -> FieldBinding<Value> {
    FieldBinding(
      get: { self.read(place) },
      set: { self.write($0, at: place, by: send($0), from: site) }
    )
  }

  /// A binding to a field that is there at times, if it is there now. Once it has gone, the binding keeps
  /// the last value that was read of it.
  ///
  /// Whoever makes the binding reads whether the value is there, and whoever reads it the value.
  func binding<Location: Place<State, Value?>, Value>(
    ifPresent place: Location,
    from site: CallSite,
    send: @escaping (Value) -> any Action
  ) -> FieldBinding<Value>? {
    guard read(PresencePlace(whole: place)), let value = peek(place) else { return nil }
    let last = Last(value)
    return FieldBinding(
      get: {
        if let value = self.read(place) { last.value = value }
        return last.value
      },
      set: { value in
        if self.peek(place) == nil {
          self.dispatch(send(value), from: site)
        } else {
          self.write(value, at: place, by: send(value), from: site)
        }
      }
    )
  }

  /// A binding to whether a value is there, which can be sent away and not be made.
  func binding<Location: Place<State, Value?>, Value>(
    isPresent place: Location,
    from site: CallSite,
    send: @escaping () -> any Action
  ) -> FieldBinding<Bool> {
    let presence = PresencePlace(whole: place)
    return FieldBinding(
      get: { self.read(presence) },
      set: { isPresent in
        guard !isPresent, self.peek(presence) else { return }
        self.write(false, at: presence, by: send(), from: site)
      }
    )
  }
}

/// The last value that was there.
@MainActor
private final class Last<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
