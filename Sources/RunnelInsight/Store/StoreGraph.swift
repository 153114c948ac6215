// SPDX-License-Identifier: MIT

import Runnel

/// The parts of a store as a graph: action types, the slices that their reducers change, and the
/// consumers of slices.
struct StoreGraph {
  enum Kind: String, CaseIterable {
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

  init(_ reducers: [ReducerInfo], _ subscriptions: [SubscriptionInfo]) {
    for reducer in reducers {
      add(
        Node(kind: .action, name: reducer.actionType ?? "every action"),
        to: Node(kind: .slice, name: reducer.path))
    }
    for subscription in subscriptions {
      let place = "\(subscription.file):\(subscription.line)"
      let name = subscription.consumer ?? subscription.kind.rawValue
      add(
        Node(kind: .slice, name: subscription.slice),
        to: Node(kind: .consumer, name: "\(name) at \(place)"))
    }
    addParents()
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
  private mutating func addParents() {
    let slices = nodes.filter { $0.kind == .slice }
    for slice in slices {
      let around = slices.filter { outer in
        outer != slice && slice.name.hasPrefix(outer.name)
          && ".?[ ".contains(slice.name.dropFirst(outer.name.count).prefix(1))
      }
      if let closest = around.max(by: { $0.name.count < $1.name.count }) { add(closest, to: slice) }
    }
  }

  func text(_ format: GraphFormat) -> String {
    switch format {
    case .mermaid: mermaid
    case .dot: dot
    case .json: json
    }
  }

  private var mermaid: String {
    var lines = ["flowchart LR"]
    for (index, node) in nodes.enumerated() {
      // Mermaid has no escapes in labels but character codes.
      let label = node.name.unicodeScalars.map { scalar -> String in
        "\"#;<>&`".unicodeScalars.contains(scalar) || scalar.value < 32
          ? "#\(scalar.value);" : String(scalar)
      }.joined()
      let (open, close) =
        switch node.kind {
        case .action: ("[/", "/]")
        case .slice: ("[(", ")]")
        case .consumer: ("([", "])")
        }
      lines.append("  n\(index)\(open)\"\(label)\"\(close)")
    }
    for edge in edges { lines.append("  n\(edge.from) --> n\(edge.to)") }
    return lines.joined(separator: "\n") + "\n"
  }

  private var dot: String {
    var lines = ["digraph store {", "  rankdir=LR;"]
    for (index, node) in nodes.enumerated() {
      let label = node.name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .split(whereSeparator: \.isNewline).joined(separator: " ")
      let shape =
        switch node.kind {
        case .action: "parallelogram"
        case .slice: "cylinder"
        case .consumer: "ellipse"
        }
      lines.append("  n\(index) [label=\"\(label)\", shape=\(shape)];")
    }
    for edge in edges { lines.append("  n\(edge.from) -> n\(edge.to);") }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  private var json: String {
    func object(_ members: [(String, JSONValue)]) -> JSONValue {
      .object(members.map { JSONValue.Member(key: $0.0, value: $0.1) })
    }
    let nodes = nodes.enumerated().map { index, node in
      object([
        ("id", .number("\(index)")), ("kind", .string(node.kind.rawValue)),
        ("name", .string(node.name)),
      ])
    }
    let edges = edges.map {
      object([("from", .number("\($0.from)")), ("to", .number("\($0.to)"))])
    }
    return object([("nodes", .array(nodes)), ("edges", .array(edges))]).description
  }
}
