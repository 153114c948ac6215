// SPDX-License-Identifier: MIT

import Synchronization

/// The one of many that an action, a reducer or an effect is for: an element of a collection, or an
/// instance of a feature, with what it is inside of that.
///
/// `@unchecked`: immutable; IDs are `Sendable`.
package final class Address: Hashable, @unchecked Sendable, CustomStringConvertible {
  package let id: AnyHashable
  /// The ID as the collection knows it, or `nil` for an instance.
  let key: ElementKey?
  /// Tells an element from others that have had its ID, or `nil` if any of them is meant.
  let mark: ElementMark?
  /// The collection of the element, or `nil` for an instance, which is known by its ID anywhere.
  package let place: Place?
  package let inner: Address?
  /// The same address up to its first element, if that lies inside of an instance.
  private let instances: Address?
  // Computed once, where the address is made: effects look IDs up while they are locked, when the
  // `hash(into:)` of a user's type must not run.
  let hash: Int

  init(
    _ id: AnyHashable, _ key: ElementKey? = nil, mark: ElementMark? = nil, in place: Place? = nil,
    inner: Address? = nil
  ) {
    self.id = id
    self.key = key
    self.mark = mark
    self.place = place
    self.inner = inner
    var hasher = Hasher()
    hasher.combine(id)
    hasher.combine(place)
    hasher.combine(inner)
    hash = hasher.finalize()
    let isAroundElement =
      place == nil && inner.map { $0.place != nil || $0.instances != nil } ?? false
    instances = isAroundElement ? Address(id, inner: inner?.leadingInstances) : nil
  }

  package convenience init(instance id: AnyHashable) { self.init(id) }

  package func appending(_ inner: Address?) -> Address {
    guard let inner else { return self }
    return Address(id, key, mark: mark, in: place, inner: self.inner?.appending(inner) ?? inner)
  }

  func inside(_ outer: Address?) -> Address { outer?.appending(self) ?? self }

  /// The instances in front of the first element, which decide about reducers of instances.
  var leadingInstances: Address? { place == nil ? instances ?? self : nil }

  /// Whether it leads to or through an element.
  var hasElements: Bool { place != nil || instances != nil }

  private var steps: some Sequence<Address> { sequence(first: self, next: \.inner) }

  /// Whether the first steps of two addresses are the same one of many.
  private func isSameStep(as other: Address) -> Bool {
    id == other.id && place == other.place
      && (mark == other.mark || mark == nil || other.mark == nil)
  }

  /// Whether an action with an address concerns a reducer or a listener with this one: one of the
  /// two is the other, or contains it.
  func matches(_ address: Address) -> Bool {
    zip(steps, address.steps).allSatisfy { $0.isSameStep(as: $1) }
  }

  /// Whether an address is this one, or leads into it.
  package func contains(_ address: Address) -> Bool {
    var other: Address? = address
    for step in steps {
      guard let next = other, step.isSameStep(as: next) else { return false }
      other = next.inner
    }
    return true
  }

  /// Whether two addresses are the same, but for the marks of elements.
  package func isSame(as other: Address) -> Bool { contains(other) && other.contains(self) }

  /// The part of an action's address that lies inside this one, which it matches.
  func remainder(of address: Address) -> Address? {
    var (own, other): (Address?, Address?) = (self, address)
    while own != nil, other != nil { (own, other) = (own?.inner, other?.inner) }
    return other
  }

  package static func == (left: Address, right: Address) -> Bool {
    left === right
      || left.hash == right.hash && left.id == right.id && left.mark == right.mark
        && left.place == right.place && left.inner == right.inner
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }

  /// The address as in the source, such as `\.list.rows[7].items[2]`.
  package var description: String {
    var text = ""
    var outer: Address?
    for step in steps {
      // An element of an element continues its path.
      if outer != nil, step.place == nil || outer?.place == nil { text += " " }
      if let place = step.place {
        text += (outer?.place == nil ? "\\" : "") + "\(place.text)[\(step.id)]"
      } else {
        text += "\(step.id)"
      }
      outer = step
    }
    return text
  }
}

/// The ID of an element, in memory, so that finding the element looks up no type.
///
/// `@unchecked`: immutable, and an ID is a part of a state, which is `Sendable`.
class ElementKey: @unchecked Sendable {
  let pointer: UnsafeRawPointer

  fileprivate init(_ pointer: UnsafeRawPointer) { self.pointer = pointer }

  static func of<ID>(_ id: ID) -> ElementKey { TypedKey(id) }
}

/// `@unchecked`: see `ElementKey`.
private final class TypedKey<ID>: ElementKey, @unchecked Sendable {
  private let memory: UnsafeMutablePointer<ID>

  init(_ id: ID) {
    memory = .allocate(capacity: 1)
    memory.initialize(to: id)
    super.init(memory)
  }

  deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
  }
}

/// An element that a collection has given an ID, such as a screen of a stack.
package protocol AddressedElement: Identifiable, SendableMetatype where ID: Sendable {
  /// Tells the element from all others that have had its ID.
  var mark: ElementMark { get }

  /// Calls `body`, which reduces an action, for the collections of such elements in a value, but
  /// not for those inside other collections.
  static func reducing(_ places: [Place], in value: UnsafeMutableRawPointer, _ body: () -> Void)
}

/// Tells an element from all others of the process, even if they have the same ID.
///
/// A stack that takes the place of another one can count from one again, and nobody sees the
/// assignment. Without marks, replies to an old screen and actions of its scopes would reach the
/// new one. A mark moves with the element, so an undo brings a screen back as itself. It is no part
/// of the value: it isn't compared, encoded or shown.
package struct ElementMark: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)

  private let number: UInt64

  package init() {
    number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}

struct MarkedID<ID: Hashable & Sendable>: Hashable, Sendable, CustomStringConvertible {
  let id: ID
  /// Which of the elements that have had the ID, or `nil` for any.
  var mark: ElementMark?

  var description: String { "\(id)" }
}

extension [Place] {
  /// Calls `body`, which reduces an action on a value.
  @inline(__always)
  func reducing(_ value: UnsafeMutableRawPointer, _ body: () -> Void) {
    if let element = first?.element { element.reducing(self, in: value, body) } else { body() }
  }
}

extension CompiledReducer {
  /// The collections of such elements that the reducer handles, outside of other collections and of
  /// computed properties, whose getters aren't called for this.
  var addressedElements: [Place] { addressedElements(behind: []) }

  private func addressedElements(behind outer: [Step]) -> [Place] {
    var steps = outer
    for step in self.steps {
      if let elements = step.manyElements {
        guard elements.addressedElement != nil else { return [] }
        let place = Place(steps, to: elements)
        return place.isFreeOfGetters ? [place] : []
      }
      steps.append(step)
    }
    return parts.flatMap { $0.addressedElements(behind: steps) }
  }
}
