// SPDX-License-Identifier: MIT

/// The result of a search, valid until slices are added or removed.
///
/// Only the drain accesses it.
struct CachedHits {
  var generation = UInt64.max
  var positions = ContiguousArray<Int32>()

  init() {}
}
