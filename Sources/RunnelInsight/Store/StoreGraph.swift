// SPDX-License-Identifier: MIT

public import Runnel

/// The parts of a store as a graph: action types, slices that reducers change, and consumers.
struct StoreGraph {
  enum Kind: String {
    case action, slice, consumer
  }

  struct Node: Hashable {
    let kind: Kind
    let name: String
  }

  private(set) var nodes: [Node] = []
  private(set) var edges: [(from: Int, to: Int)] = []
  private var positions: [Node: Int] = [:]
  private var known: Set<[Int]> = []

  mutating func add(action: String, changing slice: String) {
    add(Node(kind: .action, name: action), to: Node(kind: .slice, name: slice))
  }

  mutating func add(consumer: String, of slice: String) {
    add(Node(kind: .slice, name: slice), to: Node(kind: .consumer, name: consumer))
  }

  private mutating func add(_ source: Node, to target: Node) {
    let edge = [position(of: source), position(of: target)]
    if known.insert(edge).inserted { edges.append((edge[0], edge[1])) }
  }

  private mutating func position(of node: Node) -> Int {
    if let position = positions[node] { return position }
    positions[node] = nodes.count
    nodes.append(node)
    return nodes.count - 1
  }

  /// Connects each slice with the closest slice around it.
  mutating func connectSlices() {
    for slice in nodes where slice.kind == .slice {
      // A path of a thousand characters, or of more parts, isn't one of a program.
      let name = slice.name.prefix(1_000)
      let ends = name.indices.reversed().filter { ".?[ ".contains(name[$0]) }
      let around = ends.prefix(64).lazy.map { Node(kind: .slice, name: String(name[..<$0])) }
      if let closest = around.first(where: { positions[$0] != nil }) { add(closest, to: slice) }
    }
  }

  func text(_ format: GraphFormat) -> String {
    switch format {
    case .mermaid: mermaid
    case .dot: dot
    case .json: json.description
    }
  }

  private var mermaid: String {
    let nodes = nodes.enumerated().map { index, node in
      // Mermaid has no escapes in labels but character codes.
      let label = escaped(node.name, "\"#;<>&`") { "#\($0.value);" }
      let (open, close) =
        switch node.kind {
        case .action: ("[/", "/]")
        case .slice: ("[(", ")]")
        case .consumer: ("([", "])")
        }
      return "  n\(index)\(open)\"\(label)\"\(close)\n"
    }
    let edges = edges.map { "  n\($0.from) --> n\($0.to)\n" }
    return "flowchart LR\n" + (nodes + edges).joined()
  }

  private var dot: String {
    let nodes = nodes.enumerated().map { index, node in
      let label = escaped(node.name, "\\\"") { $0.value < 32 ? " " : "\\\($0)" }
      let shape =
        switch node.kind {
        case .action: "parallelogram"
        case .slice: "cylinder"
        case .consumer: "ellipse"
        }
      return "  n\(index) [label=\"\(label)\", shape=\(shape)];\n"
    }
    let edges = edges.map { "  n\($0.from) -> n\($0.to);\n" }
    return "digraph store {\n  rankdir=LR;\n" + (nodes + edges).joined() + "}\n"
  }

  /// Scalars, and not characters: `"` and a scalar such as U+0600 before it are one character.
  private func escaped(
    _ text: String, _ others: String, _ escape: (Unicode.Scalar) -> String
  ) -> String {
    text.unicodeScalars.map { scalar in
      scalar.value < 32 || others.unicodeScalars.contains(scalar) ? escape(scalar) : String(scalar)
    }.joined()
  }

  private var json: JSONValue {
    let nodes = nodes.enumerated().map { index, node -> JSONValue in
      ["id": .integer(index), "kind": .string(node.kind.rawValue), "name": .string(node.name)]
    }
    let edges = edges.map { edge -> JSONValue in
      ["from": .integer(edge.from), "to": .integer(edge.to)]
    }
    return ["nodes": .array(nodes), "edges": .array(edges)]
  }
}

/// A format for the graph of a store.
public enum GraphFormat: Sendable {
  /// A Mermaid flowchart, which GitHub renders.
  case mermaid
  /// The language of Graphviz.
  case dot
  /// An object with `nodes` and `edges`.
  case json
}

extension StoreOf {
  /// Returns the parts of this store as a graph: action types, slices, consumers.
  ///
  /// ```swift
  /// print(store.graph(.mermaid))
  /// ```
  ///
  /// An arrow leads from an action type to each slice that a reducer changes in response, and from
  /// a slice to its parts and to its consumers. The graph shows the present reducers and
  /// subscriptions, not those that the program can create. O(number of reducers and subscriptions).
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

extension Session {
  /// Returns what this session shows of the store as a graph: action types, slices, consumers.
  ///
  /// An arrow leads from an action type to each slice whose reducers handled such an action, and
  /// from a slice to its parts and to the consumers that received it, in recordings with
  /// `deliveries: true`. What didn't happen during the recording isn't in the graph: see
  /// `graph(_:)` of a store for all that it has at the moment. O(size of the recording).
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
