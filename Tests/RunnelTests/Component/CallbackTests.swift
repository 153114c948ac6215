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
    #expect(makeCallback(1, calls) == makeCallback(1, calls))
    #expect(makeCallback(1, calls) != makeCallback(2, calls))
    #expect(makeCallback(1, calls) != Callback(id: 1) {})
    #expect(
      Set([makeCallback(1, calls), makeCallback(1, calls), makeCallback(2, calls)]).count == 2)
    let places = [Callback<Void> {}, Callback {}]
    #expect(places[0] != places[1])
  }

  @Test func `The description of a callback names its place and ID`() {
    let line = #line + 1
    let callback = Callback(id: 7) {}
    #expect("\(callback)" == "Callback(RunnelTests/CallbackTests.swift:\(line):28, id: 7)")
  }

  @Test @MainActor
  func `Contract 18: props that differ only in callbacks are not set again`() async {
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
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(view.values.count == 1)
    view.props.onTap()
    await store.settled()
    #expect(view.props.title == "tapped")
  }
}
