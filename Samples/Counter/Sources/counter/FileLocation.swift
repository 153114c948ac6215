// SPDX-License-Identifier: MIT

import Foundation

/// The place of a file, behind all symbolic links.
///
/// Unlike `URL.resolvingSymlinksInPath()`, it also follows a link whose target doesn't exist yet.
/// So a new file is created at the target, and the link stays.
struct FileLocation {
  let path: String

  init(_ path: String) {
    var url = URL(fileURLWithPath: path)
    // As many links as Linux follows: a link can lead to itself.
    for _ in 0..<40 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)
      else { break }
      url =
        target.hasPrefix("/")
        ? URL(fileURLWithPath: target)
        : url.deletingLastPathComponent().appendingPathComponent(target)
    }
    let folder = url.deletingLastPathComponent().path
    if let resolved = realpath(folder, nil) {
      defer { free(resolved) }
      self.path =
        URL(fileURLWithPath: String(cString: resolved))
        .appendingPathComponent(url.lastPathComponent).path
    } else {
      // Without the folder there is nothing to resolve: opening the file fails later.
      self.path = url.path
    }
  }

  /// Returns whether both are one file, including two hard links to one file.
  func isSame(as other: FileLocation) -> Bool {
    if path == other.path { return true }
    var (status, otherStatus) = (stat(), stat())
    guard stat(path, &status) == 0, stat(other.path, &otherStatus) == 0 else { return false }
    return status.st_dev == otherStatus.st_dev && status.st_ino == otherStatus.st_ino
  }
}
