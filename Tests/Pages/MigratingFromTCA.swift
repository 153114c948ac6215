// SPDX-License-Identifier: MIT

/// The examples for users of the Composable Architecture.
@Suite struct MigratingFromTCATests {
  let disposer = Disposer()

  #snippet("Equivalents")
  #snippet("Equivalents", 2)

  struct FactClient: Sendable { let fetch: @Sendable (Int) async throws -> String }

  private func start(_ client: FactClient) async {
    #snippet("Equivalents", 3)
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

  private func walk(_ id: ScreenID) {
    #snippet("Equivalents", 12)
    #snippet("Equivalents", 13)
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
