// SPDX-License-Identifier: MIT

@Suite struct MigratingFromTCATests {
  let disposer = Disposer()

  #snippet("One feature side by side", 1...2)

  @Test func `A test asserts an effect's action`() async { #snippet("One feature side by side", 4) }

  #snippet("Equivalents")

  typealias Detail = Features.Detail

  #snippet("Equivalents", 2)
  #snippet("Reducers.md", "Cases of an enum")
  #snippet("Equivalents", 5)

  private func scope(_ store: Store<AppState>) {
    do { #snippet("Equivalents", 6) }
    #snippet("Equivalents", 7)
    do { #snippet("One feature side by side", 3) }
    #snippet("Equivalents", 11)
  }

  enum Map {
    struct State: Equatable, Sendable { var zoom = 1 }
    struct Zoomed: Action {}
    static let reducer = Reducer<State> {}
  }

  #snippet("Equivalents", 8)

  private func walk(_ id: ScreenID) { #snippet("Equivalents", 9...10) }

  #snippet("Equivalents", 16)

  @MainActor private func connect(
    _ controller: CounterViewController, _ store: Store<Counter.State>
  ) {
    #snippet("Equivalents", 17)
  }
}

private typealias Screen = MigratingFromTCATests.Screen
private typealias Detail = MigratingFromTCATests.Detail

#snippet("Reducers.md", "Cases of an enum", 2)

private typealias Step = MigratingFromTCATests.Step
private typealias Map = MigratingFromTCATests.Map

extension CasePath where Root == Step, Value == Detail.State {
  static var detail: Self { CasePath(Step.detail) }
}

extension CasePath where Root == Step, Value == Map.State {
  static var map: Self { CasePath(Step.map) }
}

@Suite struct MigratingFromTCAEffectsTests {
  #snippet("Equivalents", 12)

  struct FinderClient: Sendable { let find: @Sendable (String) async throws -> [String] }
  private let client = FinderClient { ["\($0) 1", "\($0) 2"] }

  #snippet("Equivalents", 14...15)

  private func settle() async { #snippet("Equivalents", 13) }
}
