// SPDX-License-Identifier: MIT

/// The examples for users of Unio.
@Suite struct MigratingFromUnioTests {
  let clock = ManualClock()
  let disposer = Disposer()

  #snippet("Equivalents")

  struct API: Sendable { let search: @Sendable (String) async throws -> [String] }

  #snippet("Equivalents", 2)

  private let api = API { text in text.isEmpty ? [] : ["\(text)-swift", "\(text)-kit"] }

  @Test func `A store of inputs dispatches inputs, and outputs are read and observed`() async {
    let print = Printer()
    let store = Store(state: Search.State(), reducer: Search.reducer)
    startSearch(on: store, extra: Extra(api: api), until: disposer)
    #snippet("Equivalents", 3)
    #expect(print.lines == ["[]", #"["otter-swift", "otter-kit"]"#, "2 2 for otter"])
  }

  @Test func `A feature receives the elements of a stream`() async {
    let store = Store(state: Search.State(), reducer: Search.reducer, clock: clock)
    startSearch(on: store, extra: Extra(api: api), until: disposer)
    let (texts, text) = AsyncStream.makeStream(of: String.self)
    #snippet("Equivalents", 4)
    text.yield("auk")
    await clock.advance(by: .zero)
    #expect(store.state.repositories == ["auk-swift", "auk-kit"])
    disposer.dispose()
  }
}
