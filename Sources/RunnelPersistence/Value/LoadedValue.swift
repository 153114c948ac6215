// SPDX-License-Identifier: MIT

/// A value that was loaded, and a report of how.
///
/// ```swift
/// let loaded = stored.load()
/// print(loaded.outcome)  // migrated from version 1
/// ```
public struct LoadedValue<Value: Sendable>: Sendable {
  /// The result of loading.
  public enum Outcome: Hashable, Sendable, CustomStringConvertible {
    /// Nothing was saved: the value is the initial one.
    case missing
    /// The value was loaded.
    case loaded
    /// The value was loaded, and migrated to the present version.
    case migrated(from: Int)
    /// The value couldn't be loaded: it is the initial one.
    case failed(PersistenceError)

    /// A few words, such as `migrated from version 1`.
    public var description: String {
      switch self {
      case .missing: "nothing saved"
      case .loaded: "loaded"
      case .migrated(let version): "migrated from version \(version)"
      case .failed(let error): "failed: \(error)"
      }
    }
  }

  /// The loaded value, or the initial one.
  public let value: Value
  /// The result of loading.
  public let outcome: Outcome
  /// The paths of the properties that were missing and filled in, such as `songs[].rating`.
  public let addedProperties: [String]
}
