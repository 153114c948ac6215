// SPDX-License-Identifier: MIT

/// When the subscriptions of a store begin and end, for code that was written for UDF.
package struct SubscriptionTiming: Sendable {
  /// A component that connects behind pending actions receives its first props after them.
  let startsLate: Bool
  /// A subscription whose disposer ends receives what was dispatched before.
  let endsLate: Bool

  /// At once.
  static let immediate = SubscriptionTiming(startsLate: false, endsLate: false)
  /// As in UDF, whose views receive their first props later, on the main queue.
  package static let udf = SubscriptionTiming(startsLate: true, endsLate: false)
  /// As in UDF 2.4 and earlier, where disposers end subscriptions on the store's queue.
  package static let earlierUDF = SubscriptionTiming(startsLate: true, endsLate: true)
}
