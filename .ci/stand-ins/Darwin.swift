// SPDX-License-Identifier: MIT

// As much of Apple's `Darwin` module as the library uses, for a type check on other systems: the C library
// that is here, and the declarations that are not in it.

@_exported import Glibc

public struct os_unfair_lock: Sendable {
  public init() {}
}

public func os_unfair_lock_lock(_ lock: UnsafeMutablePointer<os_unfair_lock>) {}
public func os_unfair_lock_unlock(_ lock: UnsafeMutablePointer<os_unfair_lock>) {}
public func os_unfair_lock_trylock(_ lock: UnsafeMutablePointer<os_unfair_lock>) -> Bool { true }
public func pthread_main_np() -> Int32 { 0 }
