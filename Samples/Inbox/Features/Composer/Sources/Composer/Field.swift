// SPDX-License-Identifier: MIT

extension ComposerFeature {
  /// A field of the composer.
  public enum Field: String, Codable, Sendable {
    /// The subject of a new thread. A reply has no such field.
    case subject
    /// The text.
    case text
  }
}
