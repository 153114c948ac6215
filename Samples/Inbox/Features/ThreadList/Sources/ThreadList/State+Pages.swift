// SPDX-License-Identifier: MIT

import Runnel

extension ThreadListFeature.State {
  typealias Effect = EffectOf<ThreadListFeature.Action>

  mutating func configure(_ pageSize: Int, _ showsArchived: Bool) -> Effect {
    self.pageSize = pageSize
    guard showsArchived != self.showsArchived else { return .none }
    self.showsArchived = showsArchived
    removed = [:]
    return load(nil)
  }

  /// Loads the first page, and repeats the requests that a restart of the program has ended.
  mutating func reload() -> Effect { .merge(load(nil), requestArchivingAgain()) }

  mutating func load(_ cursor: String?) -> Effect {
    loading = Loading(cursor: cursor)
    error = nil
    return .perform(
      ThreadListFeature.Command.loadPage(account: id, cursor: cursor, limit: pageSize)
    )
    .catch { .loadingFailed("\($0)") }
    .cancellable(id: ThreadListFeature.ID.loading, cancelInFlight: true)
  }

  mutating func loadNext() -> Effect {
    guard loading == nil, let nextCursor, !search.isActive else { return .none }
    return load(nextCursor)
  }

  mutating func add(_ page: ThreadListFeature.Page) {
    guard let loading, loading.cursor == page.cursor else { return }
    self.loading = nil
    nextCursor = page.next
    if page.cursor == nil {
      rows.removeAll { $0.revision <= page.revision }
      removed = removed.filter { $0.value > page.revision }
    }
    page.rows.forEach { place($0) }
    keepSelection()
  }

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

  mutating func show(_ rows: [ThreadRow], for text: String) {
    guard text == search.text, search.isActive else { return }
    search.isLoading = false
    let newer = search.hits
    search.hits = []
    for row in rows {
      let candidates = [row, newer[id: row.id], self.rows[id: row.id]].compactMap(\.self)
      search.hits.upsert(candidates.max { $0.revision < $1.revision } ?? row)
    }
    keepSelection()
  }
}
