// SPDX-License-Identifier: MIT

@main enum Main {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}

extension StoreOf where ActionType == any Action {
  /// Dispatches actions and returns after the store has settled.
  func settle(after actions: any Action..., includingEffects: Bool = false) async {
    actions.forEach { dispatch($0) }
    await settled(includingEffects: includingEffects)
  }
}

/// Returns the actions that an effect sends within a minute of a manual clock, as text.
///
/// An error that leaves the effect is recorded like an action.
func sentActions<ActionType>(of effect: EffectOf<ActionType>) async -> [String] {
  let clock = ManualClock()
  let sent = ValueRecorder<String>()
  let store = Store(
    state: 0, reducer: { _, action in sent.record("\(action)") }, clock: clock,
    onError: { sent.record("\($0.error)") })
  let token = store.run(Effect(effect))
  await clock.advance(by: .seconds(60))
  token.dispose()
  await clock.advance(by: .zero)
  return sent.values
}
