// SPDX-License-Identifier: MIT

import Foundation
import RunnelInsight

/// The tools that change the running app.
extension Tool {
  static let restore = Tool(
    name: "restore", title: "Restore a state in the running app",
    text: """
      Replaces the state of the running app by the one after an action. The app records it as an \
      action of the type RestoredState. Effects go on.
      """,
    parameters: [
      Parameter("after", .integer, "The number of an action.", isRequired: true)
    ],
    changesApp: true
  ) { arguments, _, source in
    let number = arguments.integer("after") ?? 0
    try await source.restore(after: number)
    return Answer([
      "The state after action \(number) was sent to the app. `actions` with the type RestoredState "
        + "shows when the app has restored it."
    ])
  }

  static let dispatch = Tool(
    name: "dispatch", title: "Dispatch an action in the running app",
    text: """
      Dispatches an action of a type that the app accepts: those that it passes to \
      store.inspect(at:accepting:). `why` shows the type and the content of a recorded action, in \
      the form to use here. The action is for all of many: it has no address.
      """,
    parameters: [
      Parameter(
        "type", .string, "The type of the action, with its module or without.", isRequired: true),
      Parameter(
        "payload", .string, #"The action as JSON, such as {"add":{"_0":"tea"}}."#,
        isRequired: true),
    ],
    changesApp: true
  ) { arguments, session, source in
    let (name, text) = (arguments.text("type") ?? "", arguments.text("payload") ?? "")
    let type = try acceptedType(name, among: session.info.acceptedTypes)
    let last = session.actions.last { $0.typeName == type }
    let example = last?.payload.map { "; action \(last?.number ?? 0) was \($0)" } ?? ""
    guard JSON.read(Data(text.utf8)) != nil else {
      throw Failure("`payload` isn't JSON" + example)
    }
    // The text, which has all digits of a number. Line breaks are only between its parts.
    let line = text.utf8.map { [0x0A, 0x0D].contains($0) ? 0x20 : $0 }
    try await source.dispatch(type, String(decoding: line, as: UTF8.self))
    return Answer([
      "The action was sent to the app. `actions` with the type \(type) shows when the app has "
        + "reduced it. If it never does, the payload isn't one of the type" + example + "."
    ])
  }

  /// Returns the accepted type with a name, or the only one that ends with it.
  static func acceptedType(_ name: String, among accepted: [String]) throws -> String {
    if accepted.contains(name) { return name }
    let found = accepted.filter { $0.hasSuffix(".\(name)") }
    if found.count == 1 { return found[0] }
    if accepted.isEmpty {
      throw Failure(
        "the app accepts no actions: it names their types in store.inspect(at:accepting:), "
          + "and they are Decodable")
    }
    throw Failure(
      found.isEmpty
        ? "the app doesn't accept \(name), but \(accepted.joined(separator: ", "))"
        : "\(name) can be \(found.joined(separator: " or "))")
  }
}
