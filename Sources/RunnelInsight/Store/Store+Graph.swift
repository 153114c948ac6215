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
  /// subscriptions, and the square of the number of slices).
  public func graph(_ format: GraphFormat) -> String {
    StoreGraph(reducers, connections).text(format)
  }
}
