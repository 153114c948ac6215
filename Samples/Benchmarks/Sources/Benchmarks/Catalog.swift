// SPDX-License-Identifier: MIT

import Harness

/// All that can be measured, by name.
enum Catalogue {
  /// The workloads of the table. A new one is added here.
  static func workloads(_ scale: Scale) -> [Workload] {
    [
      Increments.one(scale),
      Increments.four(scale),
      Latency.onQueue(scale),
      Latency.onMain(scale),
      Slices.workload(scale),
      FeatureWorkloads.workload(scale),
      Items.workload(scale),
      Burst.workload(scale),
      Subscriptions.workload(scale),
      Subscriptions.memory(scale),
      Hops.workload(scale),
      LargeState.workload(),
    ]
  }

  /// The curves. Those of one workload are drawn from the same findings.
  static func curves(_ scale: Scale) -> [Curve] {
    let burst = Burst.growth(scale)
    return [
      Curve(
        name: "features",
        title: "An action, as features are added",
        sizeLabel: "features composed",
        workload: FeatureWorkloads.growth(scale)
      ),
      Curve(
        name: "observers",
        title: "An action that concerns one observer, as others are added",
        sizeLabel: "observers that it does not concern",
        workload: Slices.unrelated(scale)
      ),
      Curve(
        name: "array",
        title: "A change of one element, as the array grows",
        sizeLabel: "elements",
        workload: Items.growth(scale)
      ),
      Curve(
        name: "producers",
        title: "An increment, as threads are added that dispatch",
        sizeLabel: "threads",
        workload: Increments.growth(scale)
      ),
      Curve(
        name: "burst",
        title: "A change in a burst, until a view shows the last",
        sizeLabel: "changes in the burst",
        workload: burst
      ),
      Curve(
        name: "burst-told",
        title: "How often a view is told in a burst",
        sizeLabel: "changes in the burst",
        quantity: .told,
        workload: burst
      ),
    ]
  }
}
