// SPDX-License-Identifier: MIT

import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// The way from the store to one observer: what waits to be delivered, and whether somebody is on the
/// way already.
///
/// A lane hands over one thing at a time and in order, whatever queue it was given.
///
/// `@unchecked`: `id` is set before the lane is published; `passed` belongs to the drain from then on;
/// `progress` is touched by the delivery under way alone, of which there is one at a time, and when there
/// can be none any more; the rest is constant or inside `Locked`.
final class Lane: AnyLane, @unchecked Sendable {
  private struct State {
    /// `nil` once the lane is disposed of.
    var consumer: Consumer?
    /// The engine, which a live subscription keeps.
    var engine: Engine?
    /// For `.every`, and for first values on the store's own queue.
    var waiting: ValueBuffer?
    /// For listeners: the actions that belong to `waiting`.
    var actions = ContiguousArray<any Action>()
    /// For `.latest`: there is something newer to look at.
    var isMarked = false
    /// A delivery is under way, or will be.
    var isScheduled = false
    /// A delivery is being made at the moment, or by the lane that this one takes the place of.
    var isDelivering = false
    /// What to do when the delivery that outlasts the end of the lane is over.
    var afterwards: Successor?
    /// For `.latest`.
    var rush = Rush()
    var fences: [@Sendable () -> Void] = []
  }

  /// Starts the lane that takes the place of an ended one, and takes over who waits for that.
  typealias Successor = (_ fences: [@Sendable () -> Void]) -> Void

  /// What deliveries remember from one to the next.
  private struct Progress {
    var isFirst = true
    /// Whether mapping takes long.
    var slowness = Slowness()
    /// For `.latest`.
    var newest = Newest()
  }

  private(set) var id: UInt64 = 0
  let node: Node
  /// Where to deliver; `nil` is the store's own queue.
  private let queue: DispatchQueue?
  private let delivery: Delivery
  private let origin: Origin
  private let state: Locked<State>
  private var progress = Progress()
  /// For the drain: the value that the filter of the slice let through last.
  private var passed: ValueBox?

  /// - Parameter isHeld: Deliver nothing before the lane is started, not even actions.
  init(
    engine: Engine,
    node: Node,
    queue: DispatchQueue?,
    delivery: Delivery,
    origin: Origin,
    consumer: Consumer,
    isHeld: Bool = false
  ) {
    self.node = node
    self.queue = queue
    self.delivery = delivery
    self.origin = origin
    state = Locked(
      State(consumer: consumer, engine: engine, isScheduled: isHeld, isDelivering: isHeld))
  }

  var role: Origin.Role { origin.role }
  var connection: Connection { Connection(origin, slice: node.path, delivery: delivery) }

  // MARK: Beginning and ending

  func enter(_ engine: Engine, id: UInt64, root: UnsafeRawPointer) {
    self.id = id
    guard role != .listener else { return }
    if delivery == .latest, queue != nil {
      _ = mark()
    } else {
      node.read(from: root) { value in
        if node.hasFilter { passed = ValueBox(node.type, copying: value) }
        _ = append(value, nil)
      }
    }
  }

  /// Delivers the first value, and from then on what comes: before this returns if the caller is where
  /// it belongs, else as ever. To be called once, by whoever made the lane.
  func start(immediately: Bool = false) {
    if immediately { return deliver() }
    let (isEnded, isScheduled, fences, afterwards) = state.withLock { state in
      state.isDelivering = false
      let isEnded = state.consumer == nil
      defer { if isEnded { (state.fences, state.afterwards) = ([], nil) } }
      return (isEnded, state.isScheduled, state.fences, state.afterwards)
    }
    guard isEnded else {
      if isScheduled { hop() }
      return
    }
    // It has ended before it began: whoever is next in line begins instead, or nobody has to wait.
    if let afterwards { afterwards(fences) } else { fences.forEach { $0() } }
  }

  /// Starts when the connection that this takes the place of delivers nothing any more, so that a
  /// component never gets two things at once.
  func start(inPlaceOf replaced: Disposable?) {
    guard let replaced else { return start() }
    replaced.dispose(then: { [self] fences in
      state.withLock { $0.fences += fences }
      start()
    })
  }

  var isDisposed: Bool { state.withLock { $0.consumer == nil } }

