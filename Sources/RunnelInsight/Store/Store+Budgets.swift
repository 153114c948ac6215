// SPDX-License-Identifier: MIT

public import Runnel

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
    var hooks = Hooks()
    hooks.measuresTime = budgets.reduce != nil
    let isOverPending = Locked(false)
    if budgets.reduce != nil || budgets.pending != nil {
      hooks.reduced = { action in
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
      }
    }
    if let limit = budgets.delivery {
      hooks.delivered = { delivery in
        let duration = Duration.nanoseconds(delivery.duration)
        if duration > limit { onBreach(.delivery(delivery.describe(), duration)) }
      }
    }
    return add(
      hooks, at: CallSite(file: file, line: line), whenAdded: { _, _ in })
  }
}
