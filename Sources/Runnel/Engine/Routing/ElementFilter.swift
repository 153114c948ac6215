// SPDX-License-Identifier: MIT

/// The actions that a `forEach` passes to the element with their ID.
struct ElementFilter: Sendable {
  let actions: ActionFilter
  let idType: ObjectIdentifier
}
