// SPDX-License-Identifier: MIT

import Foundation
public import Runnel

/// A session that is run again, action by action, without effects.
///
/// ```swift
/// let replay = try session.replay(from: AppState(), reducer: appReducer)
/// try replay.run()
/// ```
///
/// The recorded actions include those that effects sent, so no effect is performed. Each recorded
/// state is compared with that of the replay. Use a replay from one thread at a time.
public final class Replay<State: Sendable> {
  /// A state on the way, from which an earlier action is reached.
  private struct Checkpoint {
    var recorded: StateCursor
    var state: State
    var position: Int { recorded.position }
  }

  /// The session.
  public let session: Session
  /// The number of actions that have been replayed.
  public var position: Int { current.position }
  /// The state after these actions.
  public var state: State { current.state }
  /// The number of recorded states that have been compared, each once.
  public private(set) var verifiedCount = 0

  /// The number of actions between two checkpoints, which doubles when there are too many.
  var checkpointInterval = 512
  private let reducer: Reducer<State>
  private let runner: ReplayRunner<State>
  private let comparison: StateComparison<State>
  private var current: Checkpoint
  private var checkpoints: [Checkpoint]
  /// The last state that was compared, if the recording doesn't have the next one: as long as it is
  /// kept, a reducer has to copy its arrays.
  private var verified: (position: Int, state: State?)
  /// The JSON of that state and of the recorded one are the same.
  private var isVerifiedInJSON = false

  init(
    _ session: Session, from state: State, _ reducer: Reducer<State>,
    redacting redact: ((inout State) -> Void)?
  ) throws {
    self.session = session
    self.reducer = reducer
    runner = ReplayRunner(reducer)
    comparison = StateComparison(redacting: redact)
    current = Checkpoint(recorded: StateCursor(session), state: state)
    verified = (current.position, state)
    checkpoints = [current]
    try session.checkReplay(of: State.self, with: runner)
    if current.recorded.state != nil {
      if let difference = differences(after: nil).first {
        let line = session.snapshot(notAfter: 0)?.fileLine
        throw SessionError(line: line, "the recording begins with another state: \(difference)")
      }
      verifiedCount = 1
    }
  }

  /// The next action, or `nil` at the end.
  public var nextAction: RecordedAction? {
    position < session.actions.count ? session.actions[position] : nil
  }

  /// Replays the next action, and returns it, or `nil` at the end.
  ///
  /// If the recording has the state after the action, the bytes of the state are compared with the
  /// last ones, in some 4 ns for an element of an array, and what has changed is encoded. The
  /// reducer changes arrays in place.
  ///
  /// - Throws: ``Divergence`` if the recording has another state after the action.
  @discardableResult
  public func step() throws -> RecordedAction? {
    guard let action = nextAction else { return nil }
    if position == verified.position { verified.state = current.recorded.hasNext ? nil : state }
    runner.reduce(&current.state, action)
    try current.recorded.step()
    try verify(action)
    if position % checkpointInterval == 0, position > checkpoints.last?.position ?? 0 {
      checkpoints.append(current)
      // Each can have a whole state of its own.
      if checkpoints.count > 32 {
        checkpointInterval *= 2
        checkpoints.removeAll { $0.position % checkpointInterval != 0 }
      }
    }
    return action
  }

  /// Replays all actions that are left, or up to one after which `isBreakpoint` returns `true`.
  ///
  /// - Returns: The action at the breakpoint, or `nil` at the end.
  /// - Throws: ``Divergence`` if the recording has another state after an action.
  @discardableResult
  public func run(
    until isBreakpoint: (RecordedAction, State) -> Bool = { _, _ in false }
  ) throws -> RecordedAction? {
    while let action = try step() {
      if isBreakpoint(action, state) { return action }
    }
    return nil
  }

  /// Goes to the state after the action with a number, forward or backward.
  ///
  /// Zero, or any number before the first action, is the start. O(distance), and if it goes back,
  /// at most 512 actions or a sixteenth of the session more.
  ///
  /// - Throws: ``Divergence``, or ``SessionError`` if the session ends before the action.
  public func step(to number: Int) throws {
    let target = try session.position(after: number)
    if target < position, let checkpoint = checkpoints.last(where: { $0.position <= target }) {
      current = checkpoint
    }
    while position < target { try step() }
  }

