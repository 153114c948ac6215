// SPDX-License-Identifier: MIT

public import Foundation

/// Writes a session as the lifted state of Redux DevTools.
struct ReduxDevTools {
  private let session: Session
  private let count: Int
  private let path: [String]
  private let limit: Int

  /// Creates a writer with the largest number of bytes of the states.
  ///
  /// A browser passes no message to an extension that is larger than the default.
  init(_ session: Session, last count: Int, of path: [String], limit: Int = 64 << 20) {
    self.limit = limit
    self.session = session
    self.count = max(count, 0)
    self.path = path
  }

  /// Returns the lifted state with the last actions and the states after them, as JSON.
  ///
  /// The extension needs a state for each action, so an action without one has the state before.
  func liftedState() throws -> [UInt8] {
    let first = max(session.actions.count - count, 0)
    var cursor = StateCursor(session, notAfter: first)
    var state = Array("null".utf8)
    func takeState() {
      guard let recorded = cursor.state else { return }
      state.removeAll(keepingCapacity: true)
      part(of: recorded).write(to: &state)
    }
    while cursor.position < first {
      // The last one that is known, if the next action has none.
      if session.actions[cursor.position].changes == nil { takeState() }
      try cursor.step()
    }
    takeState()
    let committed = state
    var states = Array(#"{"state":"#.utf8) + state + Array("}".utf8)
    var actions = [member("0", entry(object([("type", .string("@@INIT"))]), at: .zero))]
    while let (action, _) = try cursor.step() {
      takeState()
      actions.append(member("\(actions.count)", entry(content(of: action), at: action.time)))
      states += Array(#",{"state":"#.utf8) + state + Array("}".utf8)
      // A few differences can make many large states.
      guard states.count <= limit else {
        throw SessionError(
          "the states of these actions take more than \(limit >> 20) MB:"
            + " export fewer actions, or a part of the states")
      }
    }
    var json: [UInt8] = []
    func write(_ key: StaticString, _ value: [UInt8]) {
      json += Array(json.isEmpty ? "{\"\(key)\":".utf8 : ",\"\(key)\":".utf8) + value
    }
    func text(_ value: JSONValue) -> [UInt8] {
      var bytes: [UInt8] = []
      value.write(to: &bytes)
      return bytes
    }
    write("actionsById", text(.object(actions)))
    write("computedStates", Array("[".utf8) + states + Array("]".utf8))
    write("currentStateIndex", text(number(actions.count - 1)))
    write("nextActionId", text(number(actions.count)))
    write("stagedActionIds", text(.array(actions.indices.map(number))))
    write("skippedActionIds", text(.array([])))
    write("committedState", committed)
    write("isLocked", text(.bool(false)))
    write("isPaused", text(.bool(false)))
    return json + Array("}".utf8)
  }

  /// Returns the chosen part of a state, or null if the state doesn't have it.
  private func part(of state: JSONValue) -> JSONValue {
    path.reduce(state) { $0[$1] ?? .null }
  }

  private func content(of action: RecordedAction) -> JSONValue {
    var type = action.shortTypeName
    var members: [(String, JSONValue)] = []
    if let payload = action.payload, let value = try? JSONParser.value(in: Array(payload.utf8)) {
      // The payload of an enumeration has the case as its only key.
      if case .object(let cases) = value, cases.count == 1 { type += ".\(cases[0].key)" }
      members.append(("payload", value))
    } else if let text = action.text {
      members.append(("text", .string(text)))
    }
    members.append(("number", number(action.number)))
    members.append(("place", .string("\(action.file):\(action.line)")))
    if let parent = action.parent { members.append(("parent", number(parent))) }
    return object([("type", .string(type))] + members)
  }

  private func entry(_ action: JSONValue, at time: Duration) -> JSONValue {
    let start = session.info.start.timeIntervalSince1970 * 1_000
    let sinceStart = time / .milliseconds(1)
    let total = start + sinceStart
    let timestamp = total.isFinite && abs(total) < 8.64e15 ? Int(total) : 0
    return object([
      ("type", .string("PERFORM_ACTION")), ("action", action), ("timestamp", number(timestamp)),
    ])
  }

  private func number(_ value: Int) -> JSONValue { .number("\(value)") }

  private func member(_ key: String, _ value: JSONValue) -> JSONValue.Member {
    JSONValue.Member(key: key, value: value)
  }

  private func object(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(members.map { member($0.0, $0.1) })
  }
}

extension Session {
  /// Returns this session as JSON for the browser extension Redux DevTools.
  ///
  /// The extension imports it only into a page that connects with `features: {import: true}`. The
  /// sample Inspector makes such a page. The extension shows the session, and can't run its
  /// reducers.
  ///
  /// It gets slow with large states, so export few actions, or a part of the state. Record with
  /// `states: .everyAction`: an action without a recorded state has the one before it. O(size of
  /// the recording, and of the exported states).
  ///
  /// - Parameters:
  ///   - count: The number of actions to export, from the end.
  ///   - path: The keys of the part of the state to export, such as `["cart"]`. By default it is
  ///     the whole state.
  /// - Returns: The lifted state of the extension.
  /// - Throws: ``SessionError`` if a recorded difference doesn't fit the state before, or if the
  ///   exported states take more than 64 MB.
  public func reduxDevTools(last count: Int = 500, of path: [String] = []) throws -> Data {
    Data(try ReduxDevTools(self, last: count, of: path).liftedState())
  }
}
