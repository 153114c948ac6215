// SPDX-License-Identifier: MIT

/// The accessors of a SwiftUI binding to a field: reading, and writing with an action.
@MainActor
struct FieldBinding<Value> {
  let get: @MainActor () -> Value
  let set: @MainActor (Value) -> Void
}
