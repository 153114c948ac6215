// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import ThreadList

/// A list and its server, with pages, changes and answers in any order.
@Suite struct ExplorationTests {
  private struct Model: Equatable, Sendable {
    var list = State(account: "ada", pageSize: 2)
    var server: [Row] = (0..<5).map { row($0, revision: 0) }
    var revision: Int64 = 0
  }

  private enum ServerAction: Runnel.Action, Equatable {
    case changed(Int)
    case archived(Row.ID, Bool)
    case page(cursor: String?, limit: Int)
  }

  /// An answer that arrives some time after it was made.
  private struct Answer: Runnel.Command { let action: Action }

  private static let reducer = Reducer<Model> {
    ThreadListFeature.reducer.scope(\.list)
    Reducer.on(ServerAction.self) { model, action in
      func update(_ place: Int, _ change: (inout Row) -> Void) -> EffectOf<ServerAction> {
        guard model.server.indices.contains(place) else { return .none }
        model.revision += 1
        change(&model.server[place])
        model.server[place].revision = model.revision
        return .send(Action.changed([model.server[place]]))
      }
      switch action {
      case .changed(let place):
        return update(place) { $0.date = 100 + model.revision }
      case .archived(let id, let isArchived):
        return update(model.server.firstIndex { $0.id == id } ?? -1) { $0.isArchived = isArchived }
      case .page(let cursor, let limit):
        let sorted = model.server.sorted { $0.isAbove($1) }
        let start = cursor.flatMap { Int64($0) } ?? .max
        let rows = Array(sorted.filter { $0.date < start }.prefix(limit))
        let next = rows.last.flatMap { last in
          sorted.last?.id == last.id ? nil : "\(last.date)"
        }
        let answered = rows.map { row in
          var row = row
          row.revision = model.revision
          return row
        }
        let page = Page(cursor: cursor, rows: answered, next: next, revision: model.revision)
        return .perform(Answer(action: .loaded(page)))
      }
    }
  }

  @Test func `Rows stay in order, never become older, and archived ones stay away`() async {
    await explore(
      state: Model(), reducer: Self.reducer,
      actions: { random in
        let id = "\(random.int(in: 0...4))"
        return random.oneOf(
          ServerAction.changed(random.int(in: 0...4)) as any Runnel.Action,
          Action.reloaded, Action.reachedEnd, Action.archiveTapped(id), Action.undoTapped)
      },
      performing: { command, random in
        switch command {
        case let answer as Answer: return [answer.action]
        case Command.loadPage(_, let cursor, let limit):
          return [ServerAction.page(cursor: cursor, limit: limit)]
        case Command.archive(_, let id, let isArchived):
          if random.int(in: 0...2) == 2 { throw Offline() }
          return [ServerAction.archived(id, isArchived), Action.archived(id, isArchived)]
        default: return []
        }
      },
      holds: { before, _, after in
        let rows = after.list.rows
        let isSorted = zip(rows, rows.dropFirst()).allSatisfy { $0.isAbove($1) }
        let isNew = rows.allSatisfy { row in
          (before.list.rows[id: row.id]?.revision ?? .min) <= row.revision
        }
        let isHidden = rows.allSatisfy { !$0.isArchived }
        let isCurrent = rows.allSatisfy { row in
          guard after.list.archiving[row.id] == nil,
            let server = after.server.first(where: { $0.id == row.id }),
            server.revision < row.revision
          else { return true }
          return server.isArchived == row.isArchived && server.date == row.date
        }
        return isSorted && isNew && isHidden && isCurrent
      })
  }
}
