// SPDX-License-Identifier: MIT

import Foundation

/// Writes a session as the lifted state of Redux DevTools.
struct ReduxDevTools {
  private let session: Session
  private let count: Int
  private let path: [String]

  init(_ session: Session, last count: Int, of path: [String]) {
    self.session = session
    self.count = max(count, 0)
    self.path = path
  }

  /// Returns the lifted state with the last actions and the states after them.
  ///
  /// The extension needs a state for each action, so an action without one has the state before.
  func liftedState() throws -> JSONValue {
    let first = max(session.actions.count - count, 0)
    var cursor = StateCursor(session, notAfter: first)
    var state = JSONValue.null
    func takeState() {
      if let recorded = cursor.state { state = part(of: recorded) }
    }
    takeState()
    while cursor.position < first {
      _ = try cursor.step()
      takeState()
    }
    let committed = state
    var actions = [member("0", entry(object([("type", .string("@@INIT"))]), at: .zero))]
    var states = [object([("state", state)])]
    while let action = try cursor.step() {
      takeState()
      actions.append(member("\(actions.count)", entry(content(of: action), at: action.time)))
      states.append(object([("state", state)]))
    }
    return object([
      ("actionsById", .object(actions)),
      ("computedStates", .array(states)),
      ("currentStateIndex", number(states.count - 1)),
      ("nextActionId", number(actions.count)),
      ("stagedActionIds", .array(actions.indices.map(number))),
      ("skippedActionIds", .array([])),
      ("committedState", committed),
      ("isLocked", .bool(false)),
      ("isPaused", .bool(false)),
    ])
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

  // MARK: The page

  /// Returns the page that passes the lifted state to the extension.
  func page() throws -> Data {
    let name = JSONValue.string(session.info.app ?? session.info.stateName).description
    let lifted = try liftedState().description
    func embedded(_ json: String) -> String { json.replacing("<", with: #"\u003c"#) }
    return Data(
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="color-scheme" content="light dark">
      <title>Redux DevTools</title>
      <style>
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 42em; margin: 4em auto; padding: 0 1em }
      </style>
      </head>
      <body>
      <h1>A recorded session in Redux DevTools</h1>
      <p id="status">This page needs JavaScript.</p>
      <script type="application/json" id="name">\(embedded(name))</script>
      <script type="application/json" id="lifted">\(embedded(lifted))</script>
      <script>
      "use strict";
      const json = (id) => JSON.parse(document.getElementById(id).textContent);
      const status = document.getElementById("status");
      const extension = window.__REDUX_DEVTOOLS_EXTENSION__;
      if (extension) {
        const lifted = json("lifted");
        const devTools = extension.connect({
          name: json("name"),
          features: { import: true, export: true, jump: true, skip: true, reorder: true, test: true },
        });
        devTools.init(lifted.committedState);
        devTools.send(null, lifted);
        status.textContent = `${lifted.stagedActionIds.length - 1} actions are in the extension. `
          + "Open the Redux tab of the browser's developer tools.";
      } else {
        status.textContent = "Install the extension Redux DevTools, and load this page again. "
          + "To open it as a file, allow the extension to access file URLs.";
      }
      </script>
      </body>
      </html>

      """.utf8)
  }
}
