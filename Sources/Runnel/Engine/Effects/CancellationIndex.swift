// SPDX-License-Identifier: MIT

/// The scopes that can be canceled, by ID.
///
/// A cancellation visits only the scopes that it cancels, plus those that it spares for the first
/// time: O(1) amortized for each effect, however many effects share the ID.
struct CancellationIndex {
  private var entries: [EffectID: CancellationEntry] = [:]
  /// The number of scopes that cancellations have visited, for tests of their complexity.
  private(set) var visits = 0

  /// The number of IDs in use.
  var count: Int { entries.count }

  mutating func insert(_ scope: CancellationScope) {
    guard let id = scope.id else { return }
    scope.listing = .running
    entries[id, default: CancellationEntry()].running.append(scope)
  }

  /// Moves a scope whose effect has ended, so that only its pending actions can be canceled.
  mutating func drain(_ scope: CancellationScope) {
    guard let id = scope.id else { return }
    if scope.listing == .running { entries[id]?.running.remove(scope) }
    scope.listing = .draining
    entries[id, default: CancellationEntry()].draining.append(scope)
  }

  mutating func remove(_ scope: CancellationScope) {
    guard let id = scope.id, scope.listing != .none, let index = entries.index(forKey: id)
    else { return }
    if scope.listing == .running {
      entries.values[index].running.remove(scope)
    } else {
      entries.values[index].draining.remove(scope)
    }
    scope.listing = .none
    if entries.values[index].isEmpty { entries.remove(at: index) }
  }

  /// Drops the pending actions of an ID, and removes its running scopes.
  ///
  /// - Returns: The running scopes in order of creation.
  ///
  /// Scopes around `spared` stay. So do pending actions of the effect that `spared` is a part of:
  /// an effect that cancels a part of itself keeps what that part has sent.
  mutating func cancel(_ id: EffectID, sparing spared: CancellationScope?) -> [CancellationScope] {
    guard let index = entries.index(forKey: id) else { return [] }
    let canceled = entries.values[index].cancel(sparing: spared, counting: &visits)
    if entries.values[index].isEmpty { entries.remove(at: index) }
    return canceled
  }

  /// Removes every scope, one by one: releasing a long list would be recursive.
  mutating func removeAll() {
    for index in entries.indices { entries.values[index].removeAll() }
    entries = [:]
  }
}
