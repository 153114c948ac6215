// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelInsight

/// The model of the recordings that `.ci/fuzz` damages.
struct Model: Codable, Equatable, Sendable {
  enum Action: Runnel.Action, Codable {
    case add(String, Int)
    case remove
    case name(String, [String: Double])
  }

  var items: [String] = []
  var total = 0
  var names: [String: [String: Double]] = [:]

  static let reducer = Reducer<Model>.updating(Action.self) { state, action in
    switch action {
    case .add(let item, let price):
      state.items.append(item)
      state.total &+= price
    case .remove: state.total &-= state.items.popLast() == nil ? 1 : 0
    case .name(let name, let values): state.names[name] = values
    }
  }
}

/// Reads a recording and does everything with it that a session offers.
func read(_ bytes: Data) throws {
  let limits = SessionLimits(lineSize: 1 << 15, fileSize: 1 << 16)
  let session = try Session(data: bytes, actions: Model.reducer.actionTypes, limits: limits)
  precondition(session.report.findings.count <= 2_000 && !session.report.description.isEmpty)
  for action in session.actions.prefix(50) { _ = session.why(action.number)?.description }
  precondition(session.jsonLines().count <= bytes.count)
  check(session.chromeTrace())
  for format in [GraphFormat.mermaid, .dot] { _ = session.graph(format) }
  check(Data(session.graph(.json).utf8))
  for path in [[], ["names"]] {
    if let lifted = try? session.reduxDevTools(last: 20, of: path) { check(lifted) }
  }
  _ = try? session.forEachChange { _, _ in true }
  for action in session.actions.suffix(5) {
    if let state = try? session.recordedState(after: action.number) { check(state) }
  }
  replay(try? session.replay(from: Model(), reducer: Model.reducer))
  replay(try? session.replay(reducer: Model.reducer))
  let small = try? session.minimized(from: Model(), reducer: Model.reducer) { $0.total >= 0 }
  _ = small?.testCase()
}

func replay(_ replay: Replay<Model>?) {
  guard let replay else { return }
  do { try replay.run() } catch { _ = "\(error)" }
  for action in replay.session.actions.prefix(3) { try? replay.step(to: action.number) }
}

/// Ends the program if text of an export isn't JSON.
func check(_ json: Data) {
  do { _ = try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed) } catch {
    // A number of any size is JSON, but Foundation refuses what no `Double` can be.
    let text = String(decoding: json, as: UTF8.self)
    let small = text.replacing(/"(\\.|[^"\\])*"|(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+\-]?[0-9]+)?/) {
      $0.0.hasPrefix("\"") ? $0.0 : "0e0"
    }
    if (try? JSONSerialization.jsonObject(with: Data(small.utf8), options: .fragmentsAllowed))
      == nil
    {
      fatalError("\(error): \(text.prefix(2_000))")
    }
  }
}

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  try? read(Data(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
