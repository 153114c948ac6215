// SPDX-License-Identifier: MIT

import Runnel

/// A state with all kinds of slices: stored, optional, enum payload, array and dictionary elements.
struct SoakState: Equatable, Sendable {
  /// The number of actions that have been reduced.
  var total = 0
  var slots = Slots()
  var panel: Part?
  var screen = Screen.list
  var entries: [Int: Part] = [:]
  var rows: [Row] = []
  var nextRow = 0
  var notes = Notes()
  var switches = Switches()
  var came = 0
  var echoes = 0
  /// The last generation of each place.
  var generations = [0, 0] + [Int](repeating: 0, count: Place.keys.count)
}

/// Sixty-four numbers, each of which only increases by one.
struct Slots: Equatable, Sendable {
  struct Eight: Equatable, Sendable {
    var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0
  }

  var a = Eight(), b = Eight(), c = Eight(), d = Eight()
  var e = Eight(), f = Eight(), g = Eight(), h = Eight()

  static let count = 64
  static let outer: [any WritableKeyPath<SoakState, Eight> & Sendable] = [
    \.slots.a, \.slots.b, \.slots.c, \.slots.d, \.slots.e, \.slots.f, \.slots.g, \.slots.h,
  ]
  static let eights: [any WritableKeyPath<Slots, Eight> & Sendable] = [
    \.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h,
  ]
  static let inner: [any WritableKeyPath<Eight, Int> & Sendable] = [
    \.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h,
  ]
}

/// A temporary slice.
struct Part: Equatable, Sendable {
  var reading: Reading
  var text = ""
}

enum Screen: Equatable, Sendable {
  case list
  case detail(Part)
}

extension CasePath where Root == Screen, Value == Part {
  static var detail: Self {
    CasePath(embed: Screen.detail) { if case .detail(let part) = $0 { part } else { nil } }
  }
}

/// The place of a temporary slice.
enum Place: Hashable, Sendable {
  case panel, screen, entry(Int)

  static let keys = 0..<6

  /// The index of its generation.
  var index: Int {
    switch self {
    case .panel: 0
    case .screen: 1
    case .entry(let key): 2 + key
    }
  }
}

struct Row: Identifiable, Equatable, Sendable {
  let id: Int
  var count = 0
  var text = ""
}

struct Notes: Equatable, Sendable {
  var lines: [String] = []
  var draft = ""
}

struct Switches: Equatable, Sendable {
  var isOn = false
  var active: [Int] = []
}

// MARK: Actions

/// An action with a number.
protocol Stamped: Action {
  var stamp: Stamp { get }
}

/// An action of one feature.
struct Act<Event: Sendable>: Stamped {
  let stamp: Stamp
  let event: Event

  init(_ stamp: Stamp, _ event: Event) {
    self.stamp = stamp
    self.event = event
  }
}

/// An action for one element: a row, or an entry of the dictionary.
struct ElementAct<Event: Sendable>: Stamped, ElementAction {
  let stamp: Stamp
  let elementID: Int
  let event: Event

  init(_ stamp: Stamp, _ id: Int, _ event: Event) {
    self.stamp = stamp
    elementID = id
    self.event = event
  }
}

enum SlotEvent: Sendable { case grew(Int) }
enum PlaceEvent: Sendable { case turned(Place) }
enum PanelEvent: Sendable { case grew }
enum DetailEvent: Sendable { case grew }
enum EntryEvent: Sendable { case grew }
enum RowEvent: Sendable { case grew, loaded(size: Int, pause: Int) }
enum NoteEvent: Sendable { case typed(Int), trimmed }
enum SwitchEvent: Sendable { case turned(Int), off }
enum EchoEvent: Sendable { case heard }
enum ResetEvent: Sendable { case reset }

enum RowsEvent: Sendable {
  case inserted(at: Int)
  case removed(at: Int)
  case reversed
}
