// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct CallbackTests {
  private func makeCallback(_ id: Int, _ calls: Recorder<Int>) -> Callback<Void> {
    Callback(id: id) { calls.record(id) }
  }

  @Test func `Callbacks created at one place with one ID are equal`() {
    let calls = Recorder<Int>()
    let callbacks = [makeCallback(1, calls), makeCallback(1, calls), makeCallback(2, calls)]
    #expect(callbacks[0] == callbacks[1])
    #expect(callbacks[0] != callbacks[2])
    #expect(callbacks[0] != Callback(id: 1) {})
    #expect(Set(callbacks).count == 2)
    let places = [Callback<Void> {}, Callback {}]
    #expect(places[0] != places[1])
    let line = #line + 1
    let named = Callback(id: 7) {}
    #expect("\(named)" == "Callback(RunnelTests/CallbackTests.swift:\(line):25, id: 7)")
  }

  @Test func `Pitfall 33: equal callbacks have equal hashes, whatever the types of their IDs`() {
    let ids: [any Hashable & Sendable] = [
      1, UInt8(1), Int64(1), 1.0, Float(1), "1", "é", "e\u{301}", Optional(1), [1], [UInt8(1)],
      Set([1, 2]), Set([2, 1]), AppAction.increment == .increment,
    ]
    let callbacks = ids.map { id in Callback(id: id, file: "A", line: 1, column: 1) {} }
    for left in callbacks {
      for right in callbacks where left == right {
        #expect(left.hashValue == right.hashValue)
        #expect(right == left)
      }
    }
    // The list has pairs of equal callbacks with IDs of different types.
    #expect(callbacks[0] == callbacks[1])
    #expect(callbacks[6] == callbacks[7])
  }

  @Test @MainActor func `Contract 18: props that differ only in callbacks aren't set`() async {
    struct CardProps: Equatable {
      var title = ""
      var onTap = Callback {}
    }
    let store = makeStore()
    let view = ViewRecorder(CardProps())
    view.connect(to: store) { state, dispatcher in
      CardProps(
        title: state.name, onTap: Callback<Void> { dispatcher.dispatch(AppAction.rename("tapped")) }
      )
    }
    await store.settle(after: AppAction.increment)
    #expect(view.values.count == 1)
    view.props.onTap()
    await store.settled()
    #expect(view.props.title == "tapped")
  }
}