  /// Whether it has ended, and nothing is being delivered any more.
  var isOver: Bool { state.withLock { $0.consumer == nil && !$0.isDelivering } }

  func dispose() {
    dispose(then: nil)
  }

  /// Ends the subscription, and calls `next` when nothing is being delivered any more: at once, or on
  /// the thread of the delivery that is under way.
  func dispose(then next: Successor?) {
    let last = state.withLock { state in
      let last = state
      state = State()
      state.isDelivering = last.isDelivering
      if last.isDelivering {
        state.afterwards = next ?? last.afterwards
        if state.afterwards != nil { state.fences = last.fences }
      }
      return last
    }
    // From here on `last` goes away, with nothing locked: what was waiting, the closure, and perhaps
    // the store.
    if let engine = last.engine { leave(engine) }
    if last.isDelivering {
      if next == nil, last.afterwards == nil { last.fences.forEach { $0() } }
    } else {
      // Only the call that ends it may: a later one would meet the delivery that does the same.
      if last.consumer != nil { progress.newest.forget() }
      if let next { next(last.fences) } else { last.fences.forEach { $0() } }
    }
  }

  func leave(_ engine: Engine) {
    engine.remove(self)
  }

  func end(root: UnsafeRawPointer, version: UInt64) {}

  // MARK: Being told

  func tell(_ announcement: Announcement) {
    if queue == nil {
      hand(announcement)
    } else if delivery == .latest, role != .listener {
      if mark() { hop(isRush: announcement.hasMore && state.withLock { $0.rush.isOn }) }
    } else {
      node.readAnnounced(from: announcement.root) { value in
        guard passes(value) else { return }
        if append(value, role == .listener ? announcement.action : nil) { hop() }
      }
    }
  }

  /// Whether the filter of the slice, if it has one, lets a value through: each observer is told of what
  /// differs from the value that it was told last itself.
  private func passes(_ value: UnsafeRawPointer) -> Bool {
    guard node.hasFilter, role != .listener, let isSame = node.isSame else { return true }
    if let passed, isSame(passed.pointer, value) { return false }
    passed = ValueBox(node.type, copying: value)
    return true
  }

  /// On the store's own queue: the slice as it lies in the state, which nobody can change meanwhile.
  private func hand(_ announcement: Announcement) {
    var consumer = state.withLock { $0.waiting == nil ? $0.consumer : nil }
    if consumer == nil {
      flush()
      consumer = state.withLock { $0.consumer }
    }
    guard let consumer else { return }
    node.readAnnounced(from: announcement.root) { value in
      guard passes(value) else { return }
      consume(value, announcement.action, by: consumer)
    }
  }

