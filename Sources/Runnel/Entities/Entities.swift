// SPDX-License-Identifier: MIT

public import RunnelText

/// An ordered collection of elements with unique IDs, which finds an element by its ID in O(1).
///
/// ```swift
/// var rows: Entities = [Row(id: 7), Row(id: 8)]
/// rows[id: 7]?.isDone = true
/// rows.upsert(Row(id: 9))
/// ```
///
/// | to | write |
/// |---|---|
/// | find an element | `rows[id: 7]`, `rows.index(id: 7)`, `rows[0]`, `rows.first { $0.isDone }` |
/// | change an element | `rows[id: 7]?.isDone = true`, `rows[0].isDone = true` |
/// | add or replace by ID | ``upsert(_:)``, ``upsert(contentsOf:)``, ``insert(_:at:)`` |
/// | remove | ``remove(id:)``, `rows[id: 7] = nil`, ``removeAll(where:)``, `rows = []` |
/// | reorder | ``move(fromOffsets:toOffset:)``, ``swapAt(_:_:)``, ``sort(by:)`` |
/// | reorder | `reverse()`, `shuffle()`, `partition(by:)` |
/// | renumber | `for index in rows.indices { rows[index].id += 1 }` |
///
/// There is no `append` or `remove(at:)`, because elements are added and removed by their IDs.
///
/// Elements have different IDs. While they are renumbered or swapped by hand, two can have the same
/// one: it finds its earlier owner until that gets another or is removed, and then the other.
/// Nothing is lost. Encoding or saving two with one ID is an error.
///
/// A collection is a value like an array: a copy shares its storage until one of the two changes. A
/// change of an element copies the elements at most, and never the ``ids``.
///
/// In a store, compose the reducer of the elements with ``Reducer/forEach(_:file:line:)``. A row
/// can observe `store.scope(\.rows, id: 7)`, and a list `store.scope(\.rows.ids)`, which costs
/// nothing while elements change but none is added, removed, or moved.
public struct Entities<Element: Identifiable> {
  @usableFromInline
  var elements: [Element] = []

  /// The IDs of the elements, in order.
  ///
  /// They are stored: reading them is O(1), and a change of an element evaluates no scope of them.
  public internal(set) var ids: [Element.ID] = []

  /// The numbers of the elements in their order, by their IDs.
  @usableFromInline
  var numbers: [Element.ID: Int] = [:]

  @usableFromInline
  var order = ElementOrder()

  /// The numbers of elements whose IDs lead to other elements, if two have the same ID.
  package internal(set) var shadowed: [Element.ID: [Int]] = [:]

  package var duplicateID: Element.ID? {
    shadowed.isEmpty ? nil : ids.first { shadowed[$0] != nil }
  }

  /// The changes since the collection was saved row by row, which is no part of the value:
  /// comparing, hashing, coding and dumps ignore it.
  @usableFromInline
  package var journal: EntityJournal<Element.ID>?

  /// Creates an empty collection.
  public init() {}

  /// Creates a collection of elements with unique IDs: O(n).
  ///
  /// If two elements have the same ID, the later one replaces the earlier one in its position, with
  /// a runtime warning. If duplicates are expected, use ``upsert(contentsOf:)``.
  public init(
    _ elements: some Sequence<Element>, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(elements, at: CallSite(file: file, line: line))
  }

  private init(_ elements: some Sequence<Element>, at site: CallSite) {
    reserveCapacity(elements.underestimatedCount)
    var duplicate: Element.ID?
    for element in elements where !appendOrReplace(element) { duplicate = duplicate ?? element.id }
    if let duplicate { Misuse.duplicateEntities(duplicate, of: Element.self, at: site).warn() }
  }

  /// Returns the position of the element with an ID, or `nil` if there is none: O(1).
  @inlinable
  public func index(id: Element.ID) -> Int? {
    numbers[id].map { order.positions[$0] }
  }

  /// The element with an ID, or `nil` if there is none.
  ///
  /// An element changes in place: `rows[id: 7]?.isDone = true`. Assigning `nil` removes it: O(n).
  /// One with another ID replaces it in its position. If no element has the ID of the subscript,
  /// the new one is added as with ``upsert(_:)``. Otherwise O(1).
  @inlinable
  public subscript(id id: Element.ID) -> Element? {
    get { index(id: id).map { elements[$0] } }
    _modify {
      let position = index(id: id)
      var element = position.map { take(at: $0) }
      defer { put(element, at: position) }
      yield &element
    }
  }
}

extension Entities: RandomAccessCollection, MutableCollection {
  /// The position of the first element.
  @inlinable public var startIndex: Int { 0 }

  /// The position behind the last element.
  @inlinable public var endIndex: Int { elements.count }

  /// The element at a position, which changes in place: O(1).
  @inlinable
  public subscript(position: Int) -> Element {
    _read { yield elements[position] }
    _modify {
      defer {
        if journal != nil { recordChange(at: position) }
        updateID(at: position)
      }
      yield &elements[position]
    }
  }
}

extension Entities: ExpressibleByArrayLiteral {
  /// Creates a collection of elements with unique IDs.
  ///
  /// Duplicates are replaced as in ``init(_:file:line:)``.
  public init(arrayLiteral elements: Element...) {
    self.init(elements, at: CallSite(file: "?", line: 0))
  }
}

extension Entities: Sendable where Element: Sendable, Element.ID: Sendable {}

extension Entities: Equatable where Element: Equatable {
  /// Returns whether the elements are equal, in order: O(n), or O(1) if they share their storage.
  public static func == (left: Entities, right: Entities) -> Bool {
    left.elements == right.elements
  }
}

extension Entities: Hashable where Element: Hashable {
  /// Hashes the elements in order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements)
  }
}

extension Entities: CustomStringConvertible, CustomReflectable, PartlyCompared {
  /// The elements as those of an array.
  public var description: String { elements.description }

  /// The elements with their IDs as labels: dumps and differences name an element by its ID.
  public var customMirror: Mirror {
    let children = elements.map { (label: "\($0.id)" as String?, value: $0 as Any) }
    return Mirror(self, children: children, displayStyle: .collection)
  }
}

extension Entities: Encodable where Element: Encodable {
  /// Encodes the elements as an array.
  ///
  /// - Throws: `EncodingError.invalidValue` if two have the same ID: they couldn't be decoded.
  public func encode(to encoder: any Encoder) throws {
    if let id = duplicateID {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "Two elements have the ID \(id)."))
    }
    var container = encoder.singleValueContainer()
    try container.encode(elements)
  }
}

extension Entities: Decodable where Element: Decodable {
  /// Decodes an array of elements.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if two elements have the same ID.
  public init(from decoder: any Decoder) throws {
    let elements = try [Element](from: decoder)
    reserveCapacity(elements.count)
    for element in elements where !appendOrReplace(element) {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "Two elements have the ID \(element.id)."))
    }
  }
}
