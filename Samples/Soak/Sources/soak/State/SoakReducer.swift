// SPDX-License-Identifier: MIT

import Runnel

/// The records that reducers and effects write.
struct Books: Sendable {
  let ledger: Ledger
  let faults: Faults
  let lives: Lives
}

/// Returns the composed reducer of all features.
func soakReducer(_ books: Books) -> Reducer<SoakState> {
  Reducer<SoakState> {
    everything(books).scope(\.total)
    reset(books)
    slots().scope(\.slots)
    places()
    Reducer<Part>.updating(Act<PanelEvent>.self) { part, _ in part.grow() }.ifPresent(\.panel)
    Reducer<Part>.updating(Act<DetailEvent>.self) { part, _ in part.grow() }
      .ifCase(\.screen, .detail)
    Reducer<Part>.updating(ElementAct<EntryEvent>.self) { part, _ in part.grow() }
      .forEachValue(of: \.entries)
    rows(books)
    row(books).forEach(\.rows)
    Reducer<Notes>.updating(Act<NoteEvent>.self) { notes, act in notes.take(act.event) }
      .scope(\.notes)
    switches(books)
    Reducer<Int>.updating(Act<EchoEvent>.self) { echoes, _ in echoes += 1 }.scope(\.echoes)
    jobReducer(books).scope(\.came)
  }
}

/// Returns a reducer of every action that changes only their number.
///
/// So the store can exclude, for each action, the slices that the action cannot have changed.
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
  Reducer<SoakState>.updating(Act<ResetEvent>.self) { state, _ in
    for row in state.rows { books.ledger.cancel(.row(row.id)) }
    state = SoakState(
      total: state.total, slots: state.slots, nextRow: state.nextRow, came: state.came,
      echoes: state.echoes, generations: state.generations)
  }
}

private func slots() -> Reducer<Slots> {
  Reducer<Slots>.updating(Act<SlotEvent>.self) { slots, act in
    guard case .grew(let slot) = act.event else { return }
    slots[keyPath: Slots.eights[slot / 8]][keyPath: Slots.inner[slot % 8]] += 1
  }
}

private func places() -> Reducer<SoakState> {
  Reducer<SoakState>.updating(Act<PlaceEvent>.self) { state, act in
    guard case .turned(let place) = act.event else { return }
    func next() -> Part {
      state.generations[place.index] += 1
      return Part(reading: Reading(generation: state.generations[place.index]))
    }
    switch place {
    case .panel: state.panel = state.panel == nil ? next() : nil
    case .screen: state.screen = state.screen == .list ? .detail(next()) : .list
    case .entry(let key): state.entries[key] = state.entries[key] == nil ? next() : nil
    }
  }
}

private func rows(_ books: Books) -> Reducer<SoakState> {
  Reducer<SoakState>.updating(Act<RowsEvent>.self) { state, act in
    switch act.event {
    case .inserted(let position):
      state.rows.insert(Row(id: state.nextRow), at: position % (state.rows.count + 1))
      state.nextRow += 1
    case .removed(let position):
      guard !state.rows.isEmpty else { return }
      let row = state.rows.remove(at: position % state.rows.count)
      books.ledger.cancel(.row(row.id))
    case .reversed:
      state.rows.reverse()
    }
  }
}

private func row(_ books: Books) -> Reducer<Row> {
  .on(ElementAct<RowEvent>.self) { row, act in
    switch act.event {
    case .grew:
      row.count += 1
      return .none
    case .loaded(let size, let pause):
      row.count += 1
      row.text = "row \(row.id) has been loaded \(row.count) times"
      let source = books.ledger.open(.atMost, in: .row(row.id))
      return .init(.run(work(source, 0..<size, pause, books.lives.begin())))
    }
  }
}

private func switches(_ books: Books) -> Reducer<SoakState> {
  Reducer<Switches>.updating(Act<SwitchEvent>.self) { switches, act in
    switch act.event {
    case .off:
      switches = Switches()
    case .turned(let number) where number < 8:
      if let index = switches.active.firstIndex(of: number) {
        switches.active.remove(at: index)
      } else {
        switches.active.append(number)
      }
    case .turned:
      switches.isOn.toggle()
    }
    if !switches.isOn { books.ledger.cancel(.isOn) }
  }
  .scope(\.switches)
}

extension Part {
  fileprivate mutating func grow() {
    reading.count += 1
    if reading.count.isMultiple(of: 8) { text = "has grown \(reading.count) times by now" }
  }
}

extension Notes {
  fileprivate mutating func take(_ event: NoteEvent) {
    switch event {
    case .typed(let number):
      draft += "\(number) "
      guard draft.utf8.count > 80 else { return }
      lines.append(draft)
      draft = ""
    case .trimmed:
      lines.removeFirst(lines.count / 2)
    }
  }
}
