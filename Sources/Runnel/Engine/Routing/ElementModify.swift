// SPDX-License-Identifier: MIT

/// Calls its last argument with the element that has an ID, or with all if the ID is `nil`.
///
/// It returns the change of the collection. `body` can read the ID as it is after a change.
typealias ElementModify<ID> = (
  _ whole: UnsafeMutableRawPointer, _ id: ID?,
  _ body: (_ id: ID, _ element: UnsafeMutableRawPointer, _ present: () -> ID) -> Touch
) -> Touch
