// SPDX-License-Identifier: MIT

extension Session {
  /// Returns the chain of causes of an action, or `nil` if the session doesn't have the action.
  ///
  /// ```swift
  /// print(session.why(4_117) ?? "The session has no such action")
  /// ```
  ///
  /// O(length of the chain × log(number of actions)).
  public func why(_ number: Int) -> Explanation? {
    guard let index = index(of: number) else { return nil }
    var steps: [Explanation.Step] = []
    var next: RecordedAction? = actions[index]
    // Parents have smaller numbers, so this ends.
    while let action = next {
      let effect = action.effect.flatMap { number in effectIndices[number].map { effects[$0] } }
      let cause = effect?.cause ?? action.parent
      steps.append(Explanation.Step(action: action, effect: effect, causeNumber: cause))
      next = cause.flatMap { cause in
        cause < action.number ? self.index(of: cause).map { actions[$0] } : nil
      }
    }
    let consequences = actions[index...].filter { $0.parent == number && $0.number > number }
    return Explanation(steps: steps, consequences: consequences)
  }
}
