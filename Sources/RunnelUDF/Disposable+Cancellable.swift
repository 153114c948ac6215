// SPDX-License-Identifier: MIT

#if canImport(Combine)
  public import Combine
  public import Runnel

  /// UDF 2.5 returns Combine's `AnyCancellable`, which code stores in a set.
  extension Disposable: Cancellable {
    /// Ends the subscription.
    public func cancel() {
      dispose()
    }
  }
#endif
