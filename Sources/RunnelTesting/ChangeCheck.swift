// SPDX-License-Identifier: MIT

import Runnel
import RunnelText

/// Finds the parts that a step's closure has changed, and compares each with the actual one.
///
/// A part is a stored property, a payload, a value of a dictionary, or an element. What the closure
/// left as it was can have any value. Parts are told apart by their path, and elements by their ID.
/// If the closure adds, removes or moves elements, the actual collection must have the same ones in
/// the same order, and elements without IDs must be the same altogether.
struct ChangeCheck {
  private var lines: [String] = []
  /// The depth from which parts are compared as a whole.
  private static let depthLimit = 64

  /// Returns the differences, with `- ` before expected values and `+ ` before actual ones.
  static func lines(before: Any, expected: Any, actual: Any) -> [String] {
    var check = ChangeCheck()
    check.compare(before, expected, actual, at: "", depth: 0)
    return check.lines
  }

  private mutating func compare(
    _ before: Any, _ expected: Any, _ actual: Any, at path: String, depth: Int
  ) {
    if PartEquality.areEqual(expected, actual) { return }
    if PartEquality.areEqual(before, expected) { return }
    let types = [before, expected, actual].map { type(of: $0) as Any.Type }
    guard depth < ChangeCheck.depthLimit, types.allSatisfy({ $0 == types[0] }),
      !isReplaced(before, expected), let old = Parts(of: before),
      let wanted = Parts(of: expected), let present = Parts(of: actual)
    else { return compareAll(expected, actual, at: path) }
    let isDescribed =
      [old, wanted, present].contains { $0.areOrdered }
      ? compareOrdered(old, wanted, present, at: path, depth)
      : compareKeyed(old, wanted, present, at: path, depth)
    // A part that the mirror omits has changed.
    if !isDescribed { compareAll(expected, actual, at: path) }
  }

  /// Returns whether the closure has put another value with an identity in the place of one.
  private func isReplaced(_ before: Any, _ expected: Any) -> Bool {
    guard let id = Parts.id(of: before) else { return false }
    return id != Parts.id(of: expected)
  }

  /// Compares parts that have keys, and returns whether any of them has changed.
  private mutating func compareKeyed(
    _ before: Parts, _ expected: Parts, _ actual: Parts, at path: String, _ depth: Int
  ) -> Bool {
    let old = before.byKey
    let current = actual.byKey
    let isSelection = !before.hasKeys(of: expected)
    if isSelection { compareSelections(expected, actual, at: path) }
    var hasChanged = isSelection
    for part in expected.all {
      guard let earlier = old[part.key] else {
        // A new element, which is compared in all its parts.
        if let now = current[part.key] {
          compareAll(part.value, now.value, at: part.path(in: path))
        }
        continue
      }
      if PartEquality.areEqual(earlier.value, part.value) { continue }
      hasChanged = true
      if let now = current[part.key] {
        compare(
          earlier.value, part.value, now.value, at: part.path(in: path), depth: depth + 1)
      } else if !isSelection {
        add("-", part, at: path)
      }
    }
    return hasChanged
  }

  private mutating func compareSelections(_ expected: Parts, _ actual: Parts, at path: String) {
    if expected.isSelection(equalTo: actual) { return }
    let (wanted, present) = (expected.byKey, actual.byKey)
    let count = lines.count
    for part in expected.all where present[part.key] == nil { add("-", part, at: path) }
    for part in actual.all where wanted[part.key] == nil { add("+", part, at: path) }
    guard lines.count == count else { return }
    for (sign, parts) in [("-", expected), ("+", actual)] {
      let name = path.isEmpty ? "the state" : path
      lines.append("\(sign) order of \(name): \(parts.keys.map { ValueDump.line(of: $0.base) })")
    }
  }

  /// Compares elements by position, as a whole unless they are collections themselves, and returns
  /// whether any has changed.
  private mutating func compareOrdered(
    _ before: Parts, _ expected: Parts, _ actual: Parts, at path: String, _ depth: Int
  ) -> Bool {
    if isSelection(before, expected) {
      for (part, now) in zip(expected.all, actual.all) {
        compareAll(part.value, now.value, at: part.path(in: path))
      }
      for part in expected.all.dropFirst(actual.all.count) { add("-", part, at: path) }
      for part in actual.all.dropFirst(expected.all.count) { add("+", part, at: path) }
      return true
    }
    var hasChanged = false
    for (index, (earlier, part)) in zip(before.all, expected.all).enumerated()
    where !PartEquality.areEqual(earlier.value, part.value) {
      hasChanged = true
      guard index < actual.all.count else {
        add("-", part, at: path)
        continue
      }
      let now = actual.all[index].value
      let path = part.path(in: path)
      if part.value is any Collection {
        compare(earlier.value, part.value, now, at: path, depth: depth + 1)
      } else {
        compareAll(part.value, now, at: path)
      }
    }
    return hasChanged
  }

  /// Returns whether a closure has added, removed or moved elements, and not only changed some.
  private func isSelection(_ before: Parts, _ expected: Parts) -> Bool {
    if before.all.count != expected.all.count { return true }
    var moved: (old: [Any], new: [Any]) = ([], [])
    for (old, new) in zip(before.all, expected.all)
    where !PartEquality.areEqual(old.value, new.value) {
      moved.old.append(old.value)
      moved.new.append(new.value)
    }
    // By their text, as comparing each with each takes too long.
    var old = Dictionary(grouping: moved.old) { ValueDump.lines(of: $0, .parts) }
    return !moved.new.isEmpty
      && moved.new.allSatisfy { element in
        let lines = ValueDump.lines(of: element, .parts)
        guard let index = old[lines]?.firstIndex(where: { PartEquality.areEqual($0, element) })
        else { return false }
        old[lines]?.remove(at: index)
        return true
      }
  }

  private mutating func compareAll(_ expected: Any, _ actual: Any, at path: String) {
    if PartEquality.areEqual(expected, actual) { return }
    lines += StateCheck.lines(of: actual, from: expected, at: path)
  }

  private mutating func add(_ sign: String, _ part: Parts.Part, at path: String) {
    lines += ValueDump.lines(of: part.value, at: part.path(in: path)).map { "\(sign) \($0)" }
  }
}

/// Differences of a value from the expected one, marked as those of `ChangeCheck` are.
enum StateCheck {
  static func difference<Value: Equatable>(of actual: Value, from expected: Value) -> [String]? {
    if actual == expected || PartEquality.areEqual(actual, expected) { return nil }
    return lines(of: actual, from: expected)
  }

  static func lines(of actual: Any, from expected: Any, at path: String = "") -> [String] {
    // Values with the same description can still differ in their parts.
    for detail in [ValueDump.Detail.values, .parts] {
      let lines = LineDiff.lines(
        from: ValueDump.lines(of: expected, detail, at: path),
        to: ValueDump.lines(of: actual, detail, at: path))
      if !lines.isEmpty { return lines }
    }
    let unseen = "Both have the same description, but `==` returns false."
    return [path.isEmpty ? unseen : "\(path): \(unseen)"]
  }
}
