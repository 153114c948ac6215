// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// The functions of the C library that the engine uses.
enum Platform {
  /// Returns whether two ranges of memory hold the same bytes, padding included.
  ///
  /// One word is the common case and is compared inline: the call took longer than the comparison.
  @inline(__always)
  static func bytesAreEqual(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int
  ) -> Bool {
    count == 8
      ? left.loadUnaligned(as: UInt64.self) == right.loadUnaligned(as: UInt64.self)
      : memcmp(left, right, count) == 0
  }

  /// Lets another thread use the core, if one is ready to run.
  static func yieldThread() {
    sched_yield()
  }
}
