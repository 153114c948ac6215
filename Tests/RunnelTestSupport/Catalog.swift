// SPDX-License-Identifier: MIT

import Runnel

/// A state with an optional, an enum case and an array of elements to scope into.
package struct Catalog: Sendable {
  package var selected: Item?
  package var screen = Screen.list
  package var items: [Item] = []
  package var counter = 0

  package init(selected: Item? = nil, screen: Screen = .list, items: [Item] = []) {
    self.selected = selected
    self.screen = screen
    self.items = items
  }
}

package struct Item: Equatable, Sendable, Identifiable {
  package var id: Int
  package var text: String
  package var number: Int
  package var note: String?

  package init(id: Int = 0, text: String = "", number: Int = 0, note: String? = nil) {
    self.id = id
    self.text = text
    self.number = number
    self.note = note
  }
}

package enum Screen: Equatable, Sendable {
  case list
  case detail(Item)
}

/// Increments the number of one item.
package struct ItemAction: Action {
  package init() {}
}
