// SPDX-License-Identifier: MIT

public import Foundation

/// Writes a session as events of the Chrome trace format, which Perfetto reads.
struct TraceWriter {
  /// The threads of the trace: the store's queue, the main thread, and one for each delivery that
  /// overlaps another one elsewhere.
  private enum Thread {
    static let store = 1
    static let main = 2
    static let firstOther = 3
  }

  private var bytes = Array("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[".utf8)
  private var isFirst = true
  private var lanes = Lanes<Int>()

  static func trace(of session: Session) -> [UInt8] {
    var writer = TraceWriter()
    writer.writeNames(session)
    writer.writeActions(session)
    writer.writeEffects(session)
    writer.writeDeliveries(session)
    writer.writeLaneNames()
    return writer.bytes + Array("]}\n".utf8)
  }

  private mutating func writeNames(_ session: Session) {
    let app = session.info.app ?? "Runnel"
    write([
      ("ph", .string("M")), ("pid", .number("1")), ("name", .string("process_name")),
      ("args", object([("name", .string(app))])),
    ])
    writeThreadName(Thread.store, "store's queue")
    if session.deliveries.contains(where: \.isOnMainThread) {
      writeThreadName(Thread.main, "main thread")
    }
  }

  private mutating func writeLaneNames() {
    for index in 0..<lanes.count {
      writeThreadName(Thread.firstOther + index, "deliveries \(index + 1)")
    }
  }

  private mutating func writeThreadName(_ thread: Int, _ name: String) {
    write([
      ("ph", .string("M")), ("pid", .number("1")), ("tid", .number("\(thread)")),
      ("name", .string("thread_name")), ("args", object([("name", .string(name))])),
    ])
  }

  // MARK: Actions

  private mutating func writeActions(_ session: Session) {
    for action in session.actions {
      let start = action.time.wholeNanoseconds
      var arguments: [(String, JSONValue)] = [
        ("number", .number("\(action.number)")),
        ("place", .string("\(action.file):\(action.line)")),
      ]
      if let content = action.payload ?? action.text {
        arguments.append(("action", .string(String(content.prefix(1_000)))))
      }
      write([
        ("ph", .string("X")), ("pid", .number("1")), ("tid", .number("\(Thread.store)")),
        ("name", .string(action.shortTypeName)), ("cat", .string("reduce")), ("ts", time(start)),
        ("dur", time(action.reduceDuration.wholeNanoseconds)), ("args", object(arguments)),
      ])
      write([
        ("ph", .string("C")), ("pid", .number("1")), ("name", .string("pending actions")),
        ("ts", time(start)), ("args", object([("count", .number("\(action.pendingCount)"))])),
      ])
      guard let parent = action.parent, let index = session.index(of: parent) else { continue }
      // A flow begins in the slice of the action that caused this one.
      writeFlow("s", action.number, at: session.actions[index].time.wholeNanoseconds)
      writeFlow("f", action.number, at: start)
    }
  }

  private mutating func writeFlow(_ phase: String, _ id: Int, at time: Int) {
    var members: [(String, JSONValue)] = [
      ("ph", .string(phase)), ("pid", .number("1")), ("tid", .number("\(Thread.store)")),
      ("name", .string("cause")), ("cat", .string("cause")), ("id", .number("\(id)")),
      ("ts", self.time(time)),
    ]
    if phase == "f" { members.append(("bp", .string("e"))) }
    write(members)
  }

  // MARK: Effects

  private mutating func writeEffects(_ session: Session) {
    let lastTime = max(
      session.actions.last?.time.wholeNanoseconds ?? 0,
      session.effects.compactMap(\.end).map(\.wholeNanoseconds).max() ?? 0)
    var changes: [(time: Int, difference: Int)] = []
    for effect in session.effects {
      let start = effect.start.wholeNanoseconds
      let end = max(effect.end?.wholeNanoseconds ?? lastTime, start)
      changes += [(start, 1), (end, -1)]
      for (phase, time) in [("b", start), ("e", end)] {
        var members: [(String, JSONValue)] = [
          ("ph", .string(phase)), ("pid", .number("1")), ("tid", .number("\(Thread.store)")),
          ("name", .string(effect.name)), ("cat", .string("effect")),
          ("id", .number("\(effect.number)")), ("ts", self.time(time)),
        ]
        if phase == "e" {
          let outcome = effect.outcome ?? "running"
          members.append(("args", object([("outcome", .string(outcome))])))
        } else {
          let place = "\(effect.file):\(effect.line)"
          members.append(("args", object([("place", .string(place))])))
        }
        write(members)
      }
    }
    var count = 0
    for change in changes.sorted(by: { ($0.time, $0.difference) < ($1.time, $1.difference) }) {
      count += change.difference
      write([
        ("ph", .string("C")), ("pid", .number("1")), ("name", .string("running effects")),
        ("ts", time(change.time)), ("args", object([("count", .number("\(max(count, 0))"))])),
      ])
    }
  }

