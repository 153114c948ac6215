// SPDX-License-Identifier: MIT

#if os(Linux)
  import Foundation

  struct ProcSource: SystemSource {
    private var meter = Meter(
      ticksPerSecond: Double(max(1, sysconf(Int32(_SC_CLK_TCK)))),
      bytesPerPage: UInt64(max(1, sysconf(Int32(_SC_PAGESIZE)))))
    private var buffer = [UInt8](repeating: 0, count: 8192)
    private var users: [uid_t: String] = [:]

    mutating func sample() throws(SamplingFailed) -> SystemSampled {
      guard let processors = read("/proc/stat").flatMap({ ProcessorTimes($0.text) }),
        let memory = read("/proc/meminfo").flatMap({ MemoryStatus($0.text) })
      else { throw SamplingFailed(reason: "cannot read /proc/stat and /proc/meminfo") }
      var entries: [Snapshot.Entry] = []
      for number in try numbers() {
        // The process can have ended since the listing.
        guard let (text, owner) = read("/proc/\(number)/stat"), let status = ProcessStatus(text)
        else { continue }
        entries.append(Snapshot.Entry(status: status, user: name(of: owner)))
      }
      return meter.measure(
        Snapshot(
          time: DispatchTime.now().uptimeNanoseconds, entries: entries, processors: processors,
          memory: memory))
    }

    private func numbers() throws(SamplingFailed) -> [Int32] {
      do {
        return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
      } catch { throw SamplingFailed(reason: "cannot list /proc: \(error.localizedDescription)") }
    }

    /// Returns the beginning of a file and its owner.
    private mutating func read(_ path: String) -> (text: ArraySlice<UInt8>, owner: uid_t)? {
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var status = stat()
      guard fstat(file, &status) == 0 else { return nil }
      let count = buffer.withUnsafeMutableBytes { Foundation.read(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return nil }
      return (buffer[..<count], status.st_uid)
    }

    private mutating func name(of user: uid_t) -> String {
      if let name = users[user] { return name }
      let name = getpwuid(user).flatMap { String(validatingCString: $0.pointee.pw_name) }
      users[user] = name ?? "\(user)"
      return name ?? "\(user)"
    }
  }
#endif
