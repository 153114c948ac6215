// SPDX-License-Identifier: MIT

@Suite struct MigratingFromReSwiftTests {
  let disposer = Disposer()

  #snippet("Equivalents")

  private let appReducer = {
    #snippet("Equivalents", 2)
    return appReducer
  }()

  @Test func `Reducers of slices are combined`() async { #snippet("Equivalents", 3) }

  private typealias CounterViewController = GettingStartedTests.CounterViewController

  @MainActor
  private func subscribe(_ controller: CounterViewController, to store: Store<AppState>) {
    #snippet("Equivalents", 5...7)
    #snippet("Equivalents", 11)
  }

  private func limit() { #snippet("Equivalents", 8) }

  private func runThunks(
    on store: Store<AppState>, fetchName: @escaping @Sendable () async throws -> String
  ) {
    #snippet("Equivalents", 9...10)
  }
}
