// SPDX-License-Identifier: MIT

import RunnelInsight

extension Tool {
  static let subscriptions = Tool(
    name: "subscriptions", title: "Observers",
    text: """
      The observers that received something during the session, with the slices that they observe, \
      the numbers of deliveries and the time that they took. Needs a recording with deliveries.
      """,
    parameters: [
      Parameter("text", .string, "A part of the observer or the slice."), .cursor,
    ]
  ) { arguments, session, _ in
    guard !session.deliveries.isEmpty else {
      throw Failure("the session has no deliveries; record with `deliveries: true`")
    }
    let text = arguments.text("text")
    let lines = Dictionary(grouping: session.deliveries) { "\($0.consumer) observes \($0.slice)" }
      .filter { text == nil || $0.key.localizedCaseInsensitiveContains(text ?? "") }
      .sorted { $0.key < $1.key }
      .map { name, deliveries in
        let slowest = deliveries.map(\.duration).max() ?? .zero
        let thread = deliveries.contains(where: \.isOnMainThread) ? ", on the main thread" : ""
        return "\(name): \(deliveries.count) deliveries, the last one after action "
          + "\(deliveries.last?.number ?? 0), at most \(microseconds(slowest))\(thread)"
      }
    return try Answer.lines(lines, arguments, of: session)
  }

  static let graph = Tool(
    name: "graph", title: "Graph of actions, slices and observers",
    text: """
      Which types of actions changed which slices, and which observers received them, as far as it \
      happened during the session.
      """,
    parameters: [
      Parameter("format", .string, "mermaid (the default), dot for Graphviz, or json."),
      .cursor,
    ]
  ) { arguments, session, _ in
    let name = arguments.text("format") ?? Graph.Format.mermaid.rawValue
    guard let format = Graph.Format(rawValue: name) else {
      throw Failure("`format` must be mermaid, dot or json")
    }
    let lines = session.graph(format.value).split(separator: "\n").map(String.init)
    return try Answer.lines(lines, arguments, of: session)
  }
}
