// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary
import RunnelTestSupport
import Testing

@Suite struct PropertyPlacesTests {
  private struct State: Sendable {
    var number = 0
    var outcome: Result<Int, any Error> = .success(0)
  }

  @Test func `Contract 17: subscriptions of a property list the line of the call`() {
    let store = Store(state: State(), reducer: .edits)
    let number = store.property(\.number)
    let outcome = store.property(\.outcome).throwing()
    let calls: [(line: Int, make: () -> Any)] = [
      (#line, { number.observe { _ in } }),
      (#line, { number.observe(on: MainActor.self) { _ in } }),
      (#line, { number.values(delivery: .every).makeAsyncIterator() }),
      (#line, { number.map { $0 + 1 }.observe { _ in } }),
      (#line, { outcome.observe { _ in } }),
      (#line, { outcome.observe(on: MainActor.self) { _ in } }),
      (#line, { outcome.values(delivery: .every).makeAsyncIterator() }),
      (#line, { outcome.map { $0 + 1 }.observe { _ in } }),
    ]
    for (line, make) in calls {
      let made = make()
      let listed = store.connections.map { "\($0.file):\($0.line)" }
      #expect(listed == ["RunnelBoundaryTests/PropertyPlacesTests.swift:\(line)"])
      (made as? Disposable)?.dispose()
      withExtendedLifetime(made) {}
    }
  }
}
