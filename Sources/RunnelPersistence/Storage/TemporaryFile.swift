// SPDX-License-Identifier: MIT

import Foundation

/// A new file beside another one, which it is to replace.
///
/// It is locked while it is open. The lock tells it from what a process that has ended left behind,
/// also for processes of other containers, whose identifiers mean nothing here.
struct TemporaryFile {
  let path: String
  let descriptor: Int32

  /// Creates the file, which only its owner can read.
  init(for target: String) throws(SystemError) {
    let folder = FilePath.folder(of: target) as NSString
    let prefix = TemporaryFile.prefix(for: target)
    while true {
      let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
      let path = folder.appendingPathComponent(prefix + number + TemporaryFile.suffix)
      let descriptor = Int32(
        try SystemError.check {
          Int(open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600 as mode_t))
        })
      if TemporaryFile.lock(descriptor) {
        self.path = path
        self.descriptor = descriptor
        return
      }
      // Between these two calls, another process took it for a leftover.
      unlink(path)
      Foundation.close(descriptor)
    }
  }

  /// Locks a new file, and returns whether it is still there.
  private static func lock(_ descriptor: Int32) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 { return errno != EWOULDBLOCK }
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  /// Throws the error that closing the file would have: a network file system can report a failed
  /// write there.
  func checkClosing() throws(SystemError) {
    // The lock stays as long as the other descriptor is open.
    let duplicate = Int32(try SystemError.check { Int(dup(descriptor)) })
    if Foundation.close(duplicate) != 0, errno != EINTR { throw SystemError(errno) }
  }

  func close() {
    _ = Foundation.close(descriptor)
  }

  // MARK: Leftovers

  private static let suffix = ".saving"

  /// The start of the names for one file, which is short whatever the file's name is.
  private static func prefix(for target: String) -> String {
    // FNV-1a
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in (target as NSString).lastPathComponent.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return ".\(String(hash, radix: 36))-"
  }

  /// Removes the temporary files of processes that have ended during a write.
  static func removeLeftovers(of target: String) {
    let folder = FilePath.folder(of: target)
    let prefix = prefix(for: target)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
      let path = (folder as NSString).appendingPathComponent(name)
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      if descriptor < 0 { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      Foundation.close(descriptor)
    }
  }
}
