// SPDX-License-Identifier: MIT

/// The origin of a subscription, and the notifications that it needs.
struct SubscriptionOrigin: Sendable {
  enum Role: Sendable {
    /// Changes of the slice's value.
    case exact
    /// Possible changes of the slice: the subscriber compares what it computes from the value.
    case loose
    /// Changes of the slice's bytes: a filter of the subscriber compares the values.
    case filtered
    /// All actions, with the values that they led to.
    case listener
    /// All actions, without values.
    case actions

    var isListener: Bool { self == .listener || self == .actions }
  }

  // In this order the properties leave no gaps.
  let site: CallSite
  let kind: SubscriptionInfo.Kind
  var role: Role
  /// The subscription begins after the actions that were dispatched before it.
  var isLate = false
  let delivery: Delivery
  /// The type of the component or listener.
  let consumer: Any.Type?

  init(
    _ kind: SubscriptionInfo.Kind, _ role: Role, _ delivery: Delivery = .every,
    consumer: Any.Type? = nil,
    at site: CallSite
  ) {
    self.kind = kind
    self.role = role
    self.delivery = delivery
    self.consumer = consumer
    self.site = site
  }

  /// A Boolean value indicating whether the subscriber sets the props of a component.
  var isComponent: Bool { kind == .viewComponent || kind == .serviceComponent }
}

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
