// SPDX-License-Identifier: MIT

public import Foundation

/// A folder for one test, which is removed with this object.
public final class TemporaryFolder: Sendable {
  /// The folder.
  public let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("inbox-\(UUID().uuidString)")

  /// Creates the folder.
  public init() {
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Returns the address of a file in the folder.
  public func file(_ name: String) -> URL {
    url.appendingPathComponent(name)
  }
}
