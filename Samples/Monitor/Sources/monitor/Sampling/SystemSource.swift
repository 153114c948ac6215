// SPDX-License-Identifier: MIT

import Load
import Processes
import Runnel

/// The system has been looked at. Two features want to know; what each of them is told is decided in
/// ``translate(_:in:)``.
struct SystemSampled: Action, Equatable {
  var processes: [Process]
  var load: LoadFeature.Sample
}

/// The system cannot be looked at.
struct SamplingFailed: Action, Error, Equatable {
  var reason: String
}

/// Where samples come from.
protocol SystemSource {
  /// Looks at the system. How busy something is, is said for the time since the last call.
  mutating func sample() throws(SamplingFailed) -> SystemSampled
}
