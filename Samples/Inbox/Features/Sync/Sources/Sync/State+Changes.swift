// SPDX-License-Identifier: MIT

import Runnel

extension SyncFeature.State {
  /// Passes a change to the app, which then has the state of its revision.
  ///
  /// After a gap, a new connection delivers the changes that are missing.
  mutating func receive(_ event: SyncFeature.Event) -> Effect {
    guard event.revision > received else { return .none }
    guard event.revision == received + 1 else { return disconnect() }
    received = event.revision
    return .send(.applied([event], revision: received)).cancellable(id: SyncFeature.ID.results)
  }

  mutating func apply(_ revision: Int64) -> Effect {
    self.revision = max(self.revision, revision)
    return .none
  }
}
