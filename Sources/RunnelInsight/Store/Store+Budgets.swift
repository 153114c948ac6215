// SPDX-License-Identifier: MIT

public import Runnel
import RunnelText

extension StoreOf {
  /// Calls a closure whenever the store exceeds a budget.
  ///
  /// ```swift
  /// store.budgets(.init(reduce: .milliseconds(4), delivery: .milliseconds(8), pending: 1_000)) {
  ///   print($0)
  /// }.dispose(on: disposer)
  /// ```
  ///
  /// It is called on the thread that was too slow: the store's queue, or the observer's. It must
  /// not wait for the store. Measuring costs two clock readings for each action, and two for each
  /// delivery. It ends with the token, which doesn't retain the store.
  public func budgets(
    _ budgets: Budgets, file: StaticString = #fileID, line: UInt = #line,
    onBreach: @escaping @Sendable (BudgetBreach) -> Void
  ) -> Disposable {
    var interests: Probe.Interests = []
    if budgets.reduce != nil { interests.insert([.reduced, .time]) }
    if budgets.pending != nil { interests.insert(.reduced) }
    if budgets.delivery != nil { interests.insert(.delivered) }
    let isOverPending = Locked(false)
    let probe = Probe(interests) { event in
      switch event {
      case .reduced(let action):
        let duration = Duration.nanoseconds(action.duration)
        if let limit = budgets.reduce, duration > limit {
          onBreach(.reduce(action.record.action, duration, at: action.record.site))
        }
        guard let limit = budgets.pending else { return }
        let count = action.pendingCount
        let isNew = isOverPending.withLock { isOver in
          defer { isOver = count > limit || isOver && 2 * count > limit }
          return !isOver && count > limit
        }
        if isNew { onBreach(.pending(count, behind: action.record.action, at: action.record.site)) }
      case .delivered(let delivery):
        let duration = Duration.nanoseconds(delivery.duration)
        if let limit = budgets.delivery, duration > limit {
          onBreach(.delivery(delivery.describe(), duration))
        }
      default: break
      }
    }
    return add(probe, at: CallSite(file: file, line: line), whenAdded: { _, _ in })
  }
}

/// The largest durations and numbers that a store should reach.
///
/// See `budgets(_:onBreach:)` of a store.
public struct Budgets: Sendable {
  /// The largest duration of the reducers of one action.
  public var reduce: Duration?
  /// The largest duration of one delivery to an observer or a component.
  public var delivery: Duration?
  /// The largest number of actions that wait.
  public var pending: Int?

  /// Creates budgets, of which those that are `nil` aren't measured.
  public init(reduce: Duration? = nil, delivery: Duration? = nil, pending: Int? = nil) {
    self.reduce = reduce
    self.delivery = delivery
    self.pending = pending
  }
}

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
