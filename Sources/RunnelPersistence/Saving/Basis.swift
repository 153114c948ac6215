// SPDX-License-Identifier: MIT

/// The contents that a state was made from.
///
/// Saving replaces these, and what this process has written since, and nothing else.
enum Basis: Sendable {
  /// Nothing was loaded.
  case none
  /// The state comes from a generation of contents, or is the initial one because of an error.
  case loaded(generation: UInt64, failure: PersistenceError?)
  /// The storage couldn't be read: what it has is unknown.
  case unreadable(PersistenceError)
  /// The data that were to be adopted couldn't be: nothing is stored, so that a later app can try.
  case notAdopted(PersistenceError)
  /// Whatever is stored can be replaced.
  case any
}
