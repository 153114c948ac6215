// SPDX-License-Identifier: MIT

public import Runnel

extension StoreOf {
  /// Returns the parts of this store as a graph: action types, slices, consumers.
  ///
  /// ```swift
  /// print(store.graph(.mermaid))
  /// ```
  ///
  /// An arrow leads from an action type to each slice that a reducer changes in response, and from
  /// a slice to its parts and to its consumers. The graph shows the reducers and subscriptions that
  /// exist at the moment, not those that the program can create. O(number of reducers and
  /// subscriptions).
  public func graph(_ format: GraphFormat) -> String {
    var graph = StoreGraph()
    for reducer in reducers {
      graph.add(action: reducer.actionType ?? "every action", changing: reducer.path)
    }
    for subscription in connections {
      let name = subscription.consumer ?? subscription.kind.rawValue
      let place = "\(subscription.file):\(subscription.line)"
      graph.add(consumer: "\(name) at \(place)", of: subscription.slice)
    }
    graph.connectSlices()
    return graph.text(format)
  }
}
