// SPDX-License-Identifier: MIT

public import Runnel

extension StoreOf where State: Codable {
  /// Saves the state of this store whenever it has changed.
  ///
  /// ```swift
  /// let saving = store.scope(\.settings).persist(to: stored)
  /// ```
  /// A save comes between one and two delays after the last change, on the store's clock, and
  /// during an endless stream of changes every ten delays. A single change is saved after one
  /// delay, unless the connection is younger than that. A state that isn't what is stored is saved
  /// without a change. The state is read once for each save, and encoded and written on the queue
  /// of the storage, behind its earlier saves. The same bytes aren't written again. A save that
  /// failed is repeated after one second, then after two, up to once a minute.
  ///
  /// Load the value with `stored` before. Contents that weren't loaded are an error, and nothing is
  /// saved. Nothing is saved either if someone else changes the storage afterward: to go on, call
  /// ``RunnelPersistence/Saving/discard()``, load the value again, and persist it again. With
  /// `replacingContents`, it replaces whatever is stored, whether it was loaded or not.
  ///
  /// A scope of optional state saves the last value: while the value is absent, the storage keeps
  /// it, and the store retains it. Disposing or releasing the returned token ends the saving.
  public func persist(
    to stored: StoredValue<State>, delay: Duration = .milliseconds(500),
    replacingContents: Bool = false,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Saving {
    let site = CallSite(file: file, line: line)
    let target = ValueTarget(stored, of: effects, replacingContents: replacingContents)
    return Saving(Saver(target, of: self, delay: delay, at: site), at: site)
  }
}

extension StoreOf {
  /// Saves a slice of the state whenever it has changed.
  ///
  /// See ``persist(to:delay:replacingContents:file:line:)-(StoredValue<State>,_,_,_,_)``.
  public func persist<Value: Codable & Sendable>(
    _ keyPath: any KeyPath<State, Value> & Sendable, to stored: StoredValue<Value>,
    delay: Duration = .milliseconds(500), replacingContents: Bool = false,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Saving {
    scope(keyPath, file: file, line: line)
      .persist(
        to: stored, delay: delay, replacingContents: replacingContents, file: file, line: line)
  }

  /// Saves the entities of this store row by row, whenever they have changed.
  ///
  /// A save reads, encodes and writes the rows that have changed, and copies no collection. If
  /// another collection replaced this one, it is compared with the storage once, as a whole. Rows
  /// of the storage that aren't in the collection are removed, except for those that another store
  /// has saved since. Load the collection with `stored` before: rows that weren't loaded are an
  /// error, and nothing is saved. For the times of the saves, see
  /// ``persist(to:delay:replacingContents:file:line:)-(StoredValue<State>,_,_,_,_)``.
  ///
  /// With `replacingContents`, it replaces whatever is stored, whether it was loaded or not. The
  /// returned token ends the saving when it is disposed or released.
  public func persist<Element: Identifiable & Codable & Sendable>(
    to stored: StoredEntities<Element>, delay: Duration = .milliseconds(500),
    replacingContents: Bool = false,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Saving where State == Entities<Element>, Element.ID: Sendable {
    let site = CallSite(file: file, line: line)
    let target = EntityTarget(stored, of: effects, replacingContents: replacingContents)
    return Saving(Saver(target, of: self, delay: delay, at: site), at: site)
  }

  /// Saves a collection of entities row by row, whenever it has changed.
  ///
  /// See ``persist(to:delay:replacingContents:file:line:)-(StoredEntities<Element>,_,_,_,_)``.
  public func persist<Element: Identifiable & Codable & Sendable>(
    _ keyPath: any KeyPath<State, Entities<Element>> & Sendable,
    to stored: StoredEntities<Element>, delay: Duration = .milliseconds(500),
    replacingContents: Bool = false,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Saving where Element.ID: Sendable {
    scope(keyPath, file: file, line: line)
      .persist(
        to: stored, delay: delay, replacingContents: replacingContents, file: file, line: line)
  }
}
