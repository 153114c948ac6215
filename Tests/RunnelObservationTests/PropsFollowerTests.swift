// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import RunnelObservation

@Suite @MainActor struct PropsFollowerTests {
  private func source(_ store: Store<Screen>, _ name: String = "") -> PropsSource<String> {
    PropsSource(store, file: #fileID, line: #line) { state, _ in name + "\(state.counter)" }
  }

  @Test func `the first props are returned at once without an announcement`() {
    let store = makeScreen(Screen(counter: 3))
    let follower = PropsFollower<String>()
    #expect(store.connections.isEmpty)
    let source = source(store)
    let notified = count { #expect(follower.props(from: source) == "3") }
    #expect(follower.props(from: source) == "3")
    #expect(notified.value == 0)
    #expect(store.connections.count == 1)
  }

  @Test func `later props are announced before they change and only if they differ`() async {
    let store = makeScreen()
    let follower = PropsFollower<String>()
    let source = source(store)
    let seen = Recorder<String?>()
    func follow() {
      watch({ _ = follower.props(from: source) }, willChange: { seen.record(follower.props) })
    }
    follow()
    await store.editAndWait { $0.title = "b" }
    #expect(seen.values == [])
    await store.editAndWait { $0.counter = 1 }
    follow()
    await store.editAndWait { $0.counter = 2 }
    #expect(seen.values == ["0", "1"])
    #expect(follower.props(from: source) == "2")
  }

  @Test func `another source replaces the previous one without an announcement`() async {
    let stores = [makeScreen(), makeScreen(Screen(counter: 5))]
    let follower = PropsFollower<String>()
    let notified = count { #expect(follower.props(from: source(stores[0])) == "0") }
    #expect(follower.props(from: source(stores[1], "b")) == "b5")
    #expect(follower.props(from: source(stores[1], "c")) == "c5")
    #expect(notified.value == 0)
    #expect(stores.map(\.connections.count) == [0, 1])
    await stores[0].editAndWait { $0.counter = 9 }
    #expect(notified.value == 0)
    await stores[1].editAndWait { $0.counter = 6 }
    #expect(notified.value == 1)
    #expect(follower.props == "c6")
  }

  @Test func `a released follower ends its connection`() async {
    let store = makeScreen()
    await expectReleased(after: store) {
      let follower = PropsFollower<String>()
      _ = follower.props(from: source(store))
      await store.editAndWait { $0.counter = 1 }
      return follower
    }
    #expect(store.connections.isEmpty)
  }
}
