// SPDX-License-Identifier: MIT

extension StoreOf {
  /// Returns the current state and the later ones as an asynchronous sequence.
  ///
  /// ```swift
  /// for await state in store.values() { render(state) }
  /// ```
  ///
  /// Each iteration is a separate subscription and receives the values. With `.latest`, at most one
  /// value is pending: the last of the changes while the reader was busy. With `.every`, unread
  /// values stay in memory. The sequence doesn't retain the store. It ends when the store is
  /// deallocated or the iterating task is canceled.
  public func values(
    delivery: Delivery = .latest,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreValues<State> {
    StoreValues(self, delivery: delivery, site: CallSite(file: file, line: line))
  }

  /// Returns the values of one slice of the state as an asynchronous sequence.
  ///
  /// If `Local` is `Equatable`, consecutive values differ. See ``values(delivery:file:line:)``.
  public func values<Local: Sendable>(
    of keyPath: any KeyPath<State, Local> & Sendable,
    delivery: Delivery = .latest,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreValues<Local> {
    scope(keyPath, file: file, line: line).values(delivery: delivery, file: file, line: line)
  }
}
