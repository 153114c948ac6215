// SPDX-License-Identifier: MIT

extension Session {
  /// Returns the chain of causes of an action, or `nil` if the session doesn't have the action.
  ///
  /// ```swift
  /// print(session.why(4_117) ?? "The session has no such action")
  /// ```
  ///
  /// O(log(number of actions)) for each action of the chain, and for those that it led to.
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
    let first = children.firstIndex(inOrder: { (actions[$0].parent ?? 0) >= number })
    let consequences = children[first...].prefix { actions[$0].parent == number }
      .map { actions[$0] }
    return Explanation(steps: steps, consequences: consequences)
  }
}
