// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelInsight
import Testing

/// The model that these tests record.
enum Shop {
  struct State: Codable, Equatable, Sendable {
    var cart = Cart.State()
    var visits = 0
    var stamp = ""
  }

  enum Action: Runnel.Action, Codable, Equatable { case visited, stamped }

  enum Cart {
    struct State: Codable, Equatable, Sendable {
      var items: [String] = []
      var total = 0
      var isLoading = false
    }

    enum Action: Runnel.Action, Codable, Equatable {
      case add(String, price: Int)
      case removeLast
      case clear
      case load
      case loaded([String])
    }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .add(let item, let price):
        state.items.append(item)
        state.total += price
      case .removeLast:
        // The bug of these tests: the price stays, and a second removal subtracts it twice.
        if state.items.popLast() == nil { state.total -= 1 }
      case .clear:
        state = State()
      case .load:
        state.isLoading = true
        return .run { send in send(.loaded(["tea"])) }.cancellable(id: "load")
      case .loaded(let items):
        state.isLoading = false
        state.items = items
      }
      return .none
    }
  }

  static let types = reducer().actionTypes

  /// Returns the reducer with a stamp that a closure makes.
  static func reducer(stamp: @escaping @Sendable () -> String = { "" }) -> Reducer<State> {
    Reducer {
      Cart.reducer.scope(\.cart)
      Reducer.updating(Action.self) { state, action in
        switch action {
        case .visited: state.visits += 1
        case .stamped: state.stamp = stamp()
        }
      }
    }
  }
}

/// The location of a new file, which is removed with this object.
final class TemporaryFile: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("\(UUID().uuidString).ndjson")

  deinit { try? FileManager.default.removeItem(at: url) }
}

/// Records what `body` does with a store, and returns the lines of the file.
func record<State>(
  _ store: Store<State>, states: RecordedStates = .adaptive, deliveries: Bool = false,
  redacting redact: (@Sendable (any Action) -> Redaction)? = nil,
  redactingState redactState: (@Sendable (inout State) -> Void)? = nil,
  _ body: () async throws -> Void
) async throws -> Data {
  let file = TemporaryFile()
  let recording = try store.record(
    to: file.url, states: states, deliveries: deliveries, redacting: redact,
    redactingState: redactState)
  try await body()
  await store.settled(includingEffects: true)
  try await recording.flush()
  return try Data(contentsOf: file.url)
}

/// Records what `body` does with a store, and returns the session.
func session<State>(
  of store: Store<State>, actions: [any Action.Type] = Shop.types,
  states: RecordedStates = .adaptive, deliveries: Bool = false, _ body: () async throws -> Void
) async throws -> Session {
  let data = try await record(store, states: states, deliveries: deliveries, body)
  return try Session(data: data, actions: actions)
}

/// Replays a session, and expects that it ends with a state.
@discardableResult
func replay<State: Codable & Equatable & Sendable>(
  _ session: Session, with reducer: Reducer<State>, to state: State,
  location: SourceLocation = #_sourceLocation
) throws -> Replay<State> {
  let replay = try session.replay(reducer: reducer)
  #expect(try replay.run() == nil, sourceLocation: location)
  #expect(replay.state == state, sourceLocation: location)
  return replay
}

/// Returns the lines of a recording.
func lines(_ data: Data) -> [String] {
  String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
}

/// Returns a recording with other lines.
func data(_ lines: [String]) -> Data { Data(lines.map { "\($0)\n" }.joined().utf8) }

/// Returns the first line of a recording.
func header(states: String = "none", state: String = "S") -> String {
  #"{"runnel":1,"start":"2025-01-01T00:00:00.000Z","states":"\#(states)","state":"\#(state)"}"#
}
