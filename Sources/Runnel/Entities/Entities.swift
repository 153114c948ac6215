// SPDX-License-Identifier: MIT

/// An ordered collection of elements with unique IDs, which finds an element by its ID in O(1).
///
/// ```swift
/// var rows: Entities = [Row(id: 7), Row(id: 8)]
/// rows[id: 7]?.isDone = true
/// rows.upsert(Row(id: 9))
/// ```
///
/// Each ID occurs once. If an element is written while another one has its ID, it replaces that
/// one. ``upsert(_:)`` and ``insert(_:at:)`` keep the position of the replaced element.
///
/// An element can change its own ID. It keeps its position, is found with the new ID, and replaces
/// an element that had the new ID before. That one is removed, which moves the elements behind it.
///
/// A collection is a value like an array: a copy shares its storage until one of the two changes. A
/// change of an element copies the elements at most, and never the ``ids``.
///
/// In a store, pass an action to one element with ``Reducer/forEach(_:)``, and observe an element
/// with `store.scope(\.rows, id: 7)`. A list can observe `store.scope(\.rows.ids)`, which costs
/// nothing while elements change but none is added, removed, or moved.
public struct Entities<Element: Identifiable> {
  @usableFromInline
  var elements: [Element] = []

  /// The IDs of the elements, in order.
  ///
  /// The collection stores them: reading them is O(1). A scope of `\.rows.ids` is not evaluated
  /// when an element changes.
  public internal(set) var ids: [Element.ID] = []

  @usableFromInline
  var positions: [Element.ID: Int] = [:]

  /// The changes since the collection was saved, if it is saved row by row.
  ///
  /// It is no part of the value: comparing, hashing, coding and dumps ignore it.
  @usableFromInline
  package var journal: EntityJournal<Element.ID>?

  /// Creates an empty collection.
  public init() {}

  /// Creates a collection of elements with unique IDs.
  ///
  /// If two elements have the same ID, the later one replaces the earlier one in its position, with
  /// a runtime warning. If duplicates are expected, use ``upsert(contentsOf:)``.
  ///
  /// O(n).
  public init(
    _ elements: some Sequence<Element>, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(elements, at: CallSite(file: file, line: line))
  }

  private init(_ elements: some Sequence<Element>, at site: CallSite) {
    reserveCapacity(elements.underestimatedCount)
    var duplicate: Element.ID?
    for element in elements where !append(element) { duplicate = duplicate ?? element.id }
    if let duplicate { Misuse.duplicateEntities(duplicate, of: Element.self, at: site).warn() }
  }

  /// Returns the position of the element with an ID, or `nil` if there is none.
  ///
  /// O(1).
  @inlinable
  public func index(id: Element.ID) -> Int? {
    positions[id]
  }

  /// The element with an ID, or `nil` if there is none.
  ///
  /// An element changes in place: `rows[id: 7]?.isDone = true`. Assigning `nil` removes it.
  /// Assigning an element with another ID replaces the element in its position. If no element has
  /// the ID of the subscript, the new element is added as with ``upsert(_:)``.
  ///
  /// O(1). To remove an element is O(n).
  public subscript(id id: Element.ID) -> Element? {
    get { positions[id].map { elements[$0] } }
    _modify {
      let position = positions[id]
      var element = position.map { take(at: $0) }
      defer { put(element, at: position) }
      yield &element
    }
  }
}

extension Entities: RandomAccessCollection {
  /// The position of the first element.
  @inlinable public var startIndex: Int { 0 }

  /// The position behind the last element.
  @inlinable public var endIndex: Int { elements.count }

  /// The element at a position.
  ///
  /// It changes in place. O(1), or O(n) if it replaces another element whose ID it takes.
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
  /// Returns whether two collections have equal elements in the same order.
  ///
  /// O(n), or O(1) if they share their storage.
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

extension Entities: CustomStringConvertible, CustomReflectable {
  /// The elements as those of an array.
  public var description: String { elements.description }

  /// The elements with their IDs as labels.
  ///
  /// So dumps and differences name an element by its ID, wherever it has moved.
  public var customMirror: Mirror {
    let children = elements.map { (label: "\($0.id)" as String?, value: $0 as Any) }
    return Mirror(self, children: children, displayStyle: .collection)
  }
}

extension Entities: Encodable where Element: Encodable {
  /// Encodes the elements as an array.
  public func encode(to encoder: any Encoder) throws {
    try elements.encode(to: encoder)
  }
}

extension Entities: Decodable where Element: Decodable {
  /// Decodes an array of elements.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if two elements have the same ID.
  public init(from decoder: any Decoder) throws {
    let elements = try [Element](from: decoder)
    reserveCapacity(elements.count)
    for element in elements where !append(element) {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "Two elements have the ID \(element.id)."))
    }
  }
}
