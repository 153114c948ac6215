// SPDX-License-Identifier: MIT

// The declarations of Apple's `Darwin` module that the library uses, for type checks elsewhere: the
// C library of this system, and the declarations that it lacks.

@_exported import Glibc

public struct os_unfair_lock: Sendable {
  public init() {}
}

public func os_unfair_lock_lock(_ lock: UnsafeMutablePointer<os_unfair_lock>) {}
public func os_unfair_lock_unlock(_ lock: UnsafeMutablePointer<os_unfair_lock>) {}
public func os_unfair_lock_trylock(_ lock: UnsafeMutablePointer<os_unfair_lock>) -> Bool { true }
public func pthread_main_np() -> Int32 { 0 }

public typealias copyfile_flags_t = UInt32
public var COPYFILE_ACL: Int32 { 1 << 0 }
public var COPYFILE_XATTR: Int32 { 1 << 2 }
public var _PC_CASE_SENSITIVE: Int32 { 11 }
public func fcopyfile(_: Int32, _: Int32, _: OpaquePointer?, _: copyfile_flags_t) -> Int32 { 0 }
