// SPDX-License-Identifier: MIT

import Dispatch

@Suite struct EffectsTests {
  let clock = ManualClock()
  let disposer = Disposer()

  #snippet("Overview")

  struct LibraryAPI: Sendable {
    var titles: @Sendable () async throws -> [String] = { ["Walden"] }
    var arrivals = AsyncStream<String> { $0.finish() }
  }

  @Test func `An opened library is awaited with its titles`() async {
    let store = Store(state: Library.State(), reducer: Library.reducer(LibraryAPI()))
    do {
      #snippet("Wait for one action")
    }
    #snippet("Wait for one action", 2)
    #snippet("Wait for all actions and list running effects")
  }

  @Test func `Running effects are listed with their IDs`() async {
    let print = Printer()
    let store = Store(state: Library.State(), clock: clock)
    let token = store.run(
      .run { try await $0.sleep(for: .seconds(1)) }.delay(for: .seconds(1))
        .cancellable(id: "books"))
    await clock.advance(by: .zero)
    #snippet("Wait for all actions and list running effects", 2)
    #expect(print.lines.count == 1)
    token.dispose()
  }

  private func advance() async {
    #snippet("Use the store's clock", 2)
    token.dispose()
  }

  private enum PrintCommand: Command, Equatable { case list([String]) }
  private typealias Scanner = Watcher

  private func createEffects(_ api: LibraryAPI, isOnline: Bool) {
    #snippet("Create effects")
    _ = (greeting, loadingOnce, looking, printing, sideBySide, inTurn)
    #snippet("Use the store's clock")
    _ = patient
  }

  #snippet("Cancel effects")

  private struct Log: Sendable { func write(_ text: String) {} }

  private func handleErrors(
    _ api: LibraryAPI, _ reducer: Reducer<Library.State>, _ log: Log,
    cached: @escaping @Sendable () -> [String]
  ) -> Store<Library.State> {
    #snippet("Handle errors")
    _ = (reported, replaced, ignored)
    #snippet("Handle errors", 2)
    return store
  }

  private final class Shelf: Sendable {
    let disposer = Disposer()

    init(store: Store<Library.State>, arrivals: AsyncStream<String>) {
      #snippet("Effect lifetime", 3)
    }
  }

  private func startAndStop(
    _ store: Store<Library.State>, visit: @escaping @Sendable (String) -> Effect
  ) {
    #snippet("Start and stop effects with the state")
  }

  private struct Room: Sendable {
    struct Shelf: Sendable { var isOpen = true }

    var shelf: Shelf?
  }

  private func startAndStop(_ store: Store<Room>) {
    #snippet("Start and stop effects with the state", 2)
  }

  private enum Finding { enum Action: Runnel.Action { case found(String) } }
  private struct Query: Sendable { var query = "a" }
  private struct API: Sendable { func search(_ query: String) async throws -> String { query } }

  private func search(_ store: StoreOf<Query, Finding.Action>, _ api: API) {
    #snippet("Start and stop effects with the state", 3)
  }

  private struct Document: Equatable, Sendable { var text = "draft" }
  private struct SaveTapped: Action {}
  private struct Saved: Action { let text: String }
  private struct Disk: Sendable { func write(_ text: String) async throws {} }

  private func save(to disk: Disk) -> Reducer<Document> {
    #snippet("Use values of the state")
    return saving
  }

  private struct Note: Sendable { var draft = "" }

  private func keep(on disk: Disk) -> Reducer<Note> {
    .on(SaveTapped.self) { state, _ in
      #snippet("Effect lifetime")
    }
  }

  private func read(
    on queue: DispatchQueue, readLargeFile: @escaping @Sendable () -> String
  ) -> Effect {
    #snippet("Run blocking work")
    return reading
  }
}