  /// Returns whether a delivery has to be scheduled.
  private func mark() -> Bool {
    state.withLock { state in
      guard state.consumer != nil else { return false }
      state.isMarked = true
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
  }

  /// Returns whether a delivery has to be scheduled.
  private func append(_ value: UnsafeRawPointer, _ action: (any Action)?) -> Bool {
    state.withLock { state in
      guard state.consumer != nil else { return false }
      let waiting = state.waiting ?? ValueBuffer(node.type)
      if role == .mapping, isIdentical(value, toLastOf: waiting) { return false }
      waiting.append(copying: value)
      if let action { state.actions.append(action) }
      state.waiting = waiting
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
  }

  /// Whether nothing has changed since the last value that waits: what waits is held, so nobody can have
  /// changed it behind bytes that are the same.
  private func isIdentical(_ value: UnsafeRawPointer, toLastOf waiting: ValueBuffer) -> Bool {
    waiting.count > 0 && memcmp(waiting[waiting.count - 1], value, node.type.size) == 0
  }

  func fence(blocksMain: Bool, _ fence: @escaping @Sendable () -> Void) -> Bool {
    if blocksMain, let queue, QueueKind.isMain(queue) { return false }
    return state.withLock { state in
      guard state.consumer != nil, state.isScheduled else { return false }
      state.fences.append(fence)
      return true
    }
  }

  // MARK: Delivering

  private func hop(isRush: Bool = false) {
    switch (queue, isRush) {
    case (let queue?, false):
      queue.async { [self] in deliver() }
    case (let queue?, true):
      queue.asyncAfter(deadline: .now() + Rush.step) { [self] in deliver() }
    case (nil, _):
      state.withLock { $0.engine }?.flush(self)
    }
  }

  func flush() {
    if state.withLock({ $0.waiting != nil }) { deliver() }
  }

  /// Delivers what waits now, and schedules the next delivery if more has come in the meantime.
  private func deliver() {
    let work = state.withLock { state -> State? in
      guard state.consumer != nil else { return nil }
      let work = state
      state.waiting = nil
      state.actions = []
      state.isMarked = false
      state.isDelivering = true
      state.fences = []
      return work
    }
    guard let work, let consumer = work.consumer, let engine = work.engine else { return }
    engine.during(origin.site) {
      if let waiting = work.waiting { deliver(waiting, work.actions, to: consumer) }
      if work.isMarked { look(through: engine, for: consumer) }
    }
    let (isMore, isRush, fences, afterwards, isEnded) = state.withLock { state in
      state.isDelivering = false
      state.isScheduled = state.isMarked || state.waiting != nil
      if delivery == .latest { state.rush.noteDelivery(isMore: state.isScheduled) }
      defer {
        if !state.isScheduled { state.fences = [] }
        state.afterwards = nil
      }
      // Fences that came while the last values were being delivered wait for nothing else.
      let fences = work.fences + (state.isScheduled ? [] : state.fences)
      return (state.isScheduled, state.rush.isOn, fences, state.afterwards, state.consumer == nil)
    }
    // From here on the next delivery may be under way, unless there can be none.
    if isEnded { progress.newest.forget() }
    if let afterwards { return afterwards(fences) }
    fences.forEach { $0() }
    if isMore { hop(isRush: isRush) }
  }

  private func deliver(
    _ waiting: ValueBuffer,
    _ actions: ContiguousArray<any Action>,
    to consumer: Consumer
  ) {
    for index in 0..<waiting.count {
      if index > 0, isDisposed { return }
      consume(waiting[index], actions.isEmpty ? nil : actions[index], by: consumer)
    }
  }

  private func consume(
    _ value: UnsafeRawPointer,
    _ action: (any Action)?,
    by consumer: Consumer
  ) {
    switch consumer {
    case .observer(let observe):
      observe(value)
    case .listener(let listen):
      if let action, !listen(value, action) { dispose() }
    case .component(let map):
      let isFirst = progress.isFirst
      progress.isFirst = false
      show(map(value, isFirst))
    }
  }

  /// Delivers the newest value, unless it has been delivered already.
  private func look(through engine: Engine, for consumer: Consumer) {
    switch consumer {
    case .observer(let observe):
      guard let value = readNews(through: engine) else { return }
      observe(value.pointer)
    case .component(let map):
      let isFirst = progress.isFirst
      let mapped =
        node.hasFilter
        ? readNews(through: engine).map { map($0.pointer, isFirst) }
        : mapNewest(through: engine) { map($0, isFirst) }
      guard let mapped else { return }
      progress.isFirst = false
      show(mapped)
    case .listener:
      return
    }
  }

  private func copyNewest(through engine: Engine) -> ValueBox? {
    progress.newest.copy(of: node, through: engine, site: origin.site)
  }

  private func readNews(through engine: Engine) -> ValueBox? {
    guard let value = copyNewest(through: engine) else { return nil }
    return progress.newest.isNews(value, of: node) ? value : nil
  }

  /// Maps the slice where it lies, so that a large one is not copied when the next action writes to
  /// it. The drain waits meanwhile: a connector that is slow time and again is given a copy instead.
  private func mapNewest(
    through engine: Engine,
    _ map: (UnsafeRawPointer) -> Mapped
  ) -> Mapped? {
    var mapped: Mapped?
    var time: UInt64 = 0
    func mapTimed(_ value: UnsafeRawPointer) {
      let began = ProcessorTime.ofThread
      mapped = map(value)
      time = ProcessorTime.ofThread - began
    }
    if progress.slowness.isGiven {
      if let value = copyNewest(through: engine) { mapTimed(value.pointer) }
    } else {
      progress.newest.readInPlace(node, through: engine, site: origin.site, mapTimed)
    }
    if mapped != nil { progress.slowness.note(time) }
    return mapped
  }

  /// Sets what a mapping has made, unless the lane was disposed of while it was made.
  private func show(_ mapped: Mapped) {
    switch mapped {
    case .unchanged: return
    case .set(let set): if !isDisposed { set() }
    case .gone: dispose()
    }
  }
}
