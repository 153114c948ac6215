// SPDX-License-Identifier: MIT

@Suite struct MigratingFromOneWayTests {
  let disposer = Disposer()

  #snippet("Equivalents")

  @Test func `A way is a store and a reducer`() async { #snippet("Equivalents", 2) }

  private func createEffects(
    _ numbers: AsyncStream<Int>, fetchNumber: @escaping @Sendable () async throws -> Int
  ) {
    #snippet("Equivalents", 3)
    #snippet("Equivalents", 4)
    #snippet("Equivalents", 5)
  }

  struct Session: Equatable, Sendable { var name = "" }

  private func observe(
    _ store: Store<Counter.State>, _ session: Store<Session>, _ numbers: AsyncStream<Int>
  ) async {
    #snippet("Equivalents", 6...8)
    do { #snippet("Equivalents", 11) }
  }

  #snippet("Equivalents", 12)
}
