// SPDX-License-Identifier: MIT

import Dispatch
import Runnel

/// The fields of a state that have been read, and their updates.
///
/// It is a component whose props are a number, which the mapping increments for each update: the
/// connection maps the state in place and retains no copy of it.
@MainActor
final class ViewStoreFields<State: Sendable>: ViewComponent {
  let disposer = Disposer()
  var props = 0 { didSet { update() } }

  let store: Store<State>
  private let site: (file: StaticString, line: UInt)
  private var isConnected = false

  /// In the order of their first read.
  private var fields: [any StateField<State>] = []
  private var fieldsByKey: [AnyHashable: any StateField<State>] = [:]

  /// How many alerts a view has closed at each location: it can report each end several times.
  var closedAlerts: [AnyHashable: Int] = [:]

  // Both are taken and not set to `nil`, which releases the state during the access: an object in
  // it can have a `deinit` that sends or reads here.
  /// The state of the current turn.
  private var snapshot: State?
  /// The state that new fields show during an announcement without a current turn.
  private var upcoming: State?
  private var isAnnouncing = false
  private var changed: [any StateField<State>] = []
  /// The fields first read during the announcement that ends the current turn.
  private var lateFields: [any StateField<State>] = []

  init(_ store: Store<State>, at site: (StaticString, UInt)) {
    self.store = store
    self.site = site
  }

  /// Returns the value at a location, and registers the current reader for its changes.
  func read<Location: FieldLocation<State, Value>, Value>(_ location: Location) -> Value {
    field(at: location).read()
  }

  func peek<Location: FieldLocation<State, Value>, Value>(_ location: Location) -> Value {
    openTurn()
    if let field = knownField(at: location) { return field.value }
    var hint = 0
    return location.value(in: current, hint: &hint)
  }

  /// The state of the current turn.
  ///
  /// Without one, changes are being announced, and the connection retains no copy of the previous
  /// state. This is then a newer one, the same until the announcement has ended.
  private var current: State {
    if let state = snapshot ?? upcoming { return state }
    let state = store.state
    if isAnnouncing { upcoming = state }
    return state
  }

  private func knownField<Location: FieldLocation>(at location: Location) -> Field<Location>? {
    fieldsByKey[AnyHashable(location)] as? Field<Location>
  }

  private func field<Location: FieldLocation<State, Value>, Value>(
    at location: Location
  ) -> Field<Location> {
    openTurn()
    if let field = knownField(at: location) { return field }
    let field = Field(location, in: current)
    fields.append(field)
    fieldsByKey[field.key] = field
    if isAnnouncing, snapshot != nil { lateFields.append(field) }
    return field
  }

  // MARK: Turns

  /// Starts a turn with the newest state, unless a turn is in progress: it has returned no value
  /// yet, so readers of outdated ones are still notified in time.
  private func openTurn() {
    connectOnce()
    guard snapshot == nil, !isAnnouncing else { return }
    let number = props
    let (state, isPresent) = store.stateAndPresence
    // What a scope keeps of a value that has disappeared can be older than the fields.
    guard isPresent else { return beginTurn(with: state) }
    forgetUnread()
    let changed = changedFields(in: state)
    // A field that can't be compared may be unchanged. If it has changed, an update announces it.
    // Announcing it here would redraw a view each time it is drawn.
    let announced = changed.filter { $0.isComparable(in: state) }
    upcoming = state
    change(changed, announcing: announced)
    // A reader that was notified can have sent an action: the fields then show its result.
    if props != number { return openTurn() }
    beginTurn(with: state)
  }

  private func beginTurn(with state: State) {
    snapshot = state
    // Releases the state, so that the next mutation copies nothing.
    MainTurn.atEnd { [weak self] in _ = self?.snapshot.take() }
  }

  private func connectOnce() {
    guard !isConnected else { return }
    isConnected = true
    connect(to: store, file: site.file, line: site.line) { [weak self] state, _ in
      self?.number(ofUpdateTo: state) ?? 0
    }
  }

  // MARK: Updates

  /// Compares the fields and returns the next update number.
  ///
  /// The state is borrowed in place and locked: this must not announce or release anything.
  private func number(ofUpdateTo state: State) -> Int {
    changed = changedFields(in: state)
    // During a turn, or when one starts, reads could add fields that this update hasn't compared.
    return !changed.isEmpty || snapshot != nil || upcoming != nil ? props + 1 : props
  }

  private func changedFields(in state: State) -> [any StateField<State>] {
    fields.filter { $0.isRead && $0.isChanged(in: state) }
  }

  private func update() {
    let changed = changed
    self.changed = []
    forgetUnread()
    change(changed, announcing: changed)
    _ = (snapshot.take(), upcoming.take())
    updateLateFields()
  }

  /// Updates the fields that were first read during the announcement, and so after the comparison.
  private func updateLateFields() {
    guard !lateFields.isEmpty else { return }
    let state = store.state
    let changed = lateFields.filter { $0.isChanged(in: state) }
    lateFields = []
    change(changed, announcing: changed)
  }

  private func change(
    _ changed: [any StateField<State>], announcing announced: [any StateField<State>]
  ) {
    announcing {
      announced.forEach { $0.announce() }
      // This can release an object whose `deinit` sends: that is then an update, as for a reader.
      changed.forEach { $0.take() }
    }
    // A view that was notified can be drawn after the value of the scope has disappeared.
    if !store.canDisappear { forgetUnread() }
    announced.forEach { $0.conclude() }
  }

  /// Removes fields that haven't been read since their change was announced: readers that are still
  /// interested read them again.
  private func forgetUnread() {
    let forgotten = fields.filter { !$0.isRead }
    guard !forgotten.isEmpty else { return }
    forgotten.forEach { fieldsByKey[$0.key] = nil }
    fields.removeAll { !$0.isRead }
  }

  private func announcing(_ body: () -> Void) {
    let wasAnnouncing = isAnnouncing
    isAnnouncing = true
    body()
    isAnnouncing = wasAnnouncing
    if !wasAnnouncing { _ = upcoming.take() }
  }

  // MARK: Writing

  /// Sends an action that writes a value at a location, which then shows the resulting state, or
  /// refuses the value without one.
  ///
  /// If the state has another value, readers are notified even if it hasn't changed: the control
  /// that has written the value still shows it.
  func write<Location: FieldLocation<State, Value>, Value>(
    _ value: Value, at location: Location, with action: (any Action)?, to address: Address? = nil,
    from site: CallSite
  ) {
    let field = field(at: location)
    if let action { store.send(action, to: address, from: site) }
    guard field.isRead, field.differs(from: value) else { return }
    announcing(field.announce)
    field.conclude()
  }
}

/// The current turn of the main actor: the code that runs until the main queue starts its next job.
@MainActor
enum MainTurn {
  private static var waiting: [@MainActor () -> Void] = []

  static var isAwaited: Bool { !waiting.isEmpty }

  /// Calls `work` when the turn has ended; all work of a turn shares one hop.
  static func atEnd(_ work: @escaping @MainActor () -> Void) {
    if waiting.isEmpty {
      DispatchQueue.main.async {
        MainActor.assumeIsolated { end() }
      }
    }
    waiting.append(work)
  }

  private static func end() {
    let ended = waiting
    waiting = []
    ended.forEach { $0() }
  }
}
