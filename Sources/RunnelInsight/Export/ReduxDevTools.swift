// SPDX-License-Identifier: MIT

public import Foundation

extension Session {
  /// Returns this session as JSON for the browser extension Redux DevTools.
  ///
  /// The extension imports it only into a page that connects with `features: {import: true}`, such
  /// as that of the sample Inspector. It shows the session, and can't run its reducers.
  ///
  /// It gets slow with large states: export few actions, or the part of the state at a path of
  /// keys, such as `["cart"]`. Record with `states: .everyAction`: an action without a recorded
  /// state has the one before it. O(size of the recording, and of the exported states).
  ///
  /// - Returns: The lifted state of the extension.
  /// - Throws: ``SessionError`` if a recorded difference doesn't fit the state before, or if the
  ///   exported states take more than 64 MB.
  public func reduxDevTools(last count: Int = 500, of path: [String] = []) throws -> Data {
    // A browser passes no message to an extension that is larger.
    try liftedState(last: count, of: path, limit: 64 << 20)
  }

  /// Returns the last actions, and the states after them, which take at most `limit` bytes.
  func liftedState(last count: Int, of path: [String], limit: Int) throws -> Data {
    let first = max(actions.count - max(count, 0), 0)
    var cursor = StateCursor(self, notAfter: first)
    var state = "null"
    func takeState() {
      guard let recorded = cursor.state else { return }
      state = path.reduce(recorded) { $0[$1] ?? .null }.description
    }
    while cursor.position < first {
      // The last one that is known, if the next action has none.
      if actions[cursor.position].changes == nil { takeState() }
      try cursor.step()
    }
    takeState()
    let committed = state
    var states = #"{"state":\#(state)}"#
    var entries = [entry(["type": "@@INIT"], at: .zero)]
    while let (action, _) = try cursor.step() {
      takeState()
      entries.append(entry(content(of: action), at: action.time))
      states += #",{"state":\#(state)}"#
      // A few differences can make many large states.
      guard states.utf8.count <= limit else {
        throw SessionError(
          "the states of these actions take more than \(limit >> 20) MB:"
            + " export fewer actions, or a part of the states")
      }
    }
    let actionsByID = entries.enumerated().map { JSONValue.Member(key: "\($0)", value: $1) }
    return Data(
      """
      {"actionsById":\(JSONValue.object(actionsByID)),"computedStates":[\(states)],\
      "currentStateIndex":\(entries.count - 1),"nextActionId":\(entries.count),\
      "stagedActionIds":\(Array(entries.indices)),"skippedActionIds":[],\
      "committedState":\(committed),"isLocked":false,"isPaused":false}
      """.utf8)
  }

  private func content(of action: RecordedAction) -> JSONValue {
    var type = action.shortTypeName
    let payload = action.payload.flatMap { try? JSONParser.value(in: Array($0.utf8)) }
    // The payload of an enumeration has the case as its only key.
    if case .object(let cases)? = payload, cases.count == 1 { type += ".\(cases[0].key.text)" }
    return [
      "type": .string(type), "payload": payload,
      "text": payload == nil ? action.text.map(JSONValue.string) : nil,
      "number": .integer(action.number), "place": "\(action.file):\(action.line)",
      "parent": action.parent.map(JSONValue.integer),
    ]
  }

  private func entry(_ action: JSONValue, at time: Duration) -> JSONValue {
    let timestamp = info.start.timeIntervalSince1970 * 1_000 + time / .milliseconds(1)
    let isDate = timestamp.isFinite && abs(timestamp) < 8.64e15
    return [
      "type": "PERFORM_ACTION", "action": action,
      "timestamp": .integer(isDate ? Int(timestamp) : 0),
    ]
  }
}
