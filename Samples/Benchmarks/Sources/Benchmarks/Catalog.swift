// SPDX-License-Identifier: MIT

import Harness

/// The workloads and curves, by name.
enum Catalog {
  /// Returns the workloads of the table.
  ///
  /// Add a new one here.
  static func workloads(_ scale: Scale) -> [Workload] {
    [
      Increments.one(scale),
      Increments.four(scale),
      Latency.onQueue(scale),
      Latency.onMain(scale),
      SynchronousDispatch.workload(scale),
      SteadyRate.workload(scale),
      Slices.workload(scale),
      FeatureWorkloads.workload(scale),
      Items.workload(scale),
      Burst.workload(scale),
      Subscriptions.workload(scale),
      Subscriptions.memory(scale),
      Hops.workload(scale),
      Rows.workload(scale),
      ProcessorTime.workload(scale),
      SingleCore.workload(scale),
      TypedStores.workload(scale),
      StartUpWorkloads.workload(scale),
      Recordings.workload(scale),
      LargeState.workload(),
    ]
  }

  /// Returns the workloads of which each turn runs in a separate process, without the processes.
  static func separate(_ scale: Scale, seconds: Double) -> [Workload] {
    [
      StartUpWorkloads.inThisProcess(scale),
      Energy.inThisProcess(scale, seconds: seconds),
    ]
  }

  /// Returns the curves.
  ///
  /// Curves of one workload are drawn from the same findings.
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
        title: "An action that affects one observer, as others are added",
        sizeLabel: "observers of other slices",
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
        title: "An increment, as dispatching threads are added",
        sizeLabel: "threads",
        workload: Increments.growth(scale)
      ),
      Curve(
        name: "burst",
        title: "A change in a burst, until a view shows the last one",
        sizeLabel: "changes in the burst",
        workload: burst
      ),
      Curve(
        name: "burst-deliveries",
        title: "Deliveries to a view in a burst",
        sizeLabel: "changes in the burst",
        quantity: .deliveries,
        workload: burst
      ),
    ]
  }
}
