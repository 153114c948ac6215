// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

@Suite struct CallbackTests {
  private func make(_ number: Int, _ told: Recorder<Int>) -> Callback {
    Callback(id: number) { told.record(number) }
  }

  @Test("Callbacks are equal when they were made in one place with one id, whatever they do")
  func equality() {
    let told = Recorder<Int>()
    #expect(make(1, told) == make(1, told))
    #expect(make(1, told) != make(2, told))
    #expect(make(1, told) != Callback(id: 1) {})
    #expect(Set([make(1, told), make(1, told), make(2, told)]).count == 2)
    let places = [Callback {}, Callback {}]
    #expect(places[0] != places[1])
  }

  @Test("A callback describes itself by what it is compared by")
  func descriptions() {
    let line = #line + 1
    let callback = Callback(id: 7) {}
    #expect("\(callback)" == "Callback(RunnelTests/CallbackTests.swift:\(line):28, id: 7)")
  }

  @Test("Calling a callback calls its closure")
  func calling() {
    let told = Recorder<Int>()
    make(7, told)()
    CallbackWith { told.record($0) }(8)
    #expect(told.values == [7, 8])
  }

  @Test("Contract 18: props that differ in nothing but callbacks are not set again")
  @MainActor func propsWithCallbacks() async {
    struct CardProps: Equatable {
      var title = ""
      var onTap = Callback {}
    }
    final class View: ViewComponent {
      let disposer = Disposer()
      var count = 0
      var props = CardProps() { didSet { count += 1 } }
    }
    let store = makeStore()
    let view = View()
    view.connect(to: store) { state, dispatcher in
      CardProps(
        title: state.name, onTap: Callback { dispatcher.dispatch(AppAction.rename("tapped")) })
    }
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(view.count == 1)
    view.props.onTap()
    await store.settled()
    #expect(view.props.title == "tapped")
  }
}
