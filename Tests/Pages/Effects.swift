// SPDX-License-Identifier: MIT

@Suite struct EffectsTests {
  let disposer = Disposer()

  #snippet("Overview")

  struct LibraryAPI: Sendable {
    var titles: @Sendable () async throws -> [String] = { ["Walden"] }
    var arrivals = AsyncStream<String> { $0.finish() }
  }

  @Test func `An opened library is awaited with its titles`() async {
    let store = Store(state: Library.State(), reducer: Library.reducer(LibraryAPI()))
    do { #snippet("Waiting.md", "Wait for one action") }
    #snippet("Waiting.md", "Wait for one action", 2)
    #snippet("Waiting.md", "Wait for all actions")
  }

  private enum PrintCommand: Command, Equatable { case list([String]) }
  private typealias Scanner = Watcher

  private func createEffects(
    _ api: LibraryAPI, isOnline: Bool, cached: @escaping @Sendable () -> [String]
  ) {
    do { #snippet("Create effects") }
    #snippet("Use the store's clock")
    #snippet("Handle errors")
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

  private enum Finding { enum Action: Runnel.Action { case found(String) } }
  private struct Query: Sendable { var query = "a" }
  private struct API: Sendable { func search(_ query: String) async throws -> String { query } }

  private func search(_ store: StoreOf<Query, Finding.Action>, _ api: API) {
    #snippet("Start and stop effects with the state", 2)
  }

  private struct SaveTapped: Action {}
  private struct Saved: Action { let text: String }

  private func save(to disk: Disk) { #snippet("Use values of the state") }

  private struct Note: Sendable { var draft = "" }

  private func keep(on disk: Disk) -> Reducer<Note> {
    .on(SaveTapped.self) { state, _ in
      #snippet("Effect lifetime")
    }
  }

  private func read(on queue: DispatchQueue, readLargeFile: @escaping @Sendable () -> String) {
    #snippet("Run blocking work")
  }
}
