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
  var switches = Switches()
  var came = 0, echoes = 0
  /// The last generation of each place.
  var generations: [Place: Int] = [:]
}

/// Sixty-four numbers, each of which only increases by one.
typealias Slots = Eight<Eight<Int>>

protocol Zero: Equatable, Sendable { init() }

extension Int: Zero {}

struct Eight<Value: Zero>: Zero {
  var a = Value(), b = Value(), c = Value(), d = Value()
  var e = Value(), f = Value(), g = Value(), h = Value()

  static var paths: [any WritableKeyPath<Eight, Value> & Sendable] {
    [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h]
  }
}

/// A temporary slice.
struct Part: Equatable, Sendable {
  var reading: Reading
  var text = "a text that is too long to be stored inline"

  mutating func grow() { reading.count += 1 }
}

enum Screen: Equatable, Sendable { case list, detail(Part) }

extension CasePath where Root == Screen, Value == Part {
  static var detail: Self {
    CasePath(embed: Screen.detail) { if case .detail(let part) = $0 { part } else { nil } }
  }
}

/// The place of a temporary slice.
enum Place: Hashable, Sendable {
  static let keys = 0..<6
  case panel, screen, entry(Int)
}

struct Row: Identifiable, Equatable, Sendable {
  let id: Int
  var count = 0
  var text = "a text that is too long to be stored inline"
}

struct Switches: Equatable, Sendable {
  var isOn = false
  var active: [Int] = []
}

protocol Stamped: Action { var stamp: Stamp { get } }

struct Act<Event: Sendable>: Stamped {
  let stamp: Stamp
  let event: Event

  init(_ stamp: Stamp, _ event: Event) {
    self.stamp = stamp
    self.event = event
  }
}

struct SlotGrew { let slot: Int }
struct PlaceTurned { let place: Place }
enum PanelEvent { case grew }
enum DetailEvent { case grew }
enum EntryEvent { case grew }
enum RowEvent { case grew, loaded(size: Int, pause: Int) }
enum RowsEvent { case inserted(at: Int), removed(at: Int), reversed }
enum SwitchEvent { case turned(Int), off }
enum EchoEvent { case heard }
enum ResetEvent { case reset }

func soakReducer(_ books: Books) -> Reducer<SoakState> {
  Reducer<SoakState> {
    everything(books).scope(\.total)
    reset(books)
    Reducer<Slots>.updating(Act<SlotGrew>.self) { slots, act in
      let slot = act.event.slot
      slots[keyPath: Slots.paths[slot / 8]][keyPath: Eight<Int>.paths[slot % 8]] += 1
    }
    .scope(\.slots)
    places()
    Reducer<Part>.updating(Act<PanelEvent>.self) { part, _ in part.grow() }.ifPresent(\.panel)
    Reducer<Part>.updating(Act<DetailEvent>.self) { part, _ in part.grow() }
      .ifCase(\.screen, .detail)
    Reducer<Part>.updating(Act<EntryEvent>.self) { part, _ in part.grow() }.forEach(\.entries)
    rows(books)
    row(books).forEach(\.rows)
    switches(books).scope(\.switches)
    Reducer<Int>.updating(Act<EchoEvent>.self) { echoes, _ in echoes += 1 }.scope(\.echoes)
    jobReducer(books).scope(\.came)
  }
}

/// Returns a reducer of every action that changes only their number: the other slices can be
/// excluded for each action.
private func everything(_ books: Books) -> Reducer<Int> {
  .updating { total, action in
    total += 1
    guard let action = action as? any Stamped else {
      return books.faults.report("\(action) has no source")
    }
    books.ledger.take(action.stamp)
  }
}

private func reset(_ books: Books) -> Reducer<SoakState> {
  .updating(Act<ResetEvent>.self) { state, _ in
    for row in state.rows { books.ledger.cancel(.row(row.id)) }
    state = SoakState(
      total: state.total, slots: state.slots, nextRow: state.nextRow, came: state.came,
      echoes: state.echoes, generations: state.generations)
  }
}

private func places() -> Reducer<SoakState> {
  .updating(Act<PlaceTurned>.self) { state, act in
    let place = act.event.place
    func next() -> Part {
      let generation = state.generations[place, default: 0] + 1
      state.generations[place] = generation
      return Part(reading: Reading(generation: generation))
    }
    switch place {
    case .panel: state.panel = state.panel == nil ? next() : nil
    case .screen: state.screen = state.screen == .list ? .detail(next()) : .list
    case .entry(let key): state.entries[key] = state.entries[key] == nil ? next() : nil
    }
  }
}

private func rows(_ books: Books) -> Reducer<SoakState> {
  .updating(Act<RowsEvent>.self) { state, act in
    switch act.event {
    case .inserted(let position):
      state.rows.insert(Row(id: state.nextRow), at: position % (state.rows.count + 1))
      state.nextRow += 1
    case .removed(let position):
      guard !state.rows.isEmpty else { return }
      let row = state.rows.remove(at: position % state.rows.count)
      books.ledger.cancel(.row(row.id))
    case .reversed: state.rows.reverse()
    }
  }
}

private func row(_ books: Books) -> Reducer<Row> {
  .on(Act<RowEvent>.self) { row, act in
    row.count += 1
    guard case .loaded(let size, let pause) = act.event else { return .none }
    let source = books.ledger.open(.atMost, in: .row(row.id))
    return .init(.run(work(source, 0..<size, pause, books.lives.begin())))
  }
}

private func switches(_ books: Books) -> Reducer<Switches> {
  .updating(Act<SwitchEvent>.self) { switches, act in
    switch act.event {
    case .off: switches = Switches()
    case .turned(let number) where number < 8:
      let others = switches.active.filter { $0 != number }
      switches.active = others.count < switches.active.count ? others : others + [number]
    case .turned: switches.isOn.toggle()
    }
    if !switches.isOn { books.ledger.cancel(.isOn) }
  }
}
