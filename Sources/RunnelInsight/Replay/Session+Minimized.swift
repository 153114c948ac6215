// SPDX-License-Identifier: MIT

public import Runnel
import RunnelText

extension Session {
  /// Returns a shortest sequence of recorded actions after which a condition doesn't hold.
  ///
  /// ```swift
  /// let small = try session.minimized(from: AppState(), reducer: appReducer) {
  ///   $0.cart.total >= 0
  /// }
  /// print(small?.testCase() ?? "The condition holds after every action")
  /// ```
  ///
  /// No action of the sequence can be left out. O(length of the result × length of the session ×
  /// log(length of the session)) reductions.
  ///
  /// - Parameters:
  ///   - state: The state at the start of the recording.
  ///   - reducer: The reducer of the recorded store.
  ///   - condition: Returns whether a state is valid. It is called after each action.
  /// - Returns: The sequence, or `nil` if the condition holds after every action.
  /// - Throws: ``SessionError`` if the session can't be replayed.
  public func minimized<State: Sendable>(
    from state: State, reducer: Reducer<State>, holds condition: (State) -> Bool
  ) throws -> Scenario<State>? {
    let runner = ReplayRunner(reducer)
    try checkReplay(of: State.self, with: runner)
    /// Returns the number of actions after which the condition doesn't hold, or `nil`.
    func failure(in actions: [RecordedAction]) -> Int? {
      var state = state
      for (index, recorded) in actions.enumerated() {
        runner.reduce(&state, recorded)
        if recorded.action != nil, !condition(state) { return index + 1 }
      }
      return nil
    }
    guard let count = failure(in: actions) else { return nil }
    let shortest = DeltaDebugging.shortest(Array(actions.prefix(count))) {
      failure(in: $0) != nil
    }
    return Scenario(
      state: state, actions: shortest, differences: lastChange(of: shortest, from: state, runner))
  }

  private func lastChange<State: Sendable>(
    of actions: [RecordedAction], from state: State, _ runner: ReplayRunner<State>
  ) -> [String] {
    var (before, after) = (state, state)
    for recorded in actions {
      before = after
      runner.reduce(&after, recorded)
    }
    return LineDiff.lines(from: ValueDump.lines(of: before), to: ValueDump.lines(of: after))
  }
}
