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
      let place = "\(action.file):\(action.line)"
      var text = lines.isEmpty ? "\(action.shortTypeName) (action \(action.number))" : ""
      if lines.isEmpty {
        text += " was dispatched at \(place)"
      } else {
        text += "action \(action.number), \(action.shortTypeName), dispatched at \(place)"
      }
      if let effect = step.effect {
        let name = effect.ids.first.map { "\(effect.name) \"\($0)\"" } ?? effect.name
        text += " by effect \(name) of"
      } else if let number = action.effect {
        text += " by effect \(number) of"
      } else if step.causeNumber != nil {
        text += " while the store handled"
      }
      lines.append(text)
    }
    if let cause = steps.last?.causeNumber { lines.append("action \(cause), which isn't recorded") }
    for action in consequences {
      lines.append("It led to action \(action.number), \(action.shortTypeName).")
    }
    return lines.joined(separator: "\n")
  }
}
