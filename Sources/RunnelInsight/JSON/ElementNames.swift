// SPDX-License-Identifier: MIT

public import Foundation

/// Applies changes to one state after the other, and describes them.
///
/// A change of one element takes a time that doesn't depend on the size of its array, whose IDs are
/// kept.
struct ElementNames: Sendable {
  private typealias Path = [JSONChange.Step]

  /// An array in which elements have other places than before.
  private struct Reordered {
    let name: String
    let old: [JSONValue]
    /// Where to describe it among the other changes.
    let place: Int
    var changes: [JSONChange] = []
  }

  private static let keptCount = 64

  /// The IDs of the elements of arrays, or `nil` if they have none.
  private var ids: [Path: Set<String>?] = [:]
  /// How often the IDs of an array were read, for tests of the cost.
  private(set) var readCount = 0

  /// Returns `nil` if a change doesn't fit the state, in which the earlier ones are then made.
  mutating func apply(_ changes: [JSONChange], to state: inout JSONValue) -> [StateChange]? {
    // An array that has no IDs can get some.
    ids = ids.count > Self.keptCount ? [:] : ids.filter { $0.value != nil }
    var reordered: [Path: Reordered] = [:]
    let arrays = Set(changes.compactMap { reorderedArray($0, in: state) })
    var described: [[StateChange]] = []
    for change in changes {
      let around = change.path.indices.lazy.map { Array(change.path[..<$0]) }
      guard !arrays.isEmpty, let array = around.first(where: arrays.contains) else {
        let (name, hasID) = name(of: change.path, in: state, appending: change.value)
        guard let applied = change.apply(to: &state) else { return nil }
        described.append([StateChange(part: name, kind: applied.kind(hasID: hasID))])
        continue
      }
      if reordered[array] == nil, case .array(let old)? = state.part(at: array[...]) {
        let name = name(of: array, in: state).text
        reordered[array] = Reordered(name: name, old: old, place: described.count)
        described.append([])
      }
      guard let applied = change.apply(to: &state) else { return nil }
      reordered[array]?.changes.append(applied)
    }
    for (path, array) in reordered {
      guard case .array(let new)? = state.part(at: path[...]) else { continue }
      described[array.place] = Self.describe(array, new, depth: path.count)
    }
    forgetArrays(in: changes.filter { $0.value?.depth != 0 }.map(\.path) + reordered.keys)
    return described.flatMap(\.self)
  }

  /// Returns the path of the outermost array with IDs in which a change puts an element into the
  /// place of another one.
  ///
  /// A change that adds or removes an element at the end does it nowhere.
  private mutating func reorderedArray(_ change: JSONChange, in state: JSONValue) -> Path? {
    for (position, step) in change.path.enumerated() {
      guard case .index = step else { continue }
      let array = Array(change.path[..<position])
      guard hasIDs(array, in: state) else { continue }
      if position + 1 < change.path.count {
        if change.path[position + 1] == .key("id") { return array }
        continue
      }
      switch (state.part(at: change.path[...])?.id, change.value) {
      case (let old?, let new?): if old != new.id { return array }
      case (let old?, nil): ids[array]??.remove(old)
      case (nil, let new):
        guard let id = new?.id, ids[array]??.insert(id).inserted == true else {
          ids[array] = .some(nil)
          continue
        }
      }
    }
    return nil
  }

  private mutating func hasIDs(_ path: Path, in state: JSONValue) -> Bool {
    if let known = ids[path] { return known != nil }
    var known: Set<String>?
    readCount += 1
    if case .array(let elements)? = state.part(at: path[...]) { known = elements.ids.map(Set.init) }
    ids[path] = .some(known)
    return known != nil
  }

