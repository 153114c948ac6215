// SPDX-License-Identifier: MIT

/// The attached slices of one place in the state, one for each identity that its value has had.
final class IdentifiedValueTable<Value, ValueID: Hashable>: AttachedElements<Identity<ValueID>>,
  ElementTable
{
  private let collection: IdentifiedValue<Value, ValueID>

  init(_ collection: IdentifiedValue<Value, ValueID>) {
    self.collection = collection
  }

  func locate(_ slice: Slice, in collection: UnsafeRawPointer) {}

  func visit(
    _ value: UnsafeRawPointer, target: MutationTarget.Part?, missing: (Slice) -> Void,
    changed: (Slice, UnsafeRawPointer) -> Void
  ) {
    let identity = collection.identity(of: value)
    for index in slices.indices {
      comparisons += 1
      if ids[index] == identity {
        changed(slices[index], value)
      } else {
        missing(slices[index])
      }
    }
  }
}
