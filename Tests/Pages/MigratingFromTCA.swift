// SPDX-License-Identifier: MIT

/// The examples for users of the Composable Architecture.
@Suite struct MigratingFromTCATests {
  let disposer = Disposer()

  #snippet("Equivalents")
  #snippet("Equivalents", 2)

  struct FactClient: Sendable { let fetch: @Sendable (Int) async throws -> String }

  @Test
  func `A feature is state, actions and a reducer, and a client is a command handler`() async {
    let client = FactClient { "\($0) is a number" }
    #snippet("Equivalents", 3)
    #expect(store.state == Counter.State(count: 1, fact: "1 is a number"))
    disposer.dispose()
  }

  #snippet("Equivalents", 4)

  typealias Detail = Features.Detail

  #snippet("Equivalents", 5)
  #snippet("Reducers.md", "Cases of an enum")
  #snippet("Equivalents", 8)

  private func scope(_ store: Store<AppState>) {
    do {
      #snippet("Equivalents", 9)
      _ = (counter, search, row, detail)
    }
    #snippet("Equivalents", 10)
  }

  private func share() {
    #snippet("Equivalents", 14)
  }

  enum Map {
    struct State: Equatable, Sendable { var zoom = 1 }
    struct Zoomed: Action {}

    static let reducer = Reducer<State>.updating(Zoomed.self) { map, _ in map.zoom += 1 }
  }

  #snippet("Equivalents", 11)

  @Test func `A path of screens is a stack with one reducer per case`() async throws {
    #snippet("Equivalents", 12)
    await store.settled()
    let id = try #require(store.state.path.entries.ids.first)
    #snippet("Equivalents", 13)
    await store.settled()
    #expect(map?.state.zoom == 2)
  }

  #snippet("Equivalents", 19)

  @MainActor private func connect(
    _ controller: CounterViewController, _ store: Store<Counter.State>
  ) {
    #snippet("Equivalents", 20)
  }
}

private typealias Screen = MigratingFromTCATests.Screen
private typealias Detail = MigratingFromTCATests.Detail

#snippet("Modularity.md", "Compose features in an app", 3)

private typealias Step = MigratingFromTCATests.Step
private typealias Map = MigratingFromTCATests.Map

extension CasePath where Root == Step, Value == Detail.State {
  static var detail: Self { CasePath(Step.detail) }
}

extension CasePath where Root == Step, Value == Map.State {
  static var map: Self { CasePath(Step.map) }
}

/// The examples of effects and tests.
@Suite struct MigratingFromTCAEffectsTests {
  #snippet("Equivalents", 15)

  struct FinderClient: Sendable { let find: @Sendable (String) async throws -> [String] }
  private let client = FinderClient { ["\($0) 1", "\($0) 2"] }

  #snippet("Equivalents", 17)
  #snippet("Equivalents", 18)

  private func settle() async {
    #snippet("Equivalents", 16)
  }
}
