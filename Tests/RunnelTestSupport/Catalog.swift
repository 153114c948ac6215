// SPDX-License-Identifier: MIT

package import Runnel

/// A state with an optional, an enum case, an array of elements and a dictionary to scope into.
package struct Catalog: Sendable {
  package var selected: Item?
  package var screen = Screen.list
  package var items: [Item] = []
  package var byName: [String: Item] = [:]
  package var opaque: Opaque?
  package var counter = 0

  package init(
    selected: Item? = nil, screen: Screen = .list, items: [Item] = [], byName: [String: Item] = [:]
  ) {
    self.selected = selected
    self.screen = screen
    self.items = items
    self.byName = byName
  }

  /// Creates a catalog with `count` items, whose IDs are their positions.
  package init(count: Int) {
    items = (0..<count).map { Item(id: $0) }
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

extension CasePath where Root == Screen, Value == Item {
  package static var detail: Self {
    CasePath(embed: Screen.detail) { if case .detail(let item) = $0 { item } else { nil } }
  }
}

/// Increments the number of one item.
package struct ItemAction: Action {
  package init() {}
}

package func makeCatalog(_ catalog: Catalog = Catalog()) -> Store<Catalog> {
  Store(
    state: catalog,
    reducer: Reducer {
      Reducer<Catalog>.edits
      Reducer<Item>.updating(ItemAction.self) { item, _ in item.number += 1 }.forEach(
        \.items, id: \.id)
    })
}
