// SPDX-License-Identifier: MIT

public import Runnel

extension StoreOf where State: Codable {
  /// Saves the state of this store whenever it has changed.
  ///
  /// ```swift
  /// let saving = store.scope(\.settings).persist(to: stored)
  /// ```
  ///
  /// A change is saved after `delay`, on the store's clock. If more changes follow in that time,
  /// the save comes between one and two delays after the last one, and during an endless stream
  /// of changes every ten delays. A state that isn't what is stored is saved without a change. The
  /// state is read once for each save, and encoded and written on a queue of its own. Nothing is
  /// written if the storage has the same bytes already.
  ///
  /// A scope of optional state saves the last value: while the value is absent, the storage keeps
  /// it. Until this ends, the store retains the last value, as for a scope.
  ///
  /// - Parameters:
  ///   - stored: The stored value. It doesn't need to have been loaded.
  ///   - delay: The time from a change to its save.
  ///   - file: The file of the call.
  ///   - line: The line of the call.
  /// - Returns: A token that ends the saving when it is disposed or released.
  public func persist(
    to stored: StoredValue<State>, delay: Duration = .milliseconds(500),
    file: StaticString = #fileID, line: UInt = #line
  ) -> Saving {
    let site = CallSite(file: file, line: line)
    return Saving(Saver(ValueTarget(stored), of: self, delay: delay, at: site), at: site)
  }
}

extension StoreOf {
  /// Saves a slice of the state whenever it has changed.
  ///
  /// See ``persist(to:delay:file:line:)-(StoredValue<State>,_,_,_)``.
  public func persist<Value: Codable & Sendable>(
    _ keyPath: any KeyPath<State, Value> & Sendable, to stored: StoredValue<Value>,
    delay: Duration = .milliseconds(500),
    file: StaticString = #fileID, line: UInt = #line
  ) -> Saving {
    scope(keyPath, file: file, line: line)
      .persist(to: stored, delay: delay, file: file, line: line)
  }

  /// Saves a slice of the state in a storage whenever it has changed.
  ///
  /// The initial value, whose properties complete those of an older value, is the present state of
  /// the slice. To load the value too, create a ``RunnelPersistence/StoredValue``, and persist to
  /// that.
  public func persist<Value: Codable & Sendable>(
    _ keyPath: any KeyPath<State, Value> & Sendable, to storage: some ValueStorage,
    version: Int = 1, migrations: [Migration] = [], delay: Duration = .milliseconds(500),
    file: StaticString = #fileID, line: UInt = #line
  ) -> Saving {
    let scope = scope(keyPath, file: file, line: line)
    var stored = StoredValue(
      in: storage, initial: scope.state, version: version, migrations: migrations,
      file: file, line: line)
    stored.savesInitial = true
    return scope.persist(to: stored, delay: delay, file: file, line: line)
  }
}
