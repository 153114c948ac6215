// SPDX-License-Identifier: MIT

import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The memory in use by the process, with `nil` for values that the system doesn't report.
struct Memory: Sendable {
  /// The allocated bytes of the heap.
  let heap: Int?
  /// The bytes in physical memory.
  let resident: Int?
  let threads: Int?

  /// Measures the memory, after returning free memory to the system where possible.
  static func now() -> Memory {
    #if canImport(Glibc)
      trim()
    #endif
    return Memory(heap: heapInUse(), resident: residentSize(), threads: threadCount())
  }

  /// Restarts the program without the thread caches of the allocator.
  ///
  /// Free memory in these caches is indistinguishable from memory in use. glibc can disable them
  /// only at startup. Where this fails, the figures are less exact.
  static func beginWithoutCaches() {
    #if canImport(Glibc)
      guard getenv("GLIBC_TUNABLES") == nil else { return }
      setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0", 1)
      execv("/proc/self/exe", CommandLine.unsafeArgv)
    #endif
  }

  #if canImport(Darwin)
    private static func heapInUse() -> Int? {
      var statistics = malloc_statistics_t()
      malloc_zone_statistics(nil, &statistics)
      return Int(statistics.size_in_use)
    }

    private static func residentSize() -> Int? {
      var info = mach_task_basic_info()
      let words = MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size
      var count = mach_msg_type_number_t(words)
      let result = withUnsafeMutablePointer(to: &info) { info in
        info.withMemoryRebound(to: integer_t.self, capacity: words) {
          task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
        }
      }
      return result == KERN_SUCCESS ? Int(info.resident_size) : nil
    }

    private static func threadCount() -> Int? { nil }
  #else
    private static func residentSize() -> Int? {
      guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      else { return nil }
      let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      return pages.map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
    }

    private static func threadCount() -> Int? {
      try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
    }
  #endif

  #if canImport(Glibc)
    // Swift's module of the C library omits `malloc.h`. Its functions can be looked up by name if
    // Swift can express their types. `mallinfo2` is not such a function, because it returns a
    // struct.

    private static func trim() {
      guard let symbol = dlsym(nil, "malloc_trim") else { return }
      let trim = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
      _ = trim(0)
    }

    /// Returns the allocated bytes of all arenas.
    private static func heapInUse() -> Int? {
      guard let symbol = dlsym(nil, "malloc_info") else { return nil }
      typealias Info = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
      let info = unsafeBitCast(symbol, to: Info.self)
      var text: UnsafeMutablePointer<CChar>?
      var length = 0
      guard let file = open_memstream(&text, &length) else { return nil }
      let result = info(0, file)
      fclose(file)
      defer { free(text) }
      guard result == 0, let text, let report = MallocReport(String(cString: text))
      else { return nil }
      // Zero means that another allocator is in use, such as that of a sanitizer.
      return report.inUse > 0 ? report.inUse : nil
    }
  #elseif !canImport(Darwin)
    private static func heapInUse() -> Int? { nil }
  #endif
}

/// The output of `malloc_info`.
struct MallocReport {
  /// The allocated bytes.
  let inUse: Int

  init?(_ text: String) {
    // The sums follow the arenas.
    guard let end = text.range(of: "</heap>", options: .backwards)?.upperBound else { return nil }
    var sums: [String: Int] = [:]
    for line in text[end...].split(separator: "\n") {
      guard let type = MallocReport.attribute("type", of: line),
        let size = MallocReport.attribute("size", of: line).flatMap({ Int($0) })
      else { continue }
      sums[String(type)] = size
    }
    guard let whole = sums["current"], let fast = sums["fast"], let rest = sums["rest"]
    else { return nil }
    inUse = whole - fast - rest + (sums["mmap"] ?? 0)
  }

  private static func attribute(_ name: String, of line: Substring) -> Substring? {
    guard let start = line.range(of: "\(name)=\"")?.upperBound else { return nil }
    return line[start...].prefix { $0 != "\"" }
  }
}
