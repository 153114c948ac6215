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
  /// The probe that calls this output.
  ///
  /// The texts have types, places and durations, and nothing of what an action contains.
  var probe: Probe {
    Probe([.reduced, .time, .delivered, .effects]) { event in
      switch event {
      case .reduced(let action):
        let duration = Duration.nanoseconds(action.duration)
        reduced("\(type(of: action.record.action)) at \(action.record.site): \(duration)")
      case .delivered(let delivery):
        delivered("\(delivery.describe()): \(Duration.nanoseconds(delivery.duration))")
      case .effectBegan(let effect):
        effectBegan(effect.number, "\(effect.describe()) at \(effect.site)")
      case .effectEnded(let effect, let outcome):
        let text =
          switch outcome {
          case .finished: "finished"
          case .failed: "failed"
          case .canceled: "canceled"
          }
        effectEnded(effect.number, text)
      default: break
      }
    }
  }
}
