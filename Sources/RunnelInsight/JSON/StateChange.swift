// SPDX-License-Identifier: MIT

/// A change of a recorded state as people read it: elements of an array are called by their IDs.
struct StateChange: Equatable, CustomStringConvertible {
  enum Kind: Equatable {
    case changed(from: JSONValue?, to: JSONValue?)
    case inserted(JSONValue, at: Int)
    case removed(JSONValue, from: Int)
    case moved(from: Int, to: Int)
  }

  /// The part of the state, such as `rows[id 7].isDone`.
  let part: String
  let kind: Kind

  /// The part with both values, such as `cart.total: 5 → -3`.
  var description: String { description(valueLimit: 120) }

  func description(valueLimit: Int) -> String {
    func short(_ value: JSONValue?) -> String { value?.shortened(to: valueLimit) ?? "none" }
    let text =
      switch kind {
      case .changed(let old, let new): "\(short(old)) → \(short(new))"
      case .inserted(let value, let place): "inserted at \(place): \(short(value))"
      case .removed(let value, let place): "removed from \(place): \(short(value))"
      case .moved(let old, let new): "moved from \(old) to \(new)"
      }
    return "\(part.isEmpty ? "state" : part): \(text)"
  }

  static func from(_ old: JSONValue, to new: JSONValue) -> [StateChange] {
    var (state, names) = (old, ElementNames())
    return names.apply(JSONChange.from(old, to: new), to: &state) ?? []
  }
}

extension JSONChange {
  func kind(hasID: Bool) -> StateChange.Kind {
    guard hasID, case .index(let place)? = path.last else { return .changed(from: old, to: value) }
    return switch (old, value) {
    case (nil, let value?): .inserted(value, at: place)
    case (let old?, nil): .removed(old, from: place)
    default: .changed(from: old, to: value)
    }
  }
}
