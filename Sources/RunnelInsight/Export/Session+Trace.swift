// SPDX-License-Identifier: MIT

public import Foundation

extension Session {
  /// Returns this session in the Chrome trace format, which Perfetto opens.
  ///
  /// Reducers are slices of the store's queue, and deliveries are slices of the main thread and of
  /// others. Effects are asynchronous slices. Flows lead from an action to those that it caused.
  /// Counters show pending actions and running effects. O(n log n) in the
  /// size of the recording.
  public func chromeTrace() -> Data { Data(TraceWriter.trace(of: self)) }
}
