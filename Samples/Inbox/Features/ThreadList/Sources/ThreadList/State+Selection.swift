// SPDX-License-Identifier: MIT

import Runnel

extension ThreadListFeature.State {
  mutating func select(_ id: ThreadRow.ID?) -> Effect {
    selectedID = id.flatMap { shown.index(id: $0) == nil ? nil : $0 }
    return .none
  }

  /// Selects the row some rows below, or the first one if none is selected.
  mutating func moveSelection(by distance: Int) -> Effect {
    let ids = shown.ids
    let current = selectedID.flatMap { shown.index(id: $0) }
    let position = current.map { min(max($0 + distance, 0), ids.count - 1) } ?? 0
    selectedID = ids.indices.contains(position) ? ids[position] : nil
    return .none
  }

  /// Clears a selection that is no longer shown.
  mutating func keepSelection() {
    if let selectedID, shown.index(id: selectedID) == nil { self.selectedID = nil }
  }
}
