// SPDX-License-Identifier: MIT

public import Runnel

extension StoreOf {
  /// Saves the entities of this store row by row, whenever they have changed.
  ///
  /// A save reads, encodes and writes the rows that have changed, and copies no collection. If the
  /// collection was replaced by another one, it is compared with the storage once, as a whole. Rows
  /// of the storage that aren't in the collection are removed. Load the collection with `stored`
  /// before: rows that weren't loaded are an error, and nothing is saved.
  ///
  /// - Parameters:
  ///   - stored: The stored collection, which was loaded.
  ///   - delay: The time from a single change to its save. With others, or right after this call,
  ///     it comes between one and two delays after the last, and at most ten after the first one.
  ///   - replacingContents: Replaces whatever is stored, whether it was loaded or not.
  ///   - file: The file of the call.
  ///   - line: The line of the call.
  /// - Returns: A token that ends the saving when it is disposed or released.
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
