// SPDX-License-Identifier: MIT

/// The base class of leaves and timers, which run in tasks.
///
/// `@unchecked`: properties are read and written with the state machine locked.
class EffectTask: @unchecked Sendable {
  var task: Task<Void, Never>?
  var hasEnded = false
}