  private func verify(_ action: RecordedAction) throws {
    guard current.recorded.state != nil, position > verified.position else { return }
    let differences = differences(after: action)
    if !differences.isEmpty { throw divergence(at: action, differences) }
    verifiedCount += 1
    verified = (position, nil)
  }

  private func differences(after action: RecordedAction?) -> [String] {
    let wasVerified = isVerifiedInJSON && position == verified.position + 1
    isVerifiedInJSON = false
    guard let recorded = current.recorded.state, State.self is any Encodable.Type
    else { return [] }
    guard let own = comparison.changes(to: state) else { return ["state: it can't be encoded"] }
    // States that were equal and have changed in the same way are equal.
    if wasVerified, !current.recorded.isAtSnapshot, let changes = action?.changes {
      isVerifiedInJSON = own.elementsEqual(changes) { ($0.path, $0.value) == ($1.path, $1.value) }
    }
    isVerifiedInJSON = isVerifiedInJSON || comparison.json == recorded
    guard !isVerifiedInJSON, let json = comparison.json else { return [] }
    return comparison.differences(recorded, json)
  }

  /// Finds the first action since the last equal state that gives two results for one input.
  private func divergence(at last: RecordedAction, _ differences: [String]) -> Divergence {
    let range = verified.position..<position
    let runs = (0..<8).map { _ in ReplayRunner(reducer) }
    // All live at once, so that their collections have different seeds.
    var states = runs.compactMap { _ in verified.state.map(comparison.rebuilt) }
    for index in range where !states.isEmpty {
      let action = session.actions[index]
      // The order of a set depends on its address, and freed memory is used again first: what one
      // run has freed of any small size stays in use during the next runs.
      var ballast: [[UInt8]] = []
      for run in runs.indices {
        runs[run].reduce(&states[run], action)
        let sizes = (0...run).flatMap { _ in stride(from: 16, through: 2_048, by: 16) }
        ballast += sizes.map { [UInt8](unsafeUninitializedCapacity: $0) { _, _ in } }
      }
      withExtendedLifetime(ballast) {}
      if let other = states.dropFirst().first(where: { !comparison.areEqual(states[0], $0) }) {
        let (one, two) = (comparison.encoded(states[0]), comparison.encoded(other))
        let found = one.flatMap { one in two.map { StateChange.from(one, to: $0) } } ?? []
        return Divergence(
          numbers: action.number...action.number, action: action,
          differences: found.map(\.description))
      }
    }
    let first = session.actions[range.lowerBound].number
    return Divergence(numbers: first...last.number, action: last, differences: differences)
  }
}

extension Session {
  /// Returns a replay of this session from the state at the start of the recording.
  ///
  /// `redactState` is the closure that removed parts of the states in the recording, if one did.
  ///
  /// - Throws: ``SessionError`` if an action can't be replayed, such as one that restored another
  ///   scope, if a record is damaged, or if the recording is of another type of state or begins
  ///   with another state. Nothing has been replayed then.
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
    guard let first = snapshots.first, first.actionCount == 0
    else { throw SessionError("the recording has no state at its start") }
    let state: State
    do {
      state = try SessionCoder.makeDecoder().decode(State.self, from: Data(file.bytes[first.range]))
    } catch {
      throw SessionError(line: first.fileLine, "its state isn't a \(State.self): \(error)")
    }
    return try replay(from: state, reducer: reducer)
  }

  func checkReplay<State: Sendable>(of: State.Type, with runner: ReplayRunner<State>) throws {
    let name = RecordedName.of(State.self)
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
      if let other = action.action as? any StateRestoring, !(other is RestoredState<State>) {
        throw SessionError(
          line: action.fileLine,
          "\(action.shortTypeName) restored another scope, and can't be replayed")
      }
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
  /// A reducer of every action names no type: add those that only it handles. O(number of
  /// reducers).
  public var actionTypes: [any Action.Type] {
    var types: [any Action.Type] = []
    var seen: Set<ObjectIdentifier> = []
    func add(_ reducers: [CompiledReducer]) {
      for reducer in reducers {
        if case .types(let named) = reducer.filter {
          for type in named where seen.insert(ObjectIdentifier(type)).inserted {
            types.append(type)
          }
        }
        add(reducer.parts)
      }
    }
    add(compiled)
    return types + [RestoredState<State>.self]
  }
}
