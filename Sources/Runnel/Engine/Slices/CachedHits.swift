// SPDX-License-Identifier: MIT

/// The slices found for a range of bytes, valid until slices are added or removed.
///
/// Only the drain accesses it.
struct CachedHits {
  var generation = UInt64.max
  var positions = ContiguousArray<Int32>()
}
