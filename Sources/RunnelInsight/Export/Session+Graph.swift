// SPDX-License-Identifier: MIT

extension Session {
  /// Returns what this session shows of the store as a graph: action types, slices, consumers.
  ///
  /// An arrow leads from an action type to each slice whose reducers handled such an action, and
  /// from a slice to its parts and to the consumers that received it. Consumers are in recordings
  /// with `deliveries: true` only. What didn't happen during the recording isn't in the graph. See
  /// `graph(_:)` of a store for everything that it has at the moment. O(size of the recording).
  public func graph(_ format: GraphFormat) -> String {
    var graph = StoreGraph()
    for action in actions {
      for path in action.changed { graph.add(action: action.shortTypeName, changing: path) }
    }
    for delivery in deliveries { graph.add(consumer: delivery.consumer, of: delivery.slice) }
    graph.connectSlices()
    return graph.text(format)
  }
}
