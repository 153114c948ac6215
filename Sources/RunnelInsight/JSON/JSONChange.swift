// SPDX-License-Identifier: MIT

struct JSONChange: Sendable, Equatable {
  enum Step: Sendable, Hashable {
    case key(ExactText)
    case index(Int)

    /// The step as it stands behind the text of a path.
    func text(after path: String) -> String {
      switch self {
      case .key(let key): path.isEmpty ? key.text : ".\(key.text)"
      case .index(let index): "[\(index)]"
      }
    }
  }

  let path: [Step]
  /// The new value, or `nil` if the part is gone.
  let value: JSONValue?
  /// The value before, or `nil` if the part is new, which isn't written to a file.
  var old: JSONValue?

  /// The number of arrays and objects that are inside one another where the change is.
  ///
  /// A line can't be nested deeply, but its changes could nest values one in another. States keep
  /// the limit if their changes do.
  var depth: Int { path.count + (value?.depth ?? 0) }

  /// Returns the changes that turn one value into another, in the order in which to apply them.
  ///
  /// Keys of objects must be in ascending order. O(size of the values), without the arrays and
  /// objects that share their storage.
  static func from(_ old: JSONValue, to new: JSONValue) -> [JSONChange] {
    var changes: [JSONChange] = []
    var path: [Step] = []
    collect(old, new, at: &path, &changes)
    return changes
  }

  private static func collect(
    _ old: JSONValue, _ new: JSONValue, at path: inout [Step], _ changes: inout [JSONChange]
  ) {
    if old.visiblyEquals(new) { return }
    switch (old, new) {
    case (.object(let old), .object(let new)): collect(old, new, at: &path, &changes)
    case (.array(let old), .array(let new)):
      for index in old.positions(differingFrom: new)
      where !old[index].visiblyEquals(new[index]) {
        path.append(.index(index))
        collect(old[index], new[index], at: &path, &changes)
        path.removeLast()
      }
      for index in new.indices.dropFirst(old.count) {
        changes.append(JSONChange(path: path + [.index(index)], value: new[index]))
      }
      for index in old.indices.dropFirst(new.count).reversed() {
        changes.append(JSONChange(path: path + [.index(index)], value: nil, old: old[index]))
      }
    default: changes.append(JSONChange(path: path, value: new, old: old))
    }
  }

  private static func collect(
    _ old: [JSONValue.Member], _ new: [JSONValue.Member], at path: inout [Step],
    _ changes: inout [JSONChange]
  ) {
    func collectMember(_ key: ExactText, _ old: JSONValue, _ new: JSONValue) {
      path.append(.key(key))
      collect(old, new, at: &path, &changes)
      path.removeLast()
    }
    if old.count == new.count, zip(old, new).allSatisfy({ $0.key == $1.key }) {
      for (old, new) in zip(old, new) { collectMember(old.key, old.value, new.value) }
      return
    }
    let before = Dictionary(old.map { ($0.key, $0.value) }) { first, _ in first }
    let keys = Set(new.map(\.key))
    for member in new {
      if let value = before[member.key] {
        collectMember(member.key, value, member.value)
      } else {
        changes.append(JSONChange(path: path + [.key(member.key)], value: member.value))
      }
    }
    for member in old where !keys.contains(member.key) {
      changes.append(JSONChange(path: path + [.key(member.key)], value: nil, old: member.value))
    }
  }

  func write(to bytes: inout [UInt8]) {
    let steps = path.map { step -> JSONValue in
      switch step {
      case .key(let key): .string(key)
      case .index(let index): .integer(index)
      }
    }
    JSONValue.array([.array(steps)] + (value.map { [$0] } ?? [])).write(to: &bytes)
  }

  /// Applies the change, and returns it with the part before, or `nil` if the path doesn't exist.
  func apply(to whole: inout JSONValue) -> JSONChange? {
    var applied = self
    return applied.replace(&whole, at: path[...]) ? applied : nil
  }

  private mutating func replace(_ whole: inout JSONValue, at path: ArraySlice<Step>) -> Bool {
    guard let step = path.first else {
      guard let value else { return false }
      old = whole
      whole = value
      return true
    }
    let rest = path.dropFirst()
    // The part moves out of the whole, and is changed in place. A `switch` over both would copy it.
    switch step {
    case .key(let key):
      guard case .object(var members) = whole else { return false }
      whole = .null
      defer { whole = .object(members) }
      if let index = members.position(of: key) {
        guard rest.isEmpty, value == nil else { return replace(&members[index].value, at: rest) }
        old = members.remove(at: index).value
        return true
      }
      guard rest.isEmpty, let value else { return false }
      // In ascending order, as everything that is encoded.
      let index = members.firstIndex(inOrder: { $0.key.text > key.text })
      members.insert(JSONValue.Member(key: key, value: value), at: index)
      return true
    case .index(let index):
      guard case .array(var elements) = whole else { return false }
      whole = .null
      defer { whole = .array(elements) }
      if index < elements.count {
        guard rest.isEmpty, value == nil else { return replace(&elements[index], at: rest) }
        // The format removes elements from the end, and others would have to move.
        guard index == elements.count - 1 else { return false }
        old = elements.removeLast()
        return true
      }
      guard rest.isEmpty, index == elements.count, let value else { return false }
      elements.append(value)
      return true
    }
  }
}

extension JSONChange {
  /// Reads an element of `diff`, or returns `nil` if it is none.
  init?(_ value: JSONValue) {
    guard case .array(let parts) = value, (1...2).contains(parts.count),
      case .array(let steps) = parts[0]
    else { return nil }
    var path: [Step] = []
    for step in steps {
      switch step {
      case .string(let key): path.append(.key(key))
      case .number(let digits):
        guard let index = Int(digits), index >= 0 else { return nil }
        path.append(.index(index))
      default: return nil
      }
    }
    self.init(path: path, value: parts.count == 2 ? parts[1] : nil)
  }
}
