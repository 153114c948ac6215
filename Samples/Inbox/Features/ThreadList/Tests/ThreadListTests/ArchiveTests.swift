// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import ThreadList

@Suite struct ArchiveTests {
  private let clock = ManualClock()

  private func makeStore(_ failing: [Bool] = []) -> (
    TestStoreOf<State, Action>, CommandSpy<Command>
  ) {
    let spy = CommandSpy(Command.self, sending: Action.self) { command in
      guard case .archive(_, let id, let isArchived) = command else { return .none }
      return .run { send in
        try await send.sleep(for: .seconds(1))
        if failing.contains(isArchived) { throw Offline() }
        send(.archived(id, isArchived))
      }
    }
    let store = ThreadListTests.makeStore(list(row(9), row(8), row(7)), clock)
    store.handle(with: spy)
    return (store, spy)
  }

  private func archive(_ store: TestStoreOf<State, Action>) async {
    await store.send(.archiveTapped("8")) {
      $0.rows = [row(9), row(7)]
      $0.removed = ["8": 1]
      $0.archiveUndo = .init(row: row(8, isArchived: true))
      $0.archiving["8"] = .init(
        row: row(8, isArchived: true), known: false, chosen: true, requested: true)
    }
  }

  private func takeBack(_ store: TestStoreOf<State, Action>) async {
    await store.send(.undoTapped) {
      $0.rows = [row(9), row(8), row(7)]
      $0.removed = [:]
      $0.archiveUndo = nil
      $0.archiving["8"]?.row = row(8)
      $0.archiving["8"]?.chosen = false
    }
  }

  @Test func `A thread disappears at once, and can be taken back for ten seconds`() async {
    let (store, spy) = makeStore()
    await archive(store)
    #expect(store.state.offer == "Archived “S8”")
    await clock.advance(by: .seconds(1))
    await store.receive(.archived("8", true)) { $0.archiving = [:] }
    await clock.advance(by: .seconds(9))
    await store.receive(.undoExpired) { $0.archiveUndo = nil }
    await store.send(.undoTapped)
    await store.finish()
    #expect(spy.commands == [.archive(account: "ada", "8", true)])
  }

  @Test func `A thread whose archiving fails comes back to its place`() async {
    let (store, _) = makeStore([true])
    await archive(store)
    await clock.advance(by: .seconds(1))
    await store.receive(.archivingFailed("8", reason: "Offline()")) {
      $0.rows = [row(9), row(8), row(7)]
      $0.removed = [:]
      $0.archiving = [:]
      $0.archiveUndo = nil
      $0.error = "Offline()"
    }
    await store.skipEffects()
  }

  @Test func `Taking back during the request shows the thread at once`() async {
    let (store, spy) = makeStore()
    await archive(store)
    await takeBack(store)
    #expect(spy.commands.count == 1)
    await clock.advance(by: .seconds(1))
    await store.receive(.archived("8", true)) {
      $0.archiving["8"]?.known = true
      $0.archiving["8"]?.requested = false
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.archived("8", false)) { $0.archiving = [:] }
    await store.finish()
    #expect(spy.commands.last == .archive(account: "ada", "8", false))
  }

  @Test func `Taking back a thread that could not be archived shows no error`() async {
    let (store, _) = makeStore([true])
    await archive(store)
    await takeBack(store)
    await clock.advance(by: .seconds(1))
    await store.receive(.archivingFailed("8", reason: "Offline()")) { $0.archiving = [:] }
    await store.finish()
  }

  @Test func `A reload after a restart repeats the request`() async {
    var state = list(row(9))
    state.archiving["8"] = .init(
      row: row(8, isArchived: true), known: false, chosen: true, requested: true)
    let store = ThreadListTests.makeStore(state, clock)
    let spy = CommandSpy(Command.self, sending: Action.self) { command in
      guard case .archive(_, let id, let isArchived) = command else { return .none }
      return .once { .archived(id, isArchived) }
    }
    store.handle(with: spy)
    await store.send(.reloaded) { $0.loading = .init() }
    await store.receive(.archived("8", true)) { $0.archiving = [:] }
    await store.finish()
    #expect(spy.commands.contains(.archive(account: "ada", "8", true)))
  }

  @Test func `With archived threads in the list, a thread stays and can be taken out`() async {
    var state = list(row(9), row(8))
    state.showsArchived = true
    let store = ThreadListTests.makeStore(state, clock)
    store.handle(Command.self) { _ in .once { .archived("8", true) } }
    await store.send(.archiveTapped("8")) {
      $0.rows[id: "8"]?.isArchived = true
      $0.archiveUndo = .init(row: row(8, isArchived: true))
      $0.archiving["8"] = .init(
        row: row(8, isArchived: true), known: false, chosen: true, requested: true)
    }
    await store.skipReceivedActions()
    await store.send(.archiveTapped("8")) {
      $0.rows[id: "8"]?.isArchived = false
      $0.archiveUndo = nil
      $0.archiving["8"] = .init(row: row(8), known: true, chosen: false, requested: false)
    }
    await store.skipReceivedActions()
    await store.finish()
  }
}
