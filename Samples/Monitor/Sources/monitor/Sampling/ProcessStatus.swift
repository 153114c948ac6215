// SPDX-License-Identifier: MIT

/// The content of `/proc/<number>/stat`.
struct ProcessStatus: Equatable {
  var number: Int32
  var name: String
  /// The processor time of all its threads, in clock ticks.
  var ticks: UInt64
  /// The time at which it started, in clock ticks.
  var started: UInt64
  /// The number of memory pages that it occupies.
  var pages: UInt64
}

extension ProcessStatus {
  /// Parses the text of the file.
  ///
  /// The name is in parentheses, and can contain parentheses, blanks and line feeds. It ends with
  /// the last parenthesis.
  init?(_ text: ArraySlice<UInt8>) {
    guard let opening = text.firstIndex(of: UInt8(ascii: "(")),
      let closing = text.lastIndex(of: UInt8(ascii: ")")), opening < closing,
      let number = decimal(trimmed(text[..<opening])).flatMap(Int32.init(exactly:))
    else { return nil }
    // proc(5) numbers the fields from 1. The first one here is the state, field 3.
    let fields = text[(closing + 1)...].split(separator: UInt8(ascii: " "), maxSplits: 22)
    guard fields.count > 21, let user = decimal(fields[11]), let system = decimal(fields[12]),
      let started = decimal(fields[19]), let pages = decimal(fields[21])
    else { return nil }
    self.init(
      number: number, name: String(decoding: text[(opening + 1)..<closing], as: UTF8.self),
      ticks: user &+ system, started: started, pages: pages)
  }
}

/// The times of all processors in `/proc/stat`, in clock ticks.
struct ProcessorTimes: Equatable {
  var busy: UInt64
  var total: UInt64
}

extension ProcessorTimes {
  /// Parses the first line of the file: user, nice, system, idle, I/O wait, and others.
  init?(_ text: ArraySlice<UInt8>) {
    let line = text.prefix { $0 != UInt8(ascii: "\n") }
    let fields = line.split(separator: UInt8(ascii: " "))
    guard fields.count > 4, fields[0].elementsEqual("cpu".utf8) else { return nil }
    // The ninth and tenth are times of guests, which the first two include.
    let times = fields[1...].prefix(8).map { decimal($0) ?? 0 }
    let total = times.reduce(0, &+)
    let idle = times[3] &+ (times.count > 4 ? times[4] : 0)
    self.init(busy: total &- idle, total: total)
  }
}

/// The content of `/proc/meminfo`, in bytes.
struct MemoryStatus: Equatable {
  var used: UInt64
  var total: UInt64
}

extension MemoryStatus {
  /// Parses the text of the file, which before Linux 3.14 has no available memory.
  init?(_ text: ArraySlice<UInt8>) {
    var kilobytes: [String: UInt64] = [:]
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " "))
      guard fields.count > 1, let value = decimal(fields[1]) else { continue }
      kilobytes[String(decoding: fields[0].dropLast(), as: UTF8.self)] = value
    }
    guard let total = kilobytes["MemTotal"] else { return nil }
    let available =
      kilobytes["MemAvailable"]
      ?? ["MemFree", "Buffers", "Cached"].reduce(0) { $0 + (kilobytes[$1] ?? 0) }
    self.init(used: (total - min(available, total)) &* 1024, total: total &* 1024)
  }
}

private func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  text.last == UInt8(ascii: " ") ? text.dropLast() : text
}

private func decimal(_ text: ArraySlice<UInt8>) -> UInt64? {
  UInt64(String(decoding: text, as: UTF8.self))
}
