// SPDX-License-Identifier: MIT
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Glibc
import Synchronization

// These functions replace functions of the C library with the same name, because the dynamic
// linker searches the program first. The manifest sets two of the names, and exports the
// functions for memory and queues to the libraries. Code in this file must not allocate or lock:
// it would call itself.

/// The counts so far, on all threads.
enum Counters {
  static let allocations = Atomic(0)
  static let liveBytes = Atomic(0)
  static let locks = Atomic(0)
  static let hops = Atomic(0)
}

// MARK: Allocating

@_silgen_name("__libc_malloc")
private func libcMalloc(_ size: Int) -> UnsafeMutableRawPointer?

@_silgen_name("__libc_calloc")
private func libcCalloc(_ count: Int, _ size: Int) -> UnsafeMutableRawPointer?

@_silgen_name("__libc_realloc")
private func libcRealloc(
  _ pointer: UnsafeMutableRawPointer?, _ size: Int
) -> UnsafeMutableRawPointer?

@_silgen_name("__libc_memalign")
private func libcMemalign(_ alignment: Int, _ size: Int) -> UnsafeMutableRawPointer?

@_silgen_name("__libc_free")
private func libcFree(_ pointer: UnsafeMutableRawPointer?)

@_silgen_name("malloc_usable_size")
private func usableSize(_ pointer: UnsafeMutableRawPointer?) -> Int

@inline(__always)
private func counted(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  Counters.allocations.add(1, ordering: .relaxed)
  Counters.liveBytes.add(usableSize(pointer), ordering: .relaxed)
  return pointer
}

@_cdecl("interposed_malloc")
public func interposedMalloc(_ size: Int) -> UnsafeMutableRawPointer? {
  counted(libcMalloc(size))
}

@_cdecl("calloc")
public func interposedCalloc(_ count: Int, _ size: Int) -> UnsafeMutableRawPointer? {
  counted(libcCalloc(count, size))
}

@_cdecl("realloc")
public func interposedRealloc(
  _ pointer: UnsafeMutableRawPointer?, _ size: Int
) -> UnsafeMutableRawPointer? {
  Counters.liveBytes.subtract(usableSize(pointer), ordering: .relaxed)
  return counted(libcRealloc(pointer, size))
}

@_cdecl("aligned_alloc")
public func interposedAlignedAlloc(_ alignment: Int, _ size: Int) -> UnsafeMutableRawPointer? {
  counted(libcMemalign(alignment, size))
}

@_cdecl("posix_memalign")
public func interposedPosixMemalign(
  _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ alignment: Int, _ size: Int
) -> Int32 {
  guard let pointer = counted(libcMemalign(alignment, size)) else { return ENOMEM }
  result.pointee = pointer
  return 0
}

@_cdecl("interposed_free")
public func interposedFree(_ pointer: UnsafeMutableRawPointer?) {
  Counters.liveBytes.subtract(usableSize(pointer), ordering: .relaxed)
  libcFree(pointer)
}

// MARK: Locks and queue hops

private typealias MutexCall = @convention(c) (UnsafeMutableRawPointer) -> Int32
private typealias AsyncCall = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> Void

/// Returns the replaced function of the C library.
private func next<Function>(_ name: StaticString, as type: Function.Type) -> Function {
  // `-1` is `RTLD_NEXT`, which Swift cannot import.
  let symbol = UnsafeRawPointer(name.utf8Start).withMemoryRebound(
    to: CChar.self, capacity: name.utf8CodeUnitCount + 1
  ) {
    dlsym(UnsafeMutableRawPointer(bitPattern: -1), $0)
  }
  guard let symbol else { abort() }
  return unsafeBitCast(symbol, to: type)
}

private let libcLock = next("pthread_mutex_lock", as: MutexCall.self)
private let libcTryLock = next("pthread_mutex_trylock", as: MutexCall.self)
private let libdispatchAsync = next("dispatch_async", as: AsyncCall.self)

@_cdecl("pthread_mutex_lock")
public func interposedLock(_ mutex: UnsafeMutableRawPointer) -> Int32 {
  Counters.locks.add(1, ordering: .relaxed)
  return libcLock(mutex)
}

@_cdecl("pthread_mutex_trylock")
public func interposedTryLock(_ mutex: UnsafeMutableRawPointer) -> Int32 {
  Counters.locks.add(1, ordering: .relaxed)
  return libcTryLock(mutex)
}

@_cdecl("dispatch_async")
public func interposedAsync(_ queue: UnsafeRawPointer, _ block: UnsafeRawPointer) {
  Counters.hops.add(1, ordering: .relaxed)
  libdispatchAsync(queue, block)
}
