// SPDX-License-Identifier: MIT

public import Runnel
import RunnelText

/// A budget that a store has exceeded.
public enum BudgetBreach: Sendable, CustomStringConvertible {
  /// The reducers of an action took too long.
  case reduce(any Action, Duration, at: CallSite)
  /// A delivery to a subscription took too long.
  case delivery(SubscriptionInfo, Duration)
  /// Too many actions wait behind an action.
  ///
  /// Reported again when the number has fallen to half of the budget in between.
  case pending(Int, behind: any Action, at: CallSite)

  /// The part that was too slow and the figure, on one line.
  public var description: String {
    switch self {
    case .reduce(let action, let duration, let site):
      "the reducers of \(TypeName.of(action)), dispatched at \(site), took \(duration)"
    case .delivery(let subscription, let duration): "\(subscription) took \(duration)"
    case .pending(let count, let action, let site):
      "\(count) actions wait behind \(TypeName.of(action)), dispatched at \(site)"
    }
  }
}
