// SPDX-License-Identifier: MIT

public import Foundation
import Runnel

/// A file that is replaced as a whole, so that it always has the old or the new contents.
///
/// A write creates a temporary file in the same folder, writes it to the disk, and renames it. The
/// permissions of the file stay. A symbolic link stays, and the file that it points to is replaced.
/// The folder must exist. Reading removes temporary files of processes that ended during a write.
public struct FileStorage: ValueStorage, CustomStringConvertible {
  /// The file.
  public let url: URL
  /// Called before each step of a write, for tests.
  let onStep: (@Sendable (AtomicWrite.Step) throws -> Void)?

  /// Creates the storage of a file, which doesn't need to exist yet.
  public init(_ url: URL) {
    self.init(url, onStep: nil)
  }

  init(_ url: URL, onStep: (@Sendable (AtomicWrite.Step) throws -> Void)?) {
    self.url = url
    self.onStep = onStep
  }

  /// Returns the contents of the file, or `nil` if it doesn't exist.
  public func read() throws -> Data? {
    AtomicWrite.removeLeftovers(of: url.path)
    let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let error = errno
      if error == ENOENT { return nil }
      throw SystemError(error)
    }
    defer { close(descriptor) }
    return try SystemError.contents(of: descriptor)
  }

  /// Replaces the contents of the file.
  public func write(_ data: Data) throws {
    try AtomicWrite(to: url.path, onStep: onStep).run(data)
  }

  /// The path of the file.
  public var description: String { url.path }
}
