// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#endif

/// The restriction of the process to one core.
enum OneCore {
  /// The reason why the process cannot be restricted, if there is one.
  static var obstacle: String? {
    #if canImport(Glibc)
      functions == nil ? "the C library cannot restrict a process to one core" : nil
    #else
      "restricts a process to one core only with glibc"
    #endif
  }

  #if canImport(Glibc)
    /// `int sched_getaffinity(pid_t, size_t, cpu_set_t *)`, and the function that sets the cores.
    ///
    /// Both are extensions of glibc that Swift's module of the C library omits.
    private typealias Affinity = @convention(c) (Int32, Int, UnsafeMutableRawPointer) -> Int32

    private static var functions: (get: Affinity, set: Affinity)? {
      guard let get = dlsym(nil, "sched_getaffinity"), let set = dlsym(nil, "sched_setaffinity")
      else { return nil }
      // The types are those of the C declarations.
      return (unsafeBitCast(get, to: Affinity.self), unsafeBitCast(set, to: Affinity.self))
    }

    /// A bit for each core, set if the calling thread can use it.
    private static var cores: [UInt8]? {
      var cores = [UInt8](repeating: 0, count: 128)
      guard let functions, functions.get(0, cores.count, &cores) == 0 else { return nil }
      return cores
    }
  #endif

  /// The number of cores that the calling thread can use, if the system reports it.
  static var count: Int? {
    #if canImport(Glibc)
      OneCore.cores?.reduce(0) { $0 + $1.nonzeroBitCount }
    #else
      nil
    #endif
  }

  /// Restricts the calling thread, and all threads that it creates later, to the first core that it
  /// can use.
  ///
  /// - Returns: Whether it is restricted.
  static func restrict() -> Bool {
    #if canImport(Glibc)
      guard let functions, var cores = OneCore.cores,
        let byte = cores.firstIndex(where: { $0 != 0 })
      else { return false }
      let first = cores[byte] & (~cores[byte] &+ 1)
      cores = [UInt8](repeating: 0, count: cores.count)
      cores[byte] = first
      return functions.set(0, cores.count, &cores) == 0
    #else
      return false
    #endif
  }
}
