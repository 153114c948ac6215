// SPDX-License-Identifier: MIT

import Dispatch

/// The examples for users of OneWay.
@Suite struct MigratingFromOneWayTests {
  let disposer = Disposer()

  #snippet("Equivalents")

  @Test func `A way is a store and a reducer, and settling includes effects`() async {
    #snippet("Equivalents", 2)
  }

  private func createEffects(
    _ numbers: AsyncStream<Int>, fetchNumber: @escaping @Sendable () async throws -> Int
  ) {
    #snippet("Equivalents", 3)
    _ = (stream, created, merged, inTurn)
    #snippet("Equivalents", 4)
    _ = (named, cancelling, debounced, throttled)
    #snippet("Equivalents", 5)
    _ = (told, replaced, ignored)
  }

  struct Session: Equatable, Sendable { var name = "" }

  private func observe(
    _ store: Store<Counter.State>, _ session: Store<Session>, _ numbers: AsyncStream<Int>
  ) async {
    #snippet("Equivalents", 6...8)
    do {
      #snippet("Equivalents", 11)
    }
  }

  #snippet("Equivalents", 12)
}
