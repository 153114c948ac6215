// SPDX-License-Identifier: MIT

import Load
import Processes
import Runnel

/// An action for a sample of the system, which ``translate(_:in:)`` splits for two features.
struct SystemSampled: Action, Codable, Equatable {
  var processes: [Process]
  var load: LoadFeature.Sample
}

/// An action for a sample that failed.
struct SamplingFailed: Action, Error, Codable, Equatable {
  var reason: String
}

/// A source of samples.
protocol SystemSource {
  /// Samples the system.
  ///
  /// Loads are averages since the previous call.
  mutating func sample() throws(SamplingFailed) -> SystemSampled
}
