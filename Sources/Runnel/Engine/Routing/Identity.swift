// SPDX-License-Identifier: MIT

/// The identity of a value that can be replaced by another one: its ID.
///
/// A type of its own, so that an ``ElementAction`` for an element inside the value isn't taken for
/// one that is for the value.
///
/// `@unchecked`: an ID is a part of a state, which is `Sendable`.
struct Identity<ID: Hashable>: Hashable, @unchecked Sendable, CustomStringConvertible {
  let id: ID

  var description: String { "\(id)" }
}
