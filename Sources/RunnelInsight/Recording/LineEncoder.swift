// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelText

/// Encodes the events of a store as lines of a recording, on one queue.
struct LineEncoder<State: Sendable>: Sendable {
  /// The largest number of bytes of a text: the line has to be one that can be read.
  private static var textLimit: Int { 1 << 16 }
  /// The number of changes from which on the whole state may be shorter.
  private static var manyChanges: Int { 16 }

  private(set) var bytes: [UInt8] = []
  private(set) var snapshotInterval = 1_000
  private let header: RecordingHeader
  private let redactor: Redactor<State>
  private let report: @Sendable (Misuse) -> Void
  private let site: CallSite
  private let paths: @Sendable () -> [(range: Range<Int>, path: String)]
  private let encoder = SessionCoder.makeEncoder()
  private var start: UInt64 = 0
  private var date = Date()
  private var typeNames: [ObjectIdentifier: [UInt8]] = [:]
  private var warned: Set<ObjectIdentifier> = []
  private var pathTexts: [Range<Int>: [UInt8]] = [:]
  /// The encoder of the last state, if the next one can be written as a difference, and the number
  /// of bytes of the state that was last written as a whole.
  private var last: (encoder: StateEncoder, size: Int)?
  private var lastNumber: UInt64 = 0
  private var byteCount = 0
  private var actionCount = 0
  private var snapshotByteCount = 0
  private var lastSnapshotSize = 0
  private var lastSnapshotNumber: UInt64?

  init(
    _ header: RecordingHeader, _ redactor: Redactor<State>, at site: CallSite,
    paths: @escaping @Sendable () -> [(range: Range<Int>, path: String)],
    reportingTo report: @escaping @Sendable (Misuse) -> Void
  ) {
    self.header = header
    self.redactor = redactor
    self.site = site
    self.paths = paths
    self.report = report
  }

