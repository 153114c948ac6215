// SPDX-License-Identifier: MIT

import Foundation

enum Memory {
  /// The allocated kilobytes of the heap, or `nil` if the system doesn't report them.
  static var heap: Int? {
    #if canImport(Glibc)
      // Swift's module of the C library omits it, and `mallinfo2`, which returns a struct.
      typealias Info = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
      var (text, length) = (UnsafeMutablePointer<CChar>?.none, 0)
      guard let info = dlsym(nil, "malloc_info"), let file = open_memstream(&text, &length)
      else { return nil }
      _ = unsafeBitCast(info, to: Info.self)(0, file)
      fclose(file)
      defer { free(text) }
      return text.flatMap { kilobytes(inReport: String(cString: $0)) }
    #else
      return nil
    #endif
  }

  /// Returns the sums of all arenas in the output of `malloc_info`, which are the last ones.
  ///
  /// Zero means that another allocator is in use, such as that of a sanitizer: `nil`.
  private static func kilobytes(inReport report: String) -> Int? {
    var sums: [Substring: Int] = [:]
    for match in report.matches(of: /type="(\w+)".* size="(\d+)"/) {
      sums[match.output.1] = Int(match.output.2)
    }
    guard let whole = sums["current"], let fast = sums["fast"], let rest = sums["rest"],
      let mapped = sums["mmap"], whole + mapped > fast + rest
    else { return nil }
    return (whole + mapped - fast - rest) / 1024
  }

  /// Restarts the program without the allocator's caches, whose free memory counts as used.
  static func beginWithoutCaches() {
    #if canImport(Glibc)
      guard getenv("GLIBC_TUNABLES") == nil else { return }
      setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0", 1)
      execv("/proc/self/exe", CommandLine.unsafeArgv)
    #endif
  }

  /// Compares the heap after the last wave with that after an early one.
  static func verdict(_ heaps: [Int?]) -> (text: String, fault: String?) {
    // In the first waves, buffers reach their sizes, and permanent threads are created.
    let first = max(2, heaps.count / 5)
    guard heaps.count >= first + 3, let early = heaps[first], let late = heaps[heaps.count - 1]
    else { return ("memory: too few waves or figures for a verdict", nil) }
    // Each thread of a queue gradually caches up to 1,024 work items of the system, about 80 kB.
    let tolerance = 256 + 100 * 16
    return (
      "memory: heap \(early) kB at wave \(first + 1), \(late) kB at wave \(heaps.count) "
        + "(\(tolerance) kB more is tolerated)",
      late - early > tolerance ? "the heap has grown by \(late - early) kB" : nil
    )
  }
}
