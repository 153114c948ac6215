// SPDX-License-Identifier: MIT

import RunnelInsight

struct Tool: Sendable {
  struct Parameter: Sendable {
    enum Kind: String, Sendable { case string, integer, number, boolean }

    let name: String
    let kind: Kind
    let text: String
    let isRequired: Bool
    /// The least integer.
    let minimum: Int

    init(
      _ name: String, _ kind: Kind, _ text: String, isRequired: Bool = false, minimum: Int = 0
    ) {
      (self.name, self.kind, self.text) = (name, kind, text)
      (self.isRequired, self.minimum) = (isRequired, minimum)
    }
  }

  let name: String
  let title: String
  /// What it answers, for the assistant.
  let text: String
  var parameters: [Parameter] = []
  var changesApp = false
  let run: @Sendable (Arguments, Session, any SessionSource) async throws -> Answer

  /// The element of `tools/list`.
  var description: JSON {
    var properties: [String: JSON] = [:]
    for parameter in parameters {
      var schema: JSON = [
        "type": .string(parameter.kind.rawValue), "description": .string(parameter.text),
      ]
      if parameter.kind == .integer { schema["minimum"] = .integer(parameter.minimum) }
      properties[parameter.name] = schema
    }
    return [
      "name": .string(name), "title": .string(title), "description": .string(text),
      "inputSchema": [
        "type": "object", "properties": .object(properties), "additionalProperties": false,
        "required": .array(parameters.filter(\.isRequired).map { .string($0.name) }),
      ],
      "annotations": [
        "title": .string(title), "readOnlyHint": .bool(!changesApp),
        "destructiveHint": .bool(changesApp), "idempotentHint": .bool(!changesApp),
        "openWorldHint": false,
      ],
    ]
  }
}

/// The arguments of a call, which have the types that the tool asks for.
struct Arguments {
  private let values: [String: JSON]
  private let tool: String

  /// Throws a ``Failure`` if the tool has no such arguments.
  init(_ json: JSON, of tool: Tool) throws {
    guard case .object(let values) = json else { throw Failure("`arguments` must be an object") }
    self.tool = tool.name
    // A client can write an argument without a value as null.
    self.values = values.filter { $0.value != .null }
    for (name, value) in self.values {
      guard let parameter = tool.parameters.first(where: { $0.name == name }) else {
        let names = tool.parameters.map(\.name).joined(separator: ", ")
        throw Failure(
          "`\(name.prefix(40))` isn't an argument of `\(tool.name)`, which has "
            + (names.isEmpty ? "none" : names))
      }
      let isRight =
        switch parameter.kind {
        case .string: (value.text?.utf8.count ?? .max) <= 2_000
        case .integer: (value.integer ?? -1) >= parameter.minimum
        case .number: value.number != nil
        case .boolean: value.bool != nil
        }
      guard isRight else {
        let kind =
          switch parameter.kind {
          case .string: "string, and at most 2,000 bytes"
          case .integer: "integer, and at least \(parameter.minimum)"
          case .number, .boolean: "\(parameter.kind)"
          }
        throw Failure("`\(name)` must be of the type \(kind)")
      }
    }
    for parameter in tool.parameters where parameter.isRequired && values[parameter.name] == nil {
      throw Failure("`\(parameter.name)` is missing: \(parameter.text)")
    }
  }

  func text(_ name: String) -> String? { values[name]?.text }
  func integer(_ name: String) -> Int? { values[name]?.integer }
  func number(_ name: String) -> Double? { values[name]?.number }
  func flag(_ name: String) -> Bool { values[name]?.bool ?? false }

  func action(_ name: String, of session: Session) throws -> Int? {
    guard let number = integer(name) else { return nil }
    guard let index = session.index(of: number) else {
      guard let first = session.actions.first?.number, let last = session.actions.last?.number
      else { throw Failure("there is no action \(number): none has been recorded yet") }
      if first...last ~= number {
        throw Failure(
          "action \(number) wasn't reduced: a middleware kept it, its effect was canceled, or the "
            + "one of many that it was for is gone")
      }
      throw Failure("there is no action \(number); `actions` lists those from \(first) to \(last)")
    }
    return index
  }

  /// Returns a cursor for a call with the same arguments.
  func cursor(at position: Int, of session: Session) -> String {
    let others = values.filter { !["cursor", "limit"].contains($0.key) }
    let call: JSON = [
      "tool": .string(tool), "arguments": .object(others),
      "start": .number(session.info.start.timeIntervalSince1970),
    ]
    // The same in each run, unlike the hash of a dictionary: FNV-1a.
    let hash = call.line.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return "\(position)@\(String(hash, radix: 36))"
  }

  /// Returns the position at which an earlier answer ended, in a list with a number of elements.
  func cursor(of session: Session, count: Int) throws -> Int? {
    guard let text = text("cursor") else { return nil }
    guard let position = text.split(separator: "@").first.flatMap({ Int($0) }),
      (0..<count).contains(position), text == cursor(at: position, of: session)
    else {
      throw Failure(
        "the cursor belongs to another session, tool or list of arguments; leave it out to begin "
          + "again")
    }
    return position
  }
}

extension Tool.Parameter {
  static let cursor = Tool.Parameter(
    "cursor", .string, "The cursor of the answer before, to read on with the same arguments.")
}
