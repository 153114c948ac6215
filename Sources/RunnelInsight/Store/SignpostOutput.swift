// SPDX-License-Identifier: MIT

import Runnel

/// A profiler that shows what a store does.
///
/// Its methods are called on the thread of each event.
protocol SignpostOutput: Sendable {
  /// The work of an effect has started.
  func effectBegan(_ number: UInt64, _ name: String)
  /// The work of an effect has ended, or was canceled before it started.
  func effectEnded(_ number: UInt64, _ outcome: String)
  /// An action has been reduced.
  func reduced(_ text: String)
  /// An observer has received a value or an action.
  func delivered(_ text: String)
}

extension SignpostOutput {
  /// The hooks that call this output.
  ///
  /// The texts have types, places and durations, and nothing of what an action contains.
  var hooks: Hooks {
    var hooks = Hooks()
    hooks.measuresTime = true
    hooks.reduced = { action in
      let duration = Duration.nanoseconds(action.duration)
      reduced("\(type(of: action.record.action)) at \(action.record.site): \(duration)")
    }
    hooks.delivered = { delivery in
      delivered("\(delivery.describe()): \(Duration.nanoseconds(delivery.duration))")
    }
    hooks.effectBegan = { effectBegan($0.number, "\($0.describe()) at \($0.site)") }
    hooks.effectEnded = { effect, outcome in
      let text =
        switch outcome {
        case .finished: "finished"
        case .failed: "failed"
        case .canceled: "canceled"
        }
      effectEnded(effect.number, text)
    }
    return hooks
  }
}
