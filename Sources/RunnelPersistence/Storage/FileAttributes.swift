// SPDX-License-Identifier: MIT

import Foundation

#if canImport(Darwin)
  import Darwin
#endif

/// What a file has beside its contents.
enum FileAttributes {
  /// Copies the owner, the permissions and the extended attributes of a file to another one.
  ///
  /// What the system doesn't let this process copy is left out, except for the permissions.
  static func copy(from path: String, _ status: stat, to descriptor: Int32) throws(SystemError) {
    // Before the permissions: a change of the owner resets some of them.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    #if canImport(Darwin)
      let source = open(path, O_RDONLY | O_CLOEXEC)
      if source >= 0 {
        _ = fcopyfile(source, descriptor, nil, copyfile_flags_t(COPYFILE_XATTR | COPYFILE_ACL))
        close(source)
      }
    #else
      copyExtendedAttributes(from: path, to: descriptor)
    #endif
    try SystemError.check { Int(fchmod(descriptor, status.st_mode & 0o7777)) }
  }

  #if !canImport(Darwin)
    // Foundation doesn't import these functions on Linux.
    // Their types are those of <sys/xattr.h>.
    private typealias List =
      @convention(c) (UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
    private typealias Get =
      @convention(c) (
        UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int
      ) -> Int
    private typealias Write =
      @convention(c) (Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32

    /// Returns a function of the C library, or `nil` if it has none of this name.
    private static func function<Function>(_ name: String, _: Function.Type) -> Function? {
      guard let program = dlopen(nil, RTLD_NOW) else { return nil }
      defer { dlclose(program) }
      return dlsym(program, name).map { unsafeBitCast($0, to: Function.self) }
    }

    private static func copyExtendedAttributes(from path: String, to descriptor: Int32) {
      guard let list = function("listxattr", List.self), let get = function("getxattr", Get.self),
        let set = function("fsetxattr", Write.self), let names = bytes({ list(path, $0, $1) })
      else { return }
      for name in names.split(separator: 0).map({ String(decoding: $0, as: UTF8.self) }) {
        guard let value = bytes({ get(path, name, $0, $1) }) else { continue }
        _ = set(descriptor, name, value, value.count, 0)
      }
    }

    /// Calls a function that returns the number of bytes without a buffer, and fills one.
    private static func bytes(_ read: (UnsafeMutableRawPointer?, Int) -> Int) -> [UInt8]? {
      let count = read(nil, 0)
      if count < 0 { return nil }
      var bytes = [UInt8](repeating: 0, count: count)
      let result = bytes.withUnsafeMutableBytes { read($0.baseAddress, $0.count) }
      return result < 0 ? nil : Array(bytes.prefix(result))
    }
  #endif
}
