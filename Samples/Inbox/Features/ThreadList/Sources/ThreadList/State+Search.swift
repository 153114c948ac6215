// SPDX-License-Identifier: MIT

import Runnel

extension ThreadListFeature.State {
  mutating func search(for text: String) -> Effect {
    search.text = text
    search.error = nil
    guard search.isActive else {
      search = ThreadListFeature.Search()
      search.text = text
      keepSelection()
      return .cancel(id: ThreadListFeature.ID.search)
    }
    search.isLoading = true
    return .perform(ThreadListFeature.Command.search(account: id, text: text, limit: pageSize))
      .catch { .searchFailed("\($0)") }
      .debounce(id: ThreadListFeature.ID.search, for: .milliseconds(300))
      .cancellable(id: ThreadListFeature.ID.search, cancelInFlight: true)
  }

  mutating func show(_ rows: [ThreadRow], for text: String) -> Effect {
    guard text == search.text, search.isActive else { return .none }
    search.isLoading = false
    let newer = search.hits
    search.hits = []
    for row in rows {
      let candidates = [row, newer[id: row.id], self.rows[id: row.id]].compactMap(\.self)
      search.hits.upsert(candidates.max { $0.revision < $1.revision } ?? row)
    }
    keepSelection()
    return .none
  }

  mutating func failToSearch(_ reason: String) -> Effect {
    search.isLoading = false
    search.error = reason
    return .none
  }
}
