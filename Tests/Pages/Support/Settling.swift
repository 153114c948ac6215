// SPDX-License-Identifier: MIT

extension StoreOf where ActionType == any Action {
  /// Dispatches actions and returns after the store has settled.
  func settle(after actions: any Action..., includingEffects: Bool = false) async {
    actions.forEach { dispatch($0) }
    await settled(includingEffects: includingEffects)
  }
}
