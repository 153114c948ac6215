// SPDX-License-Identifier: MIT

import Runnel

extension SyncFeature.State {
  mutating func receive(_ event: SyncFeature.Event) -> Effect {
    guard event.revision > received else { return .none }
    guard event.revision == received + 1 else {
      newest = max(newest, event.revision)
      return fillGap()
    }
    received = event.revision
    return apply([event])
  }

  /// Requests the changes between the ones that arrived in order and the newest one.
  mutating func fillGap() -> Effect {
    guard isEnabled, newest > received, !isCatchingUp else { return .none }
    isCatchingUp = true
    return .perform(SyncFeature.Command.catchUp(account: id, since: received))
      .timeout(after: .seconds(30))
      .catch { .catchingUpFailed(reason: "\($0)") }
      .cancellable(id: SyncFeature.ID.catchingUp, cancelInFlight: true)
  }

  mutating func catchUp(with changes: SyncFeature.Changes) -> Effect {
    isCatchingUp = false
    // Changes between the two revisions would be missing.
    guard changes.since <= received else { return fillGap() }
    guard changes.revision > received else { return fillGap() }
    let events = changes.events.filter { $0.revision > received }
    received = changes.revision
    if !changes.isComplete { newest = max(newest, received + 1) }
    return .merge(apply(events), fillGap())
  }

  /// Passes changes to the app, which then has the state of the received revision.
  private func apply(_ events: [SyncFeature.Event]) -> Effect {
    .send(.applied(events, revision: received)).cancellable(id: SyncFeature.ID.results)
  }

  /// Connects again after a pause, because a new socket delivers the missing changes, too.
  mutating func failToCatchUp() -> Effect {
    isCatchingUp = false
    return disconnect()
  }

  mutating func apply(_ revision: Int64) -> Effect {
    self.revision = max(self.revision, revision)
    return .none
  }
}
