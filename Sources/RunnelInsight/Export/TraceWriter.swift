// SPDX-License-Identifier: MIT

public import Foundation

extension Session {
  /// Returns this session in the Chrome trace format, which Perfetto opens.
  ///
  /// Reducers are slices of the store's queue, deliveries those of the main thread and others.
  /// Effects are asynchronous slices. Flows lead from an action to those that it caused. Counters
  /// show pending actions and running effects. O(n log n) in the size of the recording.
  public func chromeTrace() -> Data {
    var writer = TraceWriter()
    writer.write("M", "process_name", arguments: ["name": .string(info.app ?? "Runnel")])
    writer.writeActions(self)
    writer.writeEffects(self)
    writer.writeDeliveries(self)
    return Data(writer.bytes + Array("]}\n".utf8))
  }
}

private struct TraceWriter {
  /// The store's queue, the main thread, and one for each delivery that overlaps another elsewhere.
  private enum Thread {
    static let store = 1
    static let main = 2
    static let firstOther = 3
  }

  private(set) var bytes = Array("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[".utf8)

  mutating func writeActions(_ session: Session) {
    writeName("store's queue", of: Thread.store)
    for action in session.actions {
      let start = action.time.wholeNanoseconds
      let content = (action.payload ?? action.text).map { String($0.prefix(1_000)) }
      write(
        "X", action.shortTypeName, "reduce", on: Thread.store, at: start,
        for: action.reduceDuration.wholeNanoseconds,
        arguments: [
          "number": .integer(action.number), "place": "\(action.file):\(action.line)",
          "action": content.map(JSONValue.string),
        ])
      write("C", "pending actions", at: start, arguments: ["count": .integer(action.pendingCount)])
      guard let parent = action.parent, let index = session.index(of: parent) else { continue }
      // A flow begins in the slice of the action that caused this one.
      let cause = session.actions[index].time.wholeNanoseconds
      write("s", "cause", "cause", on: Thread.store, at: cause, id: action.number)
      write("f", "cause", "cause", on: Thread.store, at: start, id: action.number)
    }
  }

  mutating func writeEffects(_ session: Session) {
    let lastTime = max(
      session.actions.last?.time.wholeNanoseconds ?? 0,
      session.effects.compactMap(\.end).map(\.wholeNanoseconds).max() ?? 0)
    var changes: [(time: Int, difference: Int)] = []
    for effect in session.effects {
      let start = effect.start.wholeNanoseconds
      let end = max(effect.end?.wholeNanoseconds ?? lastTime, start)
      changes += [(start, 1), (end, -1)]
      write(
        "b", effect.name, "effect", on: Thread.store, at: start, id: effect.number,
        arguments: ["place": "\(effect.file):\(effect.line)"])
      write(
        "e", effect.name, "effect", on: Thread.store, at: end, id: effect.number,
        arguments: ["outcome": .string(effect.outcome ?? "running")])
    }
    var count = 0
    for change in changes.sorted(by: { ($0.time, $0.difference) < ($1.time, $1.difference) }) {
      count += change.difference
      write(
        "C", "running effects", at: change.time, arguments: ["count": .integer(max(count, 0))])
    }
  }

  mutating func writeDeliveries(_ session: Session) {
    var mainEnd: Int?
    var others: [(delivery: RecordedDelivery, interval: Range<Int>)] = []
    for delivery in session.deliveries.sorted(by: { $0.time < $1.time }) {
      let start = delivery.time.wholeNanoseconds
      let (end, overflow) = start.addingReportingOverflow(delivery.duration.wholeNanoseconds)
      let interval = start..<(overflow ? Int.max : end)
      // Slices of one thread must not overlap. One inside another doesn't get a thread of its own.
      if delivery.isOnMainThread, start >= mainEnd ?? 0 {
        mainEnd = interval.upperBound
        write(delivery, in: interval, on: Thread.main)
      } else {
        others.append((delivery, interval))
      }
    }
    if mainEnd != nil { writeName("main thread", of: Thread.main) }
    let lanes = lanes(of: others.map(\.interval))
    for (lane, (delivery, interval)) in zip(lanes, others) {
      write(delivery, in: interval, on: Thread.firstOther + lane)
    }
    for lane in 0..<((lanes.max() ?? -1) + 1) {
      writeName("deliveries \(lane + 1)", of: Thread.firstOther + lane)
    }
  }

  private mutating func write(
    _ delivery: RecordedDelivery, in interval: Range<Int>, on thread: Int
  ) {
    write(
      "X", delivery.consumer, "delivery", on: thread, at: interval.lowerBound,
      for: interval.count,
      arguments: ["slice": .string(delivery.slice), "number": .integer(delivery.number)])
  }

  private mutating func writeName(_ name: String, of thread: Int) {
    write("M", "thread_name", on: thread, arguments: ["name": .string(name)])
  }

  /// Writes an event of a phase, such as `X` for a slice, with times in nanoseconds.
  mutating func write(
    _ phase: String, _ name: String, _ category: String? = nil, on thread: Int? = nil,
    at time: Int? = nil, for duration: Int? = nil, id: Int? = nil, arguments: JSONValue? = nil
  ) {
    if bytes.last != UInt8(ascii: "[") { bytes.append(UInt8(ascii: ",")) }
    bytes.append(0x0A)
    let event: JSONValue = [
      "ph": .string(phase), "pid": .integer(1), "tid": thread.map(JSONValue.integer),
      "name": .string(name), "cat": category.map(JSONValue.string),
      "id": id.map(JSONValue.integer), "ts": time.map(microseconds),
      "dur": duration.map(microseconds), "bp": phase == "f" ? "e" : nil, "args": arguments,
    ]
    event.write(to: &bytes)
  }

  /// Returns nanoseconds as microseconds with three decimals.
  private func microseconds(_ nanoseconds: Int) -> JSONValue {
    let decimals = "\(1_000 + nanoseconds % 1_000)".dropFirst()
    return .number("\(nanoseconds / 1_000).\(decimals)")
  }
}

/// Returns a lane for each interval, as few as possible, so that those of one lane don't overlap.
///
/// Starts must be ascending. O(n log n).
func lanes(of intervals: [Range<Int>]) -> [Int] {
  var ends = intervals.indices
    .sorted { (intervals[$0].upperBound, $0) < (intervals[$1].upperBound, $1) }[...]
  var lanes: [Int] = []
  var freeLanes: [Int] = []
  var count = 0
  for interval in intervals {
    // An interval without a length can end here that has no lane yet.
    while let next = ends.first, next < lanes.count,
      intervals[next].upperBound <= interval.lowerBound
    {
      freeLanes.append(lanes[next])
      ends.removeFirst()
    }
    if freeLanes.isEmpty {
      freeLanes.append(count)
      count += 1
    }
    lanes.append(freeLanes.removeLast())
  }
  return lanes
}

extension Duration {
  fileprivate var wholeNanoseconds: Int {
    Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
  }
}
