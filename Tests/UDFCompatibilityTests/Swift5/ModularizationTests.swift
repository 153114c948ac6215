// SPDX-License-Identifier: MIT

import Runnel
import Testing
import UDFBigFeature
import UDFCounterFeature
import UIKitStandIn

// The README of UDF, "Modularization": the app. The features are modules of their own.

private struct ModularState: Equatable {
  var counter = 0
  var bigFeature = BigFeature()
}

private let appReducer = Reducer(UDFCounterFeature.counterReducer).scope(\ModularState.counter)

@Suite("UDF code in the Swift 5 mode: features in other modules") struct ModularizationTests {
  @Test("Contract 25: features of other modules are handed scopes, and know nothing of the app")
  @MainActor func modularization() async {
    let store = Store<ModularState>(
      state: .init(),
      reducer: { state, action in
        UDFCounterFeature.counterReducer(state: &state.counter, action: action)
      })

    let counterViewController = connectCounter(to: store.scope(\.counter))
    let firstViewController = connectBigFeature(to: store.scope(\.bigFeature))

    #expect(counterViewController.counterLabel.text == "0")
    #expect(firstViewController.props == "first")
    store.dispatch(UDFCounterFeature.CounterAction.incrementButtonTapped)
    await store.settled()
    #expect(counterViewController.counterLabel.text == "1")
  }

  @Test("A feature's reducer is composed as it stands")
  @MainActor func composition() async {
    let store = Store(state: ModularState(), reducer: appReducer)
    let counterViewController = connectCounter(to: store.scope(\.counter))
    store.dispatch(UDFCounterFeature.CounterAction.decrementButtonTapped)
    await store.settled()
    #expect(counterViewController.counterLabel.text == "-1")
  }
}
