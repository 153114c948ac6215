// SPDX-License-Identifier: MIT

import Runnel
import Testing

// The README of UDF: a counter, and then the same counter as a feature of something larger.

private struct CounterAppState: Equatable, Sendable {
  var counter = 0
  var bigFeature = BigFeature()
}

private struct BigFeature: Equatable, Sendable {
  var first = "first"
  var second = "second"
}

private enum ButtonAction: Action {
  case decrementButtonTapped
  case incrementButtonTapped
}

private func buttonReducer(state: inout CounterAppState, action: any Action) {
  guard let action = action as? ButtonAction else { return }

  switch action {
  case .decrementButtonTapped:
    state.counter -= 1
  case .incrementButtonTapped:
    state.counter += 1
  }
}

private let store = Store<CounterAppState>(state: .init(), reducer: buttonReducer)

private class CounterViewController: UIViewController, ViewComponent {
  typealias Props = Int

  let counterLabel = UILabel()
  var disposer = Disposer()

  var props: Int = 0 {
    didSet {
      guard isViewLoaded else { return }
      counterLabel.text = "\(props)"
    }
  }

  func decreaseButtonTapped() {
    store.dispatch(ButtonAction.decrementButtonTapped)
  }

  func increaseButtonTapped() {
    store.dispatch(ButtonAction.incrementButtonTapped)
  }
}

private class FirstViewController: UIViewController, ViewComponent {
  var disposer = Disposer()
  var props = ""
}

@MainActor private class Window {
  let counterViewController = CounterViewController()
  let firstViewController = FirstViewController()

  func connectCounter(to store: Store<Int>) {
    counterViewController.connect(to: store)
  }

  func connectBigFeature(to store: Store<BigFeature>) {
    firstViewController.connect(to: store, state: \.first)
  }
}

@Suite("UDF code in the Swift 6 mode: the README", .serialized) struct ReadmeTests {
  @Test("The counter counts")
  @MainActor func counter() async {
    let counterViewController = CounterViewController()
    counterViewController.loadViewIfNeeded()
    counterViewController.connect(to: store, state: \.counter)
    #expect(counterViewController.counterLabel.text == "0")
    counterViewController.increaseButtonTapped()
    counterViewController.increaseButtonTapped()
    counterViewController.decreaseButtonTapped()
    await store.settled()
    #expect(counterViewController.props == 1)
    #expect(counterViewController.counterLabel.text == "1")
    counterViewController.decreaseButtonTapped()
    await store.settled()
    #expect(counterViewController.counterLabel.text == "0")
  }

  @Test("Features are handed scopes, and know nothing of the app")
  @MainActor func modularization() async {
    let window = Window()
    window.connectCounter(to: store.scope(\.counter))
    window.connectBigFeature(to: store.scope(\.bigFeature))
    #expect(window.counterViewController.props == 0)
    #expect(window.firstViewController.props == "first")
    window.counterViewController.increaseButtonTapped()
    await store.settled()
    #expect(window.counterViewController.props == 1)
    window.counterViewController.decreaseButtonTapped()
    await store.settled()
  }
}
