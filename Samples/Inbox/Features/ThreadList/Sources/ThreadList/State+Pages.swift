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
  mutating func reload() -> Effect {
    .merge(load(nil), requestArchivingAgain())
  }

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

  mutating func add(_ page: ThreadListFeature.Page) -> Effect {
    guard let loading, loading.cursor == page.cursor else { return .none }
    self.loading = nil
    nextCursor = page.next
    if page.cursor == nil { keepRows(after: page.revision) }
    page.rows.forEach { place($0) }
    keepSelection()
    return .none
  }

  mutating func failToLoad(_ reason: String) -> Effect {
    loading = nil
    error = reason
    return .none
  }

  /// Removes the rows that a reload replaces.
  private mutating func keepRows(after revision: Int64) {
    rows.removeAll { $0.revision <= revision }
    removed = removed.filter { $0.value > revision }
  }
}
