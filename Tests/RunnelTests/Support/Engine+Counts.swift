// SPDX-License-Identifier: MIT

@testable import Runnel

extension Engine {
  /// The slices of the root state that an action may have to compare.
  var attachedSlices: SliceIndex { rootSlice.index ?? SliceIndex(size: 0) }
}

extension Store {
  /// The table of the collection that contains this element.
  var elementTable: (any ElementTable)? {
    if case .elements(let table) = slice.parent?.source { table } else { nil }
  }
}
