// SPDX-License-Identifier: MIT

public import Runnel

/// The list of threads, the newest first: pages, search, selection, and archiving with undo.
///
/// A change of a thread costs one row, at any length of the list. A row with an older revision
/// never replaces a newer one, whatever the order of answers and changes.
public enum ThreadListFeature {
  enum ID { case loading, search, undo }

  struct ArchivingID: Hashable, Sendable {
    let row: Row.ID
  }

  /// The reducer of the list.
  public static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .configured(let pageSize, let showsArchived):
      state.configure(pageSize, showsArchived)
    case .reloaded: state.reload()
    case .reachedEnd: state.loadNext()
    case .loaded(let page): state.add(page)
    case .loadingFailed(let reason): state.failToLoad(reason)
    case .typed(let text): state.search(for: text)
    case .found(let text, let rows): state.show(rows, for: text)
    case .searchFailed(let reason): state.failToSearch(reason)
    case .changed(let rows): state.change(rows)
    case .markedRead(let id): state.markRead(id)
    case .selected(let id): state.select(id)
    case .nextSelected: state.moveSelection(by: 1)
    case .previousSelected: state.moveSelection(by: -1)
    case .archiveTapped(let id): state.archive(id)
    case .undoTapped: state.undoArchiving()
    case .undoExpired: state.expireUndo()
    case .archived(let id, let isArchived): state.confirmArchiving(id, isArchived)
    case .archivingFailed(let id, let reason): state.failToArchive(id, reason)
    }
  }
}
