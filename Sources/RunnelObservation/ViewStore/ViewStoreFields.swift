// SPDX-License-Identifier: MIT

import Runnel

/// The fields of a state that were read, and the way in which they follow it.
///
/// A component whose props are a number that is raised when there is something to do: so the connection maps
/// the state where it lies, and holds no copy of it.
@MainActor
final class ViewStoreFields<State: Sendable>: ViewComponent {
  let disposer = Disposer()
  /// Counts the updates.
  var props = 0 { didSet { update() } }
  /// Called before an update in which a field changes, and never while somebody reads.
  var willChange: @MainActor () -> Void = {}

  private let store: Store<State>
  /// Whether those who read are known, and told one by one. If not, what is seen changes in updates only.
  private let tracksReads: Bool
  private let site: (file: StaticString, line: UInt)
  private var isConnected = false

  /// In the order in which they were read first.
  private var fields: [any StateField<State>] = []
  private var fieldsByKey: [AnyHashable: any StateField<State>] = [:]

  /// The state of the present turn, or without tracking the one of the last update.
  private var snapshot: State?
  /// The state that a turn is about to begin with, while its changes are being announced.
  private var upcoming: State?
  private var isAnnouncing = false
  /// Whether fields have changed of which `willChange` has not been called.
  private var hasUnannounced = false
  /// What an update is to do.
  private var changed: [any StateField<State>] = []
  private var nextSnapshot: State?
  /// The fields that were read for the first time while something was being announced.
  private var newcomers: [any StateField<State>] = []

  /// Ends when what was written last has been reduced, and is shown as the state has it.
  private(set) var lastWrite: Task<Void, Never>?

  init(_ store: Store<State>, tracksReads: Bool, at site: (StaticString, UInt)) {
    self.store = store
    self.tracksReads = tracksReads
    self.site = site
  }

  /// What is seen at a place, for somebody who wants to be told when that changes.
  func read<Location: Place<State, Value>, Value>(_ place: Location) -> Value {
    field(at: place).read()
  }

  /// What is seen at a place.
  func peek<Location: Place<State, Value>, Value>(_ place: Location) -> Value {
    openTurn()
    if let field = knownField(at: place) { return field.shown }
    var hint = 0
    return place.value(in: current, hint: &hint)
  }

  private var current: State { snapshot ?? upcoming ?? store.state }

  private func knownField<Location: Place>(at place: Location) -> Field<Location>? {
    fieldsByKey[AnyHashable(place)] as? Field<Location>
  }

  private func field<Location: Place<State, Value>, Value>(
    at place: Location
  ) -> Field<Location> {
    openTurn()
    if let field = knownField(at: place) { return field }
    let signal = tracksReads ? ObservationSignal.make() : nil
    let field = Field(place, in: current, signal: signal)
    fields.append(field)
    fieldsByKey[field.key] = field
    if isAnnouncing { newcomers.append(field) }
    return field
  }

  // MARK: Turns

  /// Begins a turn with the newest state, unless one is under way.
  ///
  /// Nothing of this turn has been given out, so whoever has read something that is no more so can still be
  /// told before.
  private func openTurn() {
    connectOnce()
    guard tracksReads, snapshot == nil, !isAnnouncing else { return }
    let state = store.state
    let changed = fields.filter { $0.isChanged(in: state) }
    // What cannot be compared may not have changed at all. If it has, an update comes, which announces it;
    // to announce it here would have a view drawn again each time it is drawn.
    let announced = changed.filter(\.isComparable)
    hasUnannounced = hasUnannounced || !announced.isEmpty
    upcoming = state
    change(changed, announcing: announced)
    upcoming = nil
    snapshot = state
    MainTurn.atEnd(of: self)
  }

  private func connectOnce() {
    guard !isConnected else { return }
    isConnected = true
    connect(to: store, file: site.file, line: site.line) { [weak self] state, _ in
      self?.number(ofUpdateTo: state) ?? 0
    }
  }

  // MARK: Updates

  /// Finds out what there is to do. Called with the state where it lies, so that nothing can be announced
  /// or let go of yet.
  private func number(ofUpdateTo state: State) -> Int {
    changed = fields.filter { $0.isChanged(in: state) }
    if !tracksReads { nextSnapshot = state }
    // A turn that goes on would let paths be read that this update has not compared.
    let isDue = !changed.isEmpty || hasUnannounced || snapshot != nil || !tracksReads
    return isDue ? props + 1 : props
  }

  private func update() {
    let changed = changed
    self.changed = []
    if hasUnannounced || changed.contains(where: { !$0.hasEcho }) {
      hasUnannounced = false
      announcing(willChange)
    }
    change(changed, announcing: changed)
    snapshot = nextSnapshot
    nextSnapshot = nil
    catchUpNewcomers()
  }

  /// Brings those up to the update that came too late to be compared for it, and were given the old values as
  /// all others.
  private func catchUpNewcomers() {
    guard !newcomers.isEmpty else { return }
    let state = current
    newcomers.filter { $0.isChanged(in: state) }.forEach { $0.take() }
    newcomers = []
  }

  /// Announces all changes, and then makes them.
  private func change(
    _ changed: [any StateField<State>],
    announcing announced: [any StateField<State>]
  ) {
    // What was written stays to be seen whatever the state says.
    let announced = announced.filter { !$0.hasEcho }
    announcing { announced.forEach { $0.announce() } }
    changed.forEach { $0.take() }
    conclude(announced)
  }

  private func conclude(_ announced: [any StateField<State>]) {
    forget(announced)
    announced.forEach { $0.conclude() }
  }

  /// Forgets of fields that have changed those that nobody has read since: all who had read them know, and
  /// whoever is interested reads them again.
  private func forget(_ announced: [any StateField<State>]) {
    let forgotten = announced.filter { !$0.isRead && !$0.hasEcho }
    guard !forgotten.isEmpty else { return }
    forgotten.forEach { fieldsByKey[$0.key] = nil }
    let identities = Set(forgotten.map(ObjectIdentifier.init))
    fields.removeAll { identities.contains(ObjectIdentifier($0)) }
  }

  private func announcing(_ body: () -> Void) {
    let wasAnnouncing = isAnnouncing
    isAnnouncing = true
    body()
    isAnnouncing = wasAnnouncing
  }

  // MARK: Writing

  /// Shows `value` at a place until `action` has been reduced and announced, and from then on what the state
  /// says.
  func write<Location: Place<State, Value>, Value>(
    _ value: Value,
    at place: Location,
    by action: any Action,
    from site: CallSite
  ) {
    let field = field(at: place)
    if field.isNews(value) {
      announcing(willChange)
      announcing(field.announce)
      field.show(value)
      field.conclude()
    } else {
      field.show(value)
    }
    store.dispatch(action, from: site)
    let writes = field.writes
    lastWrite = Task { [weak self, store] in
      await store.settled()
      if field.writes == writes { self?.endEcho(of: field) }
    }
  }

  /// Takes an action without showing anything in advance.
  func dispatch(_ action: any Action, from site: CallSite) {
    store.dispatch(action, from: site)
  }

  private func endEcho<Location: Place>(of field: Field<Location>) where Location.State == State {
    let isAhead = field.isAhead
    if isAhead {
      announcing(willChange)
      announcing(field.announce)
    }
    field.endEcho()
    forget([field])
    if isAhead { field.conclude() }
  }
}

extension ViewStoreFields: TurnMember {
  /// Lets go of the state of the turn, so that its next change copies nothing.
  func endTurn() {
    if tracksReads { snapshot = nil }
  }
}