  /// Returns the name of a part, and whether it is an element that has an ID.
  private mutating func name(
    of path: Path, in state: JSONValue, appending value: JSONValue? = nil
  ) -> (text: String, hasID: Bool) {
    var (text, hasID) = ("", false)
    for (position, step) in path.enumerated() {
      var id: String?
      if case .index = step, hasIDs(Array(path[..<position]), in: state) {
        id = (state.part(at: path[...position]) ?? value)?.id
      }
      hasID = id != nil
      text += id.map { "[id \($0)]" } ?? step.text(after: text)
    }
    return (text, hasID)
  }

  private static func describe(
    _ array: Reordered, _ new: [JSONValue], depth: Int
  ) -> [StateChange] {
    guard let oldIDs = array.old.ids, let newIDs = new.ids else {
      return array.changes.map { change in
        let name = change.path[depth...].reduce(array.name) { $0 + $1.text(after: $0) }
        return StateChange(part: name, kind: change.kind(hasID: false))
      }
    }
    func name(_ id: String) -> String { "\(array.name)[id \(id)]" }
    let places = Dictionary(zip(oldIDs, 0...)) { first, _ in first }
    let inOrder = longestAscending(newIDs.compactMap { places[$0] })
    let kept = Set(newIDs)
    var changes: [StateChange] = []
    for (place, id) in oldIDs.enumerated() where !kept.contains(id) {
      changes.append(StateChange(part: name(id), kind: .removed(array.old[place], from: place)))
    }
    for (place, id) in newIDs.enumerated() {
      guard let before = places[id] else {
        changes.append(StateChange(part: name(id), kind: .inserted(new[place], at: place)))
        continue
      }
      if !inOrder.contains(before) {
        changes.append(StateChange(part: name(id), kind: .moved(from: before, to: place)))
      }
      changes += StateChange.from(array.old[before], to: new[place])
        .map { StateChange(part: "\(name(id)).\($0.part)", kind: $0.kind) }
    }
    return changes
  }

  private mutating func forgetArrays(in paths: [Path]) {
    if paths.isEmpty { return }
    // Comparing each of many with each would take longer than looking for IDs again.
    if paths.count > 16 { return ids = [:] }
    ids = ids.filter { known in !paths.contains { known.key.starts(with: $0) } }
  }
}

/// Returns the elements of the longest part of a list whose elements ascend, the others left out:
/// O(count × log(count)).
private func longestAscending(_ numbers: [Int]) -> Set<Int> {
  // The positions at which parts of each length end, with the smallest last element.
  var ends: [Int] = []
  var previous: [Int?] = []
  for (position, number) in numbers.enumerated() {
    let length = ends.firstIndex(inOrder: { numbers[$0] >= number })
    previous.append(length > 0 ? ends[length - 1] : nil)
    if length < ends.count { ends[length] = position } else { ends.append(position) }
  }
  var found: Set<Int> = []
  var next = ends.last
  while let position = next {
    found.insert(numbers[position])
    next = previous[position]
  }
  return found
}

extension JSONValue {
  /// The ID by which changes call an element: a short text or a number for the key `id`.
  fileprivate var id: String? {
    switch self["id"] {
    case .string(let id)? where 1...100 ~= id.text.utf16.count: id.text
    case .number(let digits)?: digits
    default: nil
    }
  }
}

extension [JSONValue] {
  /// The IDs of the elements, or `nil` if one has none, or if two have the same.
  fileprivate var ids: [String]? {
    var (ids, known): ([String], Set<String>) = ([], [])
    for element in self {
      guard let id = element.id, known.insert(id).inserted else { return nil }
      ids.append(id)
    }
    return ids
  }
}

extension Session {
  /// Returns the IDs by which ``forEachChange(after:valueLimit:_:)`` calls the elements of an array
  /// that is JSON, or `nil` if it calls them by their positions.
  ///
  /// An array has IDs if each element is an object whose `id` is a number or a text of 1 to 100
  /// UTF-16 code units, and no two have the same.
  public static func elementIDs(of array: Data) -> [String]? {
    guard case .array(let elements)? = try? JSONParser.value(in: Array(array)) else { return nil }
    return elements.ids
  }
}
