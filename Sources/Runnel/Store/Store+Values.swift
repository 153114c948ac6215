// SPDX-License-Identifier: MIT

extension StoreOf {
  /// Returns the current state and the later ones as an asynchronous sequence.
  ///
  /// ```swift
  /// for await counter in store.scope(\.counter).values() { render(counter) }
  /// ```
  ///
  /// If `State` is `Equatable`, consecutive values differ. Each iteration is a separate
  /// subscription and begins with the present value. With `.latest`, at most one value is pending:
  /// the last of the changes while the reader was busy. With `.every`, unread values stay in
  /// memory.
  ///
  /// The sequence does not retain the store. Of a scope, it retains the slice, so that the scope
  /// can be released. It ends when the whole store is deallocated or the iterating task is
  /// canceled.
  public func values(
    delivery: Delivery = .latest,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreValues<State> {
    StoreValues(self, delivery: delivery, site: CallSite(file: file, line: line))
  }
}