  mutating func clear() { bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20) }

  mutating func encode(_ event: LoggedEvent) {
    let before = bytes.count
    switch event {
    case .began(let state, let processed, let start):
      return begin(state, processed: processed, at: start)
    case .action(let action): encode(action)
    case .snapshot(let state, let time): return encodeSnapshot(state, at: time)
    case .effectBegan(let effect, let time): encode(effect, at: time)
    case .effectEnded(let number, let outcome, let time): encode(end: number, outcome, at: time)
    case .delivery(let delivery): encode(delivery)
    }
    byteCount += bytes.count - before
  }

  // MARK: States

  private mutating func begin(_ state: AnyObject?, processed: UInt64, at time: UInt64) {
    start = time
    date = Date()
    lastNumber = processed
    header.write(to: &bytes, firstAction: processed, date: date)
    guard let state = state.flatMap(recorded), let json = encoded(state) else { return }
    writeSnapshot(json, number: processed, at: time)
    lastSnapshotSize = json.count
    updateInterval()
    keep(state, size: json.count)
  }

  /// Begins a file again that has lost its lines, where the next state is written as a whole.
  mutating func restart() {
    header.write(to: &bytes, firstAction: lastNumber, date: date)
    last = nil
    lastSnapshotNumber = nil
    (byteCount, actionCount, snapshotByteCount, lastSnapshotSize) = (0, 0, 0, 0)
  }

  /// Returns a state without what is redacted, once: another call could return another one.
  private func recorded(_ state: AnyObject) -> (any Encodable)? {
    (state as? StateBox<State>).flatMap { redactor.recorded($0.state) as? any Encodable }
  }

  /// Keeps a state that has been written, in a number of bytes, for the next difference.
  private mutating func keep(_ state: any Encodable, size: Int) {
    guard header.states == .everyAction else { return }
    let encoder = last?.encoder ?? StateEncoder()
    last = encoder.changes(to: state).map { _ in (encoder, size) }
  }

  /// Returns a state as JSON, or `nil` with a warning if it can't be recorded.
  private mutating func encoded(_ state: any Encodable) -> [UInt8]? {
    do throws(SessionCoder.Failure) { return try SessionCoder.json(state, encoder) } catch {
      warn(of: type(of: state), error, isState: true)
      return nil
    }
  }

  private mutating func warn(of type: Any.Type, _ failure: SessionCoder.Failure, isState: Bool) {
    guard warned.insert(ObjectIdentifier(type)).inserted else { return }
    report(.notRecordable(type, failure.description, isState: isState, at: site))
  }

  private mutating func writeSnapshot(_ json: [UInt8], number: UInt64, at time: UInt64) {
    lastSnapshotNumber = number
    write("{\"n\":", number)
    write(",\"t\":", elapsed(time))
    bytes += ",\"state\":".utf8
    bytes += json
    bytes += "}\n".utf8
  }

  /// Encodes the snapshot of an adaptive recording, unless it would take too much of the file.
  private mutating func encodeSnapshot(_ state: AnyObject, number: UInt64, at time: UInt64) {
    guard 10 * (snapshotByteCount + lastSnapshotSize) <= byteCount,
      let state = recorded(state), let json = encoded(state)
    else { return }
    let before = bytes.count
    writeSnapshot(json, number: number, at: time)
    snapshotByteCount += bytes.count - before
    lastSnapshotSize = json.count
    updateInterval()
  }

  /// Encodes a requested state, unless it is the last one that was encoded.
  private mutating func encodeSnapshot(_ state: AnyObject, at time: UInt64) {
    guard lastNumber != lastSnapshotNumber, let state = recorded(state), let json = encoded(state)
    else { return }
    writeSnapshot(json, number: lastNumber, at: time)
    keep(state, size: json.count)
  }

  private mutating func updateInterval() {
    let lineSize = actionCount > 0 ? max(byteCount / actionCount, 1) : 128
    snapshotInterval = max(10 * lastSnapshotSize / lineSize, 32)
  }

  // MARK: Actions

  private mutating func encode(_ action: LoggedEvent.ActionEvent) {
    let record = action.record
    actionCount += 1
    lastNumber = record.sequence
    let value = redactor.recorded(record.action)
    write("{\"n\":", record.sequence)
    write(",\"t\":", elapsed(action.start))
    bytes += ",\"type\":".utf8
    writeTypeName(of: value ?? record.action)
    if let value { writePayload(value) } else { bytes += ",\"hidden\":true".utf8 }
    write(record.site)
    if record.parent > 0 { write(",\"parent\":", record.parent) }
    if action.effect > 0 { write(",\"effect\":", action.effect) }
    if let address = record.address { write(",\"address\":", address.description) }
    write(",\"reduce\":", action.duration)
    bytes += ",\"changed\":".utf8
    var paths: [[UInt8]] = []
    for change in action.changes {
      // Several parts can lie in one slice.
      let path = pathText(of: change)
      if !paths.contains(path) { paths.append(path) }
    }
    JSONText.list(paths, in: "[]", to: &bytes) { $1 += $0 }
    write(",\"pending\":", UInt64(action.pendingCount))
    // The next difference can't begin with a state that isn't in the file.
    if action.state == nil { last = nil }
    let snapshot = action.state.flatMap {
      header.states == .everyAction ? writeDifference($0) : nil
    }
    bytes += "}\n".utf8
    if let snapshot {
      writeSnapshot(snapshot, number: record.sequence, at: action.start + action.duration)
    } else if header.states == .adaptive, let state = action.state {
      encodeSnapshot(state, number: record.sequence, at: action.start + action.duration)
    }
  }

  /// Writes the difference from the last state, or returns the state if that is shorter.
  private mutating func writeDifference(_ state: AnyObject) -> [UInt8]? {
    guard let state = recorded(state) else { return nil }
    guard let known = last else {
      let json = encoded(state)
      if let json { keep(state, size: json.count) }
      return json
    }
    last = nil
    guard let changes = known.encoder.changes(to: state) else { return encoded(state) }
    let before = bytes.count
    bytes += ",\"diff\":".utf8
    JSONText.list(changes, in: "[]", to: &bytes) { $0.write(to: &$1) }
    let size = bytes.count - before
    let isReadable = changes.allSatisfy { $0.depth <= SessionCoder.depthLimit }
    if isReadable, changes.count < Self.manyChanges, size <= known.size {
      last = known
      return nil
    }
    let json = encoded(state)
    last = json.map { (known.encoder, $0.count) }
    if let json, isReadable, size <= json.count + 20 { return nil }
    bytes.removeLast(size)
    return json
  }

  private mutating func writeTypeName(of action: any Action) {
    let type = type(of: action)
    let name = typeNames[ObjectIdentifier(type)] ?? JSONText.quoted(RecordedName.of(type))
    typeNames[ObjectIdentifier(type)] = name
    bytes += name
  }

  /// Writes an action, or its text with the reason why a session can't read its payload.
  private mutating func writePayload(_ action: any Action) {
    guard let encodable = action as? any Encodable
    else { return write(",\"text\":", TypeName.of(action)) }
    do throws(SessionCoder.Failure) {
      let json = try SessionCoder.json(encodable, encoder)
      bytes += ",\"payload\":".utf8
      bytes += json
    } catch {
      // The text would be long, too.
      let type = type(of: action)
      write(",\"text\":", error.isSize ? TypeName.withoutModule(type) : TypeName.of(action))
      write(",\"problem\":", error.description)
      warn(of: type, error, isState: false)
    }
  }

  /// Returns the paths of the reducers that may write some bytes, as JSON with commas between them.
  private mutating func pathText(of change: Range<Int>) -> [UInt8] {
    if let known = pathTexts[change] { return known }
    var known: [Range<Int>: [String]] = [:]
    for (range, path) in paths() where known[range]?.contains(path) != true {
      known[range, default: []].append(path)
    }
    for (range, paths) in known {
      pathTexts[range] = Array(paths.map(JSONText.quoted).joined(separator: ",".utf8))
    }
    // A part of an optional is no slice of the store: the smallest one that contains it is named.
    let whole = known.keys
      .filter { $0.lowerBound <= change.lowerBound && $0.upperBound >= change.upperBound }
      .min { ($0.count, $0.lowerBound) < ($1.count, $1.lowerBound) }
    let text = pathTexts[change] ?? whole.flatMap { pathTexts[$0] } ?? JSONText.quoted("?")
    pathTexts[change] = text
    return text
  }

  // MARK: Effects and deliveries

  private mutating func encode(_ effect: EffectRecord, at time: UInt64) {
    let description = effect.describe()
    write("{\"t\":", elapsed(time))
    write(",\"effect\":", effect.number)
    // Names have no content of actions and commands then, which `redact` doesn't see.
    let name = redactor.isEmpty ? description.name : effect.nameWithoutContent
    write(",\"event\":\"began\",\"name\":", name)
    bytes += ",\"ids\":".utf8
    JSONText.list(description.ids, in: "[]", to: &bytes) { Self.quote($0, to: &$1) }
    if effect.cause > 0 { write(",\"cause\":", effect.cause) }
    write(effect.site)
    bytes += "}\n".utf8
  }

  private mutating func encode(
    end number: UInt64, _ outcome: EffectRecord.Outcome, at time: UInt64
  ) {
    write("{\"t\":", elapsed(time))
    write(",\"effect\":", number)
    bytes += ",\"event\":\"ended\",\"outcome\":".utf8
    switch outcome {
    case .finished: bytes += "\"finished\"".utf8
    case .canceled: bytes += "\"canceled\"".utf8
    case .failed(let error):
      bytes += "\"failed\"".utf8
      write(",\"error\":", "\(error)")
    }
    bytes += "}\n".utf8
  }

  private mutating func encode(_ delivery: DeliveryRecord) {
    let subscription = delivery.describe()
    write("{\"n\":", lastNumber)
    write(",\"t\":", elapsed(delivery.start))
    write(",\"consumer\":", subscription.consumer ?? subscription.kind.rawValue)
    write(",\"kind\":", subscription.kind.rawValue)
    write(",\"slice\":", subscription.slice)
    write(",\"file\":", subscription.file)
    write(",\"line\":", UInt64(subscription.line))
    write(",\"took\":", delivery.duration)
    if delivery.isOnMainThread { bytes += ",\"main\":true".utf8 }
    bytes += "}\n".utf8
  }

  // MARK: Members

  private func elapsed(_ time: UInt64) -> UInt64 { time > start ? time - start : 0 }

  private mutating func write(_ key: StaticString, _ number: UInt64) {
    bytes += UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    bytes += String(number).utf8
  }

  private mutating func write(_ key: StaticString, _ text: String) {
    bytes += UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    Self.quote(text, to: &bytes)
  }

  private static func quote(_ text: String, to bytes: inout [UInt8]) {
    let isLong = text.utf8.count > Self.textLimit
    JSONText.quote(isLong ? text.prefix(Self.textLimit / 8) + "…" : text, to: &bytes)
  }

  private mutating func write(_ site: CallSite) {
    write(",\"file\":", site.file)
    write(",\"line\":", UInt64(site.line))
  }
}
