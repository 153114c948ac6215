// SPDX-License-Identifier: MIT

public import Runnel
public import RunnelText

/// The screens of a navigation stack, as a part of the state.
///
/// ```swift
/// enum Screen: Equatable, Sendable {
///   case thread(Thread.State)
///   case composer(Composer.State)
/// }
///
/// struct AppState: Equatable, Sendable {
///   var path = ScreenStack<Screen>()
/// }
/// ```
///
/// ```swift
/// state.path.push(.thread(Thread.State(subject: "Hello")))
/// state.path.pop()
/// ```
///
/// The root of the navigation isn't on the stack. Each screen gets a ``ScreenID`` when it is
/// pushed: screens of different kinds need no ID of their own, and the same feature can be on the
/// stack several times.
///
/// A stack is a value like an array: a copy shares its storage until one of the two changes. It is
/// a collection of its screens, from the bottom to the top. A stack can replace another one, with a
/// literal, an undo, or a decoded stack: <doc:Navigation#Replace-a-stack>.
///
/// Two stacks are equal if they have equal screens with the same IDs and assign the same ID next.
/// After a push and a pop, a stack isn't equal to what it was: if that weren't saved and replayed,
/// the ID would be assigned twice.
///
/// In a store, handle the actions of the screens with `Reducer.forEach(_:_:)`, and observe a screen
/// with `store.scope(\.path, id: id, .thread)`. The effects and scopes of a screen end when it
/// leaves the stack.
public struct ScreenStack<Screen> {
  /// A screen with its ID.
  public struct Entry: Identifiable {
    /// The ID that the stack has assigned.
    public let id: ScreenID
    /// The state of the screen.
    public internal(set) var screen: Screen
    /// Tells the screen from those of other stacks with the same ID.
    package internal(set) var mark = ElementMark()

    private enum CodingKeys: CodingKey {
      case id
      case screen
    }
  }

  /// The screens with their IDs, from the bottom to the top.
  public internal(set) var entries = Entities<Entry>()
  var lastNumber = 0

  /// Creates an empty stack.
  public init() {}

  /// Creates a stack of screens, from the bottom to the top.
  public init(_ screens: some Sequence<Screen>) {
    for screen in screens { push(screen) }
  }

  /// The IDs of the screens, from the bottom to the top: O(1).
  ///
  /// A list of screens that observes `\.path.entries.ids` isn't notified when a screen changes.
  public var ids: [ScreenID] { entries.ids }

  /// The ID of the screen at the top, or `nil` if the stack is empty.
  public var topID: ScreenID? { entries.ids.last }

  /// Returns whether a screen is on the stack: O(1).
  public func contains(id: ScreenID) -> Bool {
    entries.index(id: id) != nil
  }

  /// The screen with an ID, or `nil` if it isn't on the stack.
  ///
  /// A screen changes in place. Assigning `nil` removes this screen alone; to remove the screens
  /// above it too, use ``dismiss(_:)``. An assignment for an ID that isn't on the stack is ignored,
  /// because a stack never uses an ID again. O(1), and to remove a screen O(screens above it).
  public subscript(id id: ScreenID) -> Screen? {
    get { entries.index(id: id).map { entries[$0].screen } }
    _modify {
      let position = entries.index(id: id)
      let mark = position.map { entries[$0].mark }
      // Moved out of the stack, so that a change of the screen copies nothing.
      var screen = position.map { entries.take(at: $0).screen }
      defer {
        if let position, let mark {
          entries.put(screen.map { Entry(id: id, screen: $0, mark: mark) }, at: position)
        }
      }
      yield &screen
    }
  }
}

extension ScreenStack: RandomAccessCollection {
  /// The position of the screen at the bottom.
  public var startIndex: Int { 0 }

  /// The position above the screen at the top.
  public var endIndex: Int { entries.count }

  /// The screen at a position, which changes in place and keeps its ID.
  public subscript(position: Int) -> Screen {
    _read { yield entries[position].screen }
    _modify { yield &entries[position].screen }
  }
}

extension ScreenStack: ExpressibleByArrayLiteral {
  /// Creates a stack of screens, from the bottom to the top.
  public init(arrayLiteral screens: Screen...) {
    self.init(screens)
  }
}

extension ScreenStack.Entry: Sendable where Screen: Sendable {}

extension ScreenStack.Entry: Equatable where Screen: Equatable {
  /// Returns whether two screens and their IDs are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.screen == right.screen
  }
}

extension ScreenStack.Entry: Hashable where Screen: Hashable {
  /// Hashes the screen and its ID.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(screen)
  }
}

extension ScreenStack.Entry: CustomReflectable, PartlyCompared {
  /// The ID and the screen.
  public var customMirror: Mirror {
    Mirror(self, children: ["id": id, "screen": screen], displayStyle: .struct)
  }
}

extension ScreenStack.Entry: Encodable where Screen: Encodable {}
extension ScreenStack.Entry: Decodable where Screen: Decodable {}
extension ScreenStack: Sendable where Screen: Sendable {}
extension ScreenStack: Equatable where Screen: Equatable {}
extension ScreenStack: Hashable where Screen: Hashable {}

extension ScreenStack: CustomStringConvertible, CustomReflectable, PartlyCompared {
  /// The screens after their IDs, such as `[1: list, 4: detail]`.
  public var description: String {
    let screens = entries.map { "\($0.id): \($0.screen)" }.joined(separator: ", ")
    return "[\(screens)]"
  }

  /// The screens with their IDs as labels, and the number of the last ID.
  public var customMirror: Mirror {
    var children = entries.map { (label: "\($0.id)" as String?, value: $0.screen as Any) }
    children.append((label: "lastNumber", value: lastNumber))
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

/// The encoded form: the screens with their IDs, and the number of the last ID.
extension ScreenStack: Encodable where Screen: Encodable {
  /// Encodes the screens with their IDs.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ScreenStackKey.self)
    try container.encode(lastNumber, forKey: .lastNumber)
    try container.encode(Array(entries), forKey: .entries)
  }
}

extension ScreenStack: Decodable where Screen: Decodable {
  /// Decodes screens with their IDs.
  ///
  /// A number of the last ID that is missing, or too small for the screens, is corrected: the stack
  /// assigns no ID that a decoded screen has. In a reducer, IDs that present screens have are moved
  /// above them: see ``ScreenID/init(from:)``.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if an ID isn't positive or larger than the previous
  ///   one, or if it is larger than 2⁵³, which no stack reaches.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ScreenStackKey.self)
    let decoded = try container.decode([Entry].self, forKey: .entries)
    var last = 0
    for entry in decoded {
      guard last < entry.id.number, entry.id.number <= ScreenNumbers.maximum else {
        throw DecodingError.dataCorruptedError(
          forKey: .entries, in: container,
          debugDescription: "The screen ID \(entry.id) follows the ID \(last).")
      }
      last = entry.id.number
    }
    self.init()
    // No app pushes so many screens. The IDs of the next ones couldn't be read back.
    guard last <= ScreenNumbers.maximum / 2 else {
      replace(with: decoded.map(\.screen))
      return
    }
    entries = Entities(decoded)
    let stored = (try? container.decodeIfPresent(ScreenID.self, forKey: .lastNumber))?.number ?? 0
    lastNumber = (last...ScreenNumbers.maximum / 2).contains(stored) ? stored : last
  }
}

private enum ScreenStackKey: String, CodingKey {
  case lastNumber
  case entries
}
