// SPDX-License-Identifier: MIT

/// A format for the graph of a store.
public enum GraphFormat: Sendable {
  /// A Mermaid flowchart, which GitHub renders.
  case mermaid
  /// The language of Graphviz.
  case dot
  /// An object with `nodes` and `edges`.
  case json
}
