// SPDX-License-Identifier: MIT

import Foundation
public import Runnel

extension Session {
  /// Returns a replay of this session.
  ///
  /// - Parameters:
  ///   - state: The state at the start of the recording.
  ///   - reducer: The reducer of the recorded store.
  ///   - redactState: The closure that removed parts of the states in the recording, if one did.
  /// - Returns: A replay at its start.
  /// - Throws: ``SessionError`` if an action can't be replayed, if a record is damaged, if the
  ///   recording is of another type of state, or if it begins with another state. Nothing has been
  ///   replayed then.
  public func replay<State: Sendable>(
    from state: State, reducer: Reducer<State>,
    redactingState redactState: ((inout State) -> Void)? = nil
  ) throws -> Replay<State> {
    try Replay(self, from: state, reducer, redacting: redactState)
  }

  /// Returns a replay of this session from the recorded first state.
  ///
  /// - Throws: ``SessionError``, for example if the recording has no state.
  public func replay<State: Decodable & Sendable>(reducer: Reducer<State>) throws -> Replay<State> {
    guard let first = snapshots.first, first.actionCount == 0 else {
      throw SessionError("the recording has no state at its start")
    }
    let state: State
    do {
      state = try SessionCoder.makeDecoder().decode(State.self, from: stateData(first))
    } catch {
      throw SessionError(line: first.fileLine, "its state isn't a \(State.self): \(error)")
    }
    return try replay(from: state, reducer: reducer)
  }

  /// Throws the first reason why the session can't be replayed with a type of state.
  func checkReplay<State: Sendable>(of: State.Type, with runner: ReplayRunner<State>) throws {
    let name = String(reflecting: State.self)
    if info.stateName != name {
      throw SessionError(
        line: 1, "the recording is of \(info.stateName), and not of \(name)")
    }
    if let finding = report.findings.first(where: { $0.grade == .impossible })
      ?? report.findings.first
    {
      throw SessionError(line: finding.line, finding.reason)
    }
    for action in actions {
      if let address = action.address, !runner.hasAddress(address) {
        throw SessionError(
          line: action.fileLine, "no reducer belongs to \(address.prefix(40))")
      }
    }
  }
}

extension Reducer where State: Sendable {
  /// The types of actions that the composed reducers handle, for ``RunnelInsight/Session``.
  ///
  /// A reducer of every action names no type. Add the types that only such reducers handle.
  /// O(number of reducers).
  public var actionTypes: [any Action.Type] {
    handledTypes + [RestoredState<State>.self]
  }
}
