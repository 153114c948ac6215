// SPDX-License-Identifier: MIT

/// The size of workloads: full for a report, or quick for a functional test.
enum Scale: Sendable {
  case full, quick

  /// Returns a number of actions, or a hundredth of it.
  func actions(_ count: Int) -> Int { self == .full ? count : max(count / 100, 8) }

  /// Returns all sizes, or only the small ones.
  func sizes(_ sizes: [Int], upTo limit: Int) -> [Int] {
    self == .full ? sizes : sizes.filter { $0 <= limit }
  }
}

enum Catalog {
  /// Returns the workloads of the table: add a new one here.
  static func workloads(_ scale: Scale) -> [Workload] {
    [
      Increments.one(scale), Increments.four(scale), Latency.onQueue(scale), Latency.onMain(scale),
      SynchronousDispatch.workload(scale), Slices.workload(scale), FeatureWorkloads.workload(scale),
      Items.workload(scale), Burst.workload(scale), Subscriptions.workload(scale),
      SubscriptionMemory.workload(scale), Hops.workload(scale), Rows.workload(scale),
      Increments.processorTime(scale), SingleCore.workload(scale),
      FeatureWorkloads.startUp(scale),
    ]
  }

  static func curves(_ scale: Scale) -> [Curve] {
    return [
      Curve(
        name: "features", title: "An action, as features are added",
        sizeLabel: "features composed", workload: FeatureWorkloads.growth(scale)),
      Curve(
        name: "observers", title: "An action that affects one observer, as others are added",
        sizeLabel: "observers of other slices", workload: Slices.unrelated(scale)),
      Curve(
        name: "array", title: "A change of one element, as the array grows",
        sizeLabel: "elements", workload: Items.growth(scale)),
      Curve(
        name: "producers", title: "An increment, as dispatching threads are added",
        sizeLabel: "threads", workload: Increments.growth(scale)),
      Curve(
        name: "burst-deliveries", title: "Deliveries to a view in a burst",
        sizeLabel: "changes in the burst", quantity: .deliveries, workload: Burst.growth(scale)),
    ]
  }
}
