// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting

/// Returns the actions that an effect sends within a minute of a manual clock, as text.
func sentActions(of effect: Effect) async -> [String] {
  let clock = ManualClock()
  let store = Store(state: 0, clock: clock)
  let actions = ValueRecorder.actions(of: store)
  let token = store.run(effect)
  await clock.advance(by: .seconds(60))
  token.dispose()
  await clock.advance(by: .zero)
  return actions.values.map { "\($0)" }
}
