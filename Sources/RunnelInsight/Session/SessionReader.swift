// SPDX-License-Identifier: MIT

import Foundation
import Runnel

struct SessionReader {
  private struct Members {
    let values: [String: Range<Int>]
    let bytes: UnsafeBufferPointer<UInt8>

    func has(_ key: String) -> Bool { values[key] != nil }

    func value(_ key: String) throws -> JSONValue? {
      guard let range = values[key] else { return nil }
      do { return try JSONParser.value(in: bytes, range) } catch {
        throw SessionError("its `\(key)` can't be read: \(error.reason)")
      }
    }

    func count(_ key: String) throws -> Int? {
      try value(key, "a count") { value in value.int.flatMap { $0 >= 0 ? $0 : nil } }
    }

    func text(_ key: String) throws -> String? { try value(key, "a string", \.text) }

    func texts(_ key: String) throws -> [String] {
      try value(key, "an array of strings", \.texts) ?? []
    }

    func duration(_ key: String) throws -> Duration { .nanoseconds(try count(key) ?? 0) }

    private func value<Value>(
      _ key: String, _ kind: String, _ read: (JSONValue) -> Value?
    ) throws -> Value? {
      guard let value = try value(key) else { return nil }
      guard let result = read(value)
      else { throw SessionError("its `\(key)` is \(value.description.prefix(40)) and not \(kind)") }
      return result
    }

    func required<Value>(_ value: Value?, _ key: String) throws -> Value {
      guard let value else { throw SessionError("it has no `\(key)`") }
      return value
    }

    func json(_ key: String) -> String? {
      values[key].map { String(decoding: bytes[$0], as: UTF8.self) }
    }
  }

  private let types: ActionTypes
  private(set) var actions: [RecordedAction] = []
  private(set) var snapshots: [RecordedSnapshot] = []
  private(set) var effects: [RecordedEffect] = []
  private(set) var deliveries: [RecordedDelivery] = []
  private(set) var report = SessionReport()
  private(set) var intactLines: [Range<Int>] = []
  private(set) var effectIndices: [Int: Int] = [:]
  private var strings: Set<String> = []
  private var lastNumber = 0

  init(_ types: [any Action.Type]) { self.types = ActionTypes(types) }

  mutating func read(_ file: SessionFile) throws -> SessionInfo {
    var info: SessionInfo?
    var (start, number) = (0, 0)
    try file.bytes.withUnsafeBufferPointer { bytes in
      while let end = file.bytes[start...].firstIndex(of: 0x0A) {
        number += 1
        do {
          let members = try members(of: start..<end, in: bytes)
          if number == 1 { info = try header(members) } else { try read(members, line: number) }
          intactLines.append(start..<end)
        } catch let damage as SessionError {
          if number == 1 { throw SessionError(line: 1, damage.reason) }
          report.add(.impossible, line: number, damage.reason)
        }
        start = end + 1
      }
    }
    report.isTruncated = start < file.bytes.count
    if let info { return info }
    throw SessionError(file.bytes.isEmpty ? "the file is empty" : "the file has no complete line")
  }

  private func members(
    of line: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
  ) throws -> Members {
    // `String` validates faster than a loop over the bytes.
    let content = UnsafeBufferPointer(rebasing: bytes[line])
    guard String(bytes: content, encoding: .utf8) != nil
    else { throw SessionError("it isn't UTF-8") }
    do {
      var values: [String: Range<Int>] = [:]
      for member in try JSONParser.members(in: bytes, line) {
        guard values.updateValue(member.range, forKey: member.key) == nil
        else { throw SessionError("it has two `\(member.key.prefix(40))`") }
      }
      return Members(values: values, bytes: bytes)
    } catch let failure as JSONParser.Failure {
      throw SessionError(
        "it isn't a JSON object: \(failure.reason), at byte \(failure.position - line.lowerBound + 1)"
      )
    }
  }

  private mutating func header(_ members: Members) throws -> SessionInfo {
    guard let version = try members.count("runnel")
    else { throw SessionError("it isn't the header of a recording") }
    guard (1...RecordingHeader.version).contains(version) else {
      throw SessionError(
        "the format has version \(version), and this library reads version"
          + " \(RecordingHeader.version)")
    }
    let start = try members.required(members.text("start"), "start")
    guard let date = try? RecordingHeader.dates.parse(start)
    else { throw SessionError("its `start` \(start.prefix(40)) is not a date") }
    let states = try members.required(members.text("states"), "states")
    guard let states = RecordedStates(rawValue: states)
    else { throw SessionError("its `states` \(states.prefix(40)) is unknown") }
    let number = try members.count("n") ?? 0
    lastNumber = number
    return SessionInfo(
      app: try members.text("app"), version: try members.text("version"),
      stateName: RecordedName.withoutAddress(
        try members.required(members.text("state"), "state")),
      start: date, firstNumber: number, states: states,
      acceptedTypes: try members.texts("accepts").map(RecordedName.withoutAddress))
  }

