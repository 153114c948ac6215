// SPDX-License-Identifier: MIT

import RunnelUDF
import Testing
import UDFBigFeature
import UDFCounterFeature
import UIKitStandIn

// The app from "Modularization" in UDF's README. Its features are separate modules.

private struct ModularState: Equatable {
  var counter = 0
  var bigFeature = BigFeature()
}

private let appReducer = Runnel.Reducer(UDFCounterFeature.counterReducer).scope(
  \ModularState.counter)

@Suite struct ModularizationTests {
  @Test @MainActor
  func `Contract 25: features in other modules receive scopes and do not import the app`() async {
    let store = Store<ModularState>(
      state: .init(),
      reducer: { state, action in
        UDFCounterFeature.counterReducer(state: &state.counter, action: action)
      })

    let counterViewController = connectCounter(to: store.scope(\.counter))
    let firstViewController = connectBigFeature(to: store.scope(\.bigFeature))

    #expect(counterViewController.counterLabel.text == "0")
    #expect(firstViewController.props == "first")
    await store.settle(after: UDFCounterFeature.CounterAction.incrementButtonTapped)
    #expect(counterViewController.counterLabel.text == "1")
  }

  @Test @MainActor func `The reducer of a feature is composed without changes`() async {
    let store = Store(state: ModularState(), reducer: appReducer)
    let counterViewController = connectCounter(to: store.scope(\.counter))
    await store.settle(after: UDFCounterFeature.CounterAction.decrementButtonTapped)
    #expect(counterViewController.counterLabel.text == "-1")
  }
}
