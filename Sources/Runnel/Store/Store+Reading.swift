// SPDX-License-Identifier: MIT

extension StoreOf {
  /// Returns a read-only store of a feature's own state with a value that the feature reads.
  ///
  /// ```swift
  /// let inbox = store.scope(\.inbox, reading: \.user)
  /// view.connect(to: inbox) { state, _ in "\(state.shared.name): \(state.messages.count)" }
  /// ```
  ///
  /// The counterpart of ``Reducer/scope(_:reading:file:line:)``. Observers are notified when either
  /// value has changed. An action that changes neither costs nothing. Like other scopes, it
  /// retains a copy only while the whole is observed. A component that needs only the
  /// feature's own state is faster on `scope(\.inbox)`.
  public func scope<Own: Sendable, Shared: Sendable>(
    _ keyPath: any KeyPath<State, Own> & Sendable,
    reading shared: any KeyPath<State, Shared> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<StateReading<Own, Shared>, ActionType> {
    pair(
      scope(keyPath, file: file, line: line), scope(shared, file: file, line: line),
      at: CallSite(file: file, line: line))
  }

  /// Returns a read-only store of the scope that a closure returns, with a value of this store.
  ///
  /// ```swift
  /// let row = store.reading(\.user) { $0.scope(\.rows, id: 7) }
  /// ```
  ///
  /// The closure receives this store. The result is `nil` if the closure returns `nil`. The
  /// counterpart of
  /// ``Reducer/reading(_:file:line:_:)``.
  ///
  /// After the closure's scope has disappeared, the own state is the last one, and effects that
  /// were started on the result are canceled. The shared value is still the present one, and
  /// observers are notified of its changes.
  public func reading<Own: Sendable, Shared: Sendable>(
    _ shared: any KeyPath<State, Shared> & Sendable,
    file: StaticString = #fileID, line: UInt = #line,
    _ place: (StoreOf) -> StoreOf<Own, ActionType>?
  ) -> StoreOf<StateReading<Own, Shared>, ActionType>? {
    place(self).map { own in
      pair(own, scope(shared, file: file, line: line), at: CallSite(file: file, line: line))
    }
  }

  private func pair<Own: Sendable, Shared: Sendable>(
    _ own: StoreOf<Own, ActionType>, _ shared: StoreOf<Shared, ActionType>, at site: CallSite
  ) -> StoreOf<StateReading<Own, Shared>, ActionType> {
    derive(from: own, shared, isMemoized: false, at: site) { StateReading($0, shared: $1) }
      // The closure can have narrowed the scope to an element or an instance.
      .sameSlice(own.address, site, filter: nil)
  }
}
