// SPDX-License-Identifier: MIT

import Foundation

#if canImport(Darwin)
  import Darwin
#endif

/// A new file beside another one, which it is to replace.
///
/// It is locked while it is open, which tells it from leftovers of processes that have ended, also
/// for other containers, where process identifiers mean nothing.
struct TemporaryFile {
  let path: String
  let descriptor: Int32

  init(for target: String) throws(SystemError) {
    let folder = FilePath.folder(of: target) as NSString
    let prefix = TemporaryFile.prefix(for: target)
    while true {
      let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
      let path = folder.appendingPathComponent(prefix + number + TemporaryFile.suffix)
      let descriptor = try SystemError.check {
        open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600 as mode_t)
      }
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

  /// Throws the error of closing the file: a network file system can report a failed write there.
  func checkClosing() throws(SystemError) {
    // The lock stays as long as the other descriptor is open.
    let duplicate = try SystemError.check { dup(descriptor) }
    if Foundation.close(duplicate) != 0, errno != EINTR { throw SystemError(code: errno) }
  }

  func close() { _ = Foundation.close(descriptor) }

  private static let suffix = ".saving"

  /// The start of the names for one file, which is short whatever the file's name is.
  private static func prefix(for target: String) -> String {
    // FNV-1a
    let hash = (target as NSString).lastPathComponent.utf8.reduce(0xcbf2_9ce4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return ".\(String(hash, radix: 36))-"
  }

  static func removeLeftovers(of target: String) {
    let folder = FilePath.folder(of: target)
    let prefix = prefix(for: target)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
      let path = (folder as NSString).appendingPathComponent(name)
      // A pipe without a writer isn't waited for.
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      if descriptor < 0 { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      Foundation.close(descriptor)
    }
  }

  /// Copies the permissions of another file and, where allowed, its owner and extended attributes.
  func copyAttributes(of path: String, _ status: stat) throws(SystemError) {
    // Before the permissions: a change of the owner resets some of them.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    #if canImport(Darwin)
      let source = open(path, O_RDONLY | O_CLOEXEC)
      if source >= 0 {
        _ = fcopyfile(source, descriptor, nil, copyfile_flags_t(COPYFILE_XATTR | COPYFILE_ACL))
        Foundation.close(source)
      }
    #else
      copyExtendedAttributes(of: path)
    #endif
    try SystemError.check { fchmod(descriptor, status.st_mode & 0o7777) }
  }

  #if !canImport(Darwin)
    // Foundation doesn't import these functions, whose types are those of <sys/xattr.h>, on Linux.
    private typealias List =
      @convention(c) (UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
    private typealias Get =
      @convention(c) (
        UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int
      ) -> Int
    private typealias Write =
      @convention(c) (Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32

    private func function<Function>(_ name: String, _: Function.Type) -> Function? {
      guard let program = dlopen(nil, RTLD_NOW) else { return nil }
      defer { dlclose(program) }
      return dlsym(program, name).map { unsafeBitCast($0, to: Function.self) }
    }

    private func copyExtendedAttributes(of path: String) {
      guard let list = function("listxattr", List.self), let get = function("getxattr", Get.self),
        let set = function("fsetxattr", Write.self), let names = bytes({ list(path, $0, $1) })
      else { return }
      for name in names.split(separator: 0).map({ String(decoding: $0, as: UTF8.self) }) {
        guard let value = bytes({ get(path, name, $0, $1) }) else { continue }
        _ = set(descriptor, name, value, value.count, 0)
      }
    }

    /// Calls a function that returns the number of bytes without a buffer, and fills one.
    private func bytes(_ read: (UnsafeMutableRawPointer?, Int) -> Int) -> [UInt8]? {
      let count = read(nil, 0)
      if count < 0 { return nil }
      var bytes = [UInt8](repeating: 0, count: count)
      let result = bytes.withUnsafeMutableBytes { read($0.baseAddress, $0.count) }
      return result < 0 ? nil : Array(bytes.prefix(result))
    }
  #endif
}