  // MARK: Deliveries

  private mutating func writeDeliveries(_ session: Session) {
    let deliveries = session.deliveries.sorted { $0.time < $1.time }
    var mainEnd = 0
    for delivery in deliveries {
      let start = delivery.time.wholeNanoseconds
      let (sum, overflow) = start.addingReportingOverflow(delivery.duration.wholeNanoseconds)
      let end = overflow ? Int.max : sum
      // Slices of one thread must not overlap. One inside another doesn't get a thread of its own.
      let isMain = delivery.isOnMainThread && start >= mainEnd
      if isMain { mainEnd = end }
      let thread = isMain ? Thread.main : Thread.firstOther + lanes.take(from: start, to: end)
      write([
        ("ph", .string("X")), ("pid", .number("1")), ("tid", .number("\(thread)")),
        ("name", .string(delivery.consumer)), ("cat", .string("delivery")), ("ts", time(start)),
        ("dur", time(end - start)),
        (
          "args",
          object([
            ("slice", .string(delivery.slice)), ("number", .number("\(delivery.number)")),
          ])
        ),
      ])
    }
  }

  // MARK: Events

  private mutating func write(_ members: [(String, JSONValue)]) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    bytes.append(0x0A)
    object(members).write(to: &bytes)
  }

  private func object(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(members.map { JSONValue.Member(key: $0.0, value: $0.1) })
  }

  /// Returns nanoseconds as microseconds with three decimals.
  private func time(_ nanoseconds: Int) -> JSONValue {
    let decimals = "\(1_000 + nanoseconds % 1_000)".dropFirst()
    return .number("\(nanoseconds / 1_000).\(decimals)")
  }
}

/// Lanes for intervals that must not overlap in one.
struct Lanes<Time: Comparable> {
  /// The number of lanes.
  var count: Int { heap.count }
  /// The end of the last interval of each lane.
  ///
  /// The earliest one is the first: neither of the two
  /// at `2 * index + 1` and behind it is before that at `index`.
  private var heap: [(end: Time, lane: Int)] = []

  /// Returns a lane that is free at a time, and occupies it.
  ///
  /// Starts must be ascending. O(log(number of lanes)).
  mutating func take(from start: Time, to end: Time) -> Int {
    guard let first = heap.first, first.end <= start else {
      var index = heap.count
      heap.append((end, index))
      while index > 0, heap[index].end < heap[(index - 1) / 2].end {
        heap.swapAt(index, (index - 1) / 2)
        index = (index - 1) / 2
      }
      return heap.count - 1
    }
    heap[0].end = end
    var index = 0
    while case let left = 2 * index + 1, left < heap.count {
      let right = left + 1
      let next = right < heap.count && heap[right].end < heap[left].end ? right : left
      guard heap[next].end < heap[index].end else { break }
      heap.swapAt(index, next)
      index = next
    }
    return first.lane
  }
}

extension Duration {
  /// The duration in nanoseconds, without a fraction.
  fileprivate var wholeNanoseconds: Int {
    Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
  }
}

extension Session {
  /// Returns this session in the Chrome trace format, which Perfetto opens.
  ///
  /// Reducers are slices of the store's queue, and deliveries are slices of the main thread and of
  /// others. Effects are asynchronous slices. Flows lead from an action to those that it caused.
  /// Counters show pending actions and running effects. O(n log n) in the
  /// size of the recording.
  public func chromeTrace() -> Data { Data(TraceWriter.trace(of: self)) }
}
