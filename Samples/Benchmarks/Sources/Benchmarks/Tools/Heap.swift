// SPDX-License-Identifier: MIT

import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The heap of the process.
enum Heap {
  /// The bytes in use by the whole process, if the system reports them.
  static var bytesInUse: Int? {
    #if canImport(Darwin)
      var statistics = malloc_statistics_t()
      malloc_zone_statistics(nil, &statistics)
      return Int(statistics.size_in_use)
    #elseif canImport(Glibc)
      return report.flatMap(bytesInUse(inReport:))
    #else
      return nil
    #endif
  }

  /// Makes the allocator consolidate freed memory now instead of later.
  ///
  /// glibc consolidates at the next large allocation. After the 200,000 tasks of a store with a
  /// task for each action, that takes 15 ms, which would be part of the next turn.
  static func tidy() {
    #if canImport(Glibc)
      // By its address, because the compiler removes an allocation that is freed unused.
      guard let symbol = dlsym(nil, "malloc") else { return }
      free(unsafeBitCast(symbol, to: Malloc.self)(1 << 16))
    #endif
  }

  #if canImport(Glibc)
    private typealias Malloc = @convention(c) (Int) -> UnsafeMutableRawPointer?

    /// `int malloc_info(int options, FILE *stream)`, which Swift's module of the C library omits.
    private typealias MallocInfo =
      @convention(c) (Int32, UnsafeMutablePointer<FILE>?) -> Int32

    /// The report of the allocator, in XML.
    ///
    /// Not `mallinfo2`: Swift cannot call a C function by address if it returns a struct of this
    /// size.
    private static var report: String? {
      guard let symbol = dlsym(nil, "malloc_info") else { return nil }
      let mallocInfo = unsafeBitCast(symbol, to: MallocInfo.self)
      var text: UnsafeMutablePointer<CChar>?
      var length = 0
      guard let stream = open_memstream(&text, &length) else { return nil }
      let status = mallocInfo(0, stream)
      fclose(stream)
      defer { free(text) }
      return status == 0 ? text.map { String(cString: $0) } : nil
    }
  #endif

  /// Returns the size of the heap without its free parts, plus separately mapped memory.
  static func bytesInUse(inReport report: String) -> Int? {
    // The sums over all arenas are last.
    guard let totals = report.components(separatedBy: "</heap>").last else { return nil }
    func size(_ element: String) -> Int? {
      guard let start = totals.range(of: element)?.upperBound,
        let size = totals[start...].range(of: "size=\"")?.upperBound
      else { return nil }
      return Int(totals[size...].prefix { $0 != "\"" })
    }
    guard let whole = size("<system type=\"current\""),
      let fast = size("<total type=\"fast\""),
      let rest = size("<total type=\"rest\""),
      let mapped = size("<total type=\"mmap\"")
    else { return nil }
    return whole - fast - rest + mapped
  }
}
