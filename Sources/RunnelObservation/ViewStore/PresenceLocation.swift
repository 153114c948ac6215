// SPDX-License-Identifier: MIT

/// The presence of an optional value as a field.
struct PresenceLocation<Whole: FieldLocation, Wrapped>: FieldLocation
where Whole.Value == Wrapped? {
  let whole: Whole

  func value(in state: Whole.State, hint: inout Int) -> Bool {
    whole.value(in: state, hint: &hint) != nil
  }
}
