// SPDX-License-Identifier: MIT

/// The causes of an action, back to the one that no other caused, and what it led to.
///
/// See ``Session/why(_:)``.
public struct Explanation: Sendable, CustomStringConvertible {
  /// An action of the chain.
  public struct Step: Sendable {
    /// The action.
    public let action: RecordedAction
    /// The effect that sent the action, if the recording has its begin.
    public let effect: RecordedEffect?
    /// The number of the action that caused this one, even if the recording doesn't have it.
    public let causeNumber: Int?
  }

  /// The chain: the action itself first.
  public let steps: [Step]
  /// The actions that were dispatched while the action was handled, or by its effects.
  public let consequences: [RecordedAction]

  /// The chain and the consequences, one action on each line.
  public var description: String {
    var lines: [String] = []
    for step in steps {
      let action = step.action
      let place = "dispatched at \(action.file):\(action.line)"
      var text =
        lines.isEmpty
        ? "\(action.name) (action \(action.number)) was \(place)"
        : "action \(action.number), \(action.name), \(place)"
      if let effect = step.effect {
        let id = effect.ids.first.map { " \"\($0)\"" } ?? ""
        text += " by effect \(effect.name)\(id)"
      } else if let number = action.effect {
        text += " by effect \(number)"
      }
      if action.effect != nil {
        text += step.causeNumber == nil ? ", which no action began" : " of"
      } else if step.causeNumber != nil {
        text += " while the store handled"
      }
      lines.append(text)
    }
    if let cause = steps.last?.causeNumber { lines.append("action \(cause), which isn't recorded") }
    for action in consequences {
      lines.append("It led to action \(action.number), \(action.name).")
    }
    return lines.joined(separator: "\n")
  }
}

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