  private mutating func read(_ members: Members, line: Int) throws {
    if members.has("runnel") { throw SessionError("it is a second header") }
    if members.has("type") {
      try readAction(members, line: line)
    } else if members.has("state") {
      try readSnapshot(members, line: line)
    } else if members.has("event") {
      try readEffect(members)
    } else if members.has("consumer") {
      try readDelivery(members)
    }
  }

  private mutating func readAction(_ members: Members, line: Int) throws {
    let number = try members.required(members.count("n"), "n")
    guard number >= lastNumber, number > 0
    else { throw SessionError("its number \(number) comes after \(lastNumber)") }
    let parent = try members.count("parent")
    if let parent, parent >= number {
      throw SessionError("its parent \(parent) isn't an earlier action")
    }
    let typeName = shared(
      RecordedName.withoutAddress(try members.required(members.text("type"), "type")))
    let isHidden = try members.value("hidden")?.bool ?? false
    let text = try members.text("text")
    if !isHidden, text == nil, !members.has("payload") {
      throw SessionError("it has neither `payload` nor `text`")
    }
    var changes: [JSONChange]?
    var isTooDeep = false
    if let diff = try members.value("diff") {
      guard case .array(let elements) = diff
      else { throw SessionError("its `diff` is not an array") }
      changes = elements.compactMap(JSONChange.init)
      if changes?.count != elements.count { throw SessionError("its `diff` has an unknown change") }
      isTooDeep = changes?.contains { $0.depth > JSONParser.depthLimit } == true
      if isTooDeep { changes = nil }
    }
    var action = RecordedAction(
      number: number, time: try members.duration("t"), typeName: typeName,
      payload: members.json("payload"), text: text, isHidden: isHidden,
      file: shared(try members.text("file") ?? "?"), line: try members.count("line") ?? 0,
      parent: parent, effect: try members.count("effect"),
      // Version 1 of the format had instances and screens.
      address: try members.text("address") ?? members.text("instance"),
      reduceDuration: try members.duration("reduce"),
      changed: try members.texts("changed").map { shared($0) },
      pendingCount: try members.count("pending") ?? 0, fileLine: line, changes: changes)
    lastNumber = number
    if isTooDeep {
      // The session has the action, but no state.
      actions.append(action)
      throw SessionError("its `diff` nests values more than \(JSONParser.depthLimit) deep")
    }
    if let reason = decode(&action, members, try members.text("problem")) {
      report.add(.readableOnly, line: line, reason)
    } else {
      report.replayableCount += 1
    }
    actions.append(action)
  }

  /// Decodes an action, or returns the reason why it can't be replayed.
  private func decode(
    _ action: inout RecordedAction, _ members: Members, _ problem: String?
  ) -> String? {
    if action.isHidden { return "the recording hid it" }
    guard let payload = members.values["payload"] else {
      return problem.map { "it couldn't be encoded: \($0)" }
        ?? "\(action.typeName) isn't `Encodable`"
    }
    do throws(SessionCoder.Failure) {
      action.action = try types.action(action.typeName, from: Data(members.bytes[payload]))
      return nil
    } catch { return error.description }
  }

  private mutating func readSnapshot(_ members: Members, line: Int) throws {
    let number = try members.required(members.count("n"), "n")
    guard number == lastNumber else {
      throw SessionError("its number \(number) isn't that of the action before, \(lastNumber)")
    }
    let json = try members.required(members.values["state"], "state")
    snapshots.append(RecordedSnapshot(actionCount: actions.count, range: json, fileLine: line))
  }

  private mutating func readEffect(_ members: Members) throws {
    let number = try members.required(members.count("effect"), "effect")
    switch try members.required(members.text("event"), "event") {
    case "began":
      let effect = RecordedEffect(
        number: number, name: try members.text("name") ?? "?", ids: try members.texts("ids"),
        cause: try members.count("cause"), file: shared(try members.text("file") ?? "?"),
        line: try members.count("line") ?? 0, start: try members.duration("t"))
      effectIndices[number] = effects.count
      effects.append(effect)
    case "ended":
      // An effect that began before the recording isn't known.
      guard let index = effectIndices[number] else { return }
      var effect = effects[index]
      effect.end = try members.duration("t")
      effect.outcome = try members.text("outcome")
      effect.error = try members.text("error")
      effects[index] = effect
    case let event: throw SessionError("its `event` \(event.prefix(40)) is unknown")
    }
  }

  private mutating func readDelivery(_ members: Members) throws {
    deliveries.append(
      RecordedDelivery(
        number: try members.count("n") ?? 0, time: try members.duration("t"),
        consumer: shared(try members.text("consumer") ?? "?"),
        slice: shared(try members.text("slice") ?? "?"), duration: try members.duration("took"),
        isOnMainThread: try members.value("main")?.bool ?? false))
  }

  /// Returns one string for all equal ones.
  private mutating func shared(_ string: String) -> String {
    strings.insert(string).memberAfterInsert
  }
}
