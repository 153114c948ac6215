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
/// `@unchecked`: `extent` says who may touch what; `state` is touched while the lane's lock is held; the rest is
/// constant.
final class Lane: AnyLane, @unchecked Sendable {
  private let extent: Extent?
  /// Behind the lane's lock, and so in no need of a check. Only `withState` touches it.
  @exclusivity(unchecked)
  private var state: State

  /// - Parameter isHeld: Deliver nothing before the lane is started, not even actions.
  init(
    engine: Engine,
    node: Node,
    queue: DispatchQueue?,
    origin: Origin,
    consumer: Consumer,
    isHeld: Bool = false
  ) {
    let isPlain =
      queue == nil && origin.delivery == .every && !origin.isComponent && !node.hasFilter
    extent = isPlain ? nil : Extent(queue: queue)
    state = State(
      consumer: consumer, engine: engine, isScheduled: isHeld, isDelivering: isHeld)
    super.init(node: node, origin: origin)
  }

  /// Calls `body` with what several threads touch, while this one alone has it.
  @inline(__always)
  private func withState<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    try SharedLock(of: self).withLock { try body(&state) }
  }

  /// Where the subscription was made.
  var site: CallSite { origin.site }
  private var delivery: Delivery { origin.delivery }
  private var queue: DispatchQueue? { extent?.queue }

  // MARK: Beginning and ending

  override func takeFirst(from root: UnsafeRawPointer) {
    guard role != .listener else { return }
    if delivery == .latest, queue != nil {
      _ = mark()
    } else {
      node.read(from: root) { value in
        if node.hasFilter { extent?.passed = ValueBox(node.type, copying: value) }
        _ = append(value, nil)
      }
    }
  }

  /// Delivers the first value, and from then on what comes: before this returns if the caller is where
  /// it belongs, else as ever. To be called once, by whoever made the lane.
  func start(immediately: Bool = false) {
    if immediately { return deliver() }
    let (isEnded, isScheduled, fences, afterwards) = withState { state in
      state.isDelivering = false
      let isEnded = state.consumer == nil
      let rest = isEnded ? state.takeBacklog() : nil
      return (isEnded, state.isScheduled, rest?.fences ?? [], rest?.afterwards)
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
      if !fences.isEmpty { withState { $0.makeBacklog().fences += fences } }
      start()
    })
  }

  var isDisposed: Bool { withState { $0.consumer == nil } }

  /// Whether it has ended, and nothing is being delivered any more.
  var isOver: Bool { withState { $0.consumer == nil && !$0.isDelivering } }

  func dispose() {
    dispose(then: nil)
  }

  /// Ends the subscription, and calls `next` when nothing is being delivered any more: at once, or on
  /// the thread of the delivery that is under way.
  func dispose(then next: Successor?) {
    let last = withState { state in
      let last = state
      state = State()
      state.isDelivering = last.isDelivering
      if last.isDelivering, let afterwards = next ?? last.backlog?.afterwards {
        let backlog = state.makeBacklog()
        backlog.afterwards = afterwards
        backlog.fences = last.backlog?.fences ?? []
      }
      return last
    }
    // From here on `last` goes away, with nothing locked: what was waiting, the closure, and perhaps
    // the store.
    if let engine = last.engine { leave(engine) }
    let fences = last.backlog?.fences ?? []
    if last.isDelivering {
      if next == nil, last.backlog?.afterwards == nil { fences.forEach { $0() } }
    } else {
      // Only the call that ends it may: a later one would meet the delivery that does the same.
      if last.consumer != nil { extent?.newest.forget() }
      if let next { next(fences) } else { fences.forEach { $0() } }
    }
  }

  // MARK: Being told

  override var needsTelling: Bool {
    guard delivery == .latest, queue != nil else { return true }
    return withState { !$0.isMarked }
  }

  override func tell(_ announcement: Announcement) {
    if queue == nil {
      hand(announcement)
    } else if delivery == .latest, role != .listener {
      if mark() { hop(isRush: announcement.hasMore && isInRush) }
    } else {
      node.readAnnounced(from: announcement.root) { value in
        guard passes(value) else { return }
        if append(value, role == .listener ? announcement.action.pointee : nil) { hop() }
      }
    }
  }

  private var isInRush: Bool {
    withState { _ in extent?.rush.isOn ?? false }
  }

  /// Whether the filter of the slice, if it has one, lets a value through: each observer is told of what
  /// differs from the value that it was told last itself.
  @inline(__always)
  private func passes(_ value: UnsafeRawPointer) -> Bool {
    extent == nil || !node.hasFilter || isNews(value)
  }

  private func isNews(_ value: UnsafeRawPointer) -> Bool {
    guard role != .listener, let isSame = node.isSame else { return true }
    if let passed = extent?.passed, isSame(passed.pointer, value) { return false }
    extent?.passed = ValueBox(node.type, copying: value)
    return true
  }

  /// On the store's own queue: the slice as it lies in the state, which nobody can change meanwhile.
  private func hand(_ announcement: Announcement) {
    var (consumer, isBehind) = withState { ($0.consumer, $0.isBehind) }
    if isBehind {
      flush()
      consumer = withState { $0.consumer }
    }
    guard let consumer else { return }
    node.readAnnounced(from: announcement.root) { value in
      guard passes(value) else { return }
      finish(take(value, after: announcement.action, for: consumer))
    }
  }

  /// Returns whether a delivery has to be scheduled.
  private func mark() -> Bool {
    withState { state in
      guard state.consumer != nil else { return false }
      state.isMarked = true
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
  }

  /// Returns whether a delivery has to be scheduled.
  private func append(_ value: UnsafeRawPointer, _ action: (any Action)?) -> Bool {
    withState { state in
      guard state.consumer != nil else { return false }
      let backlog = state.makeBacklog()
      let waiting = backlog.waiting ?? ValueBuffer(node.type)
      if role == .mapping, isIdentical(value, toLastOf: waiting) { return false }
      waiting.append(copying: value)
      if let action { backlog.actions.append(action) }
      backlog.waiting = waiting
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
  }

  /// Whether nothing has changed since the last value that waits: what waits is held, so nobody can have
  /// changed it behind bytes that are the same.
  private func isIdentical(_ value: UnsafeRawPointer, toLastOf waiting: ValueBuffer) -> Bool {
    waiting.count > 0 && memcmp(waiting[waiting.count - 1], value, node.type.size) == 0
  }

  override func fence(blocksMain: Bool, _ fence: @escaping @Sendable () -> Void) -> Bool {
    if blocksMain, let queue, QueueKind.isMain(queue) { return false }
    return withState { state in
      guard state.consumer != nil, state.isScheduled else { return false }
      state.makeBacklog().fences.append(fence)
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
      withState { $0.engine }?.flush(self)
    }
  }

  override func flush() {
    if withState({ $0.isBehind }) { deliver() }
  }

  /// Delivers what waits now, and schedules the next delivery if more has come in the meantime.
  private func deliver() {
    let work = withState { state -> (Consumer, Engine, Backlog?, isMarked: Bool)? in
      guard let consumer = state.consumer, let engine = state.engine else { return nil }
      defer {
        state.isMarked = false
        state.isDelivering = true
      }
      return (consumer, engine, state.takeBacklog(), state.isMarked)
    }
    guard let (consumer, engine, backlog, isMarked) = work else { return }
    engine.during(origin.site) {
      if let backlog, let waiting = backlog.waiting {
        deliver(waiting, backlog.actions, to: consumer)
      }
      if isMarked { look(through: engine, for: consumer) }
    }
    let (isMore, isRush, fences, afterwards, isEnded) = withState { state in
      state.isDelivering = false
      state.isScheduled = state.isMarked || state.isBehind
      if delivery == .latest { extent?.rush.noteDelivery(isMore: state.isScheduled) }
      // Fences that came while the last values were being delivered wait for nothing else.
      let rest = state.isScheduled ? nil : state.takeBacklog()
      let fences = (backlog?.fences ?? []) + (rest?.fences ?? [])
      let isRush = extent?.rush.isOn ?? false
      return (state.isScheduled, isRush, fences, rest?.afterwards, state.consumer == nil)
    }
    // From here on the next delivery may be under way, unless there can be none.
    if isEnded { extent?.newest.forget() }
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
      if actions.isEmpty {
        finish(take(waiting[index], after: nil, for: consumer))
      } else {
        withUnsafePointer(to: actions[index]) {
          finish(consumer.take(waiting[index], after: $0, isFirst: false))
        }
      }
    }
  }

  @inline(__always)
  private func take(
    _ value: UnsafeRawPointer,
    after action: UnsafePointer<any Action>?,
    for consumer: Consumer
  ) -> Outcome {
    let isFirst = extent?.isFirst ?? false
    if isFirst { extent?.isFirst = false }
    return consumer.take(value, after: action, isFirst: isFirst)
  }

  /// Delivers the newest value, unless it has been delivered already.
  private func look(through engine: Engine, for consumer: Consumer) {
    guard let extent else { return }
    var outcome: Outcome?
    if origin.isComponent, !node.hasFilter {
      outcome = mapNewest(through: engine, extent) {
        consumer.take($0, after: nil, isFirst: extent.isFirst)
      }
    } else if let value = copyNewest(through: engine, extent),
      extent.newest.isNews(value, of: node)
    {
      outcome = consumer.take(value.pointer, after: nil, isFirst: extent.isFirst)
    }
    guard let outcome else { return }
    extent.isFirst = false
    finish(outcome)
  }

  private func copyNewest(through engine: Engine, _ extent: Extent) -> ValueBox? {
    extent.newest.copy(of: node, through: engine, site: origin.site)
  }

  /// Maps the slice where it lies, so that a large one is not copied when the next action writes to
  /// it. The drain waits meanwhile: a connector that is slow time and again is given a copy instead.
  private func mapNewest(
    through engine: Engine,
    _ extent: Extent,
    _ map: (UnsafeRawPointer) -> Outcome
  ) -> Outcome? {
    var outcome: Outcome?
    var time: UInt64 = 0
    func mapTimed(_ value: UnsafeRawPointer) {
      let began = ProcessorTime.ofThread
      outcome = map(value)
      time = ProcessorTime.ofThread - began
    }
    if extent.slowness.isGiven {
      if let value = copyNewest(through: engine, extent) { mapTimed(value.pointer) }
    } else {
      // A connector may read its store: nothing of the memory is being written meanwhile.
      let seen = extent.newest.seen
      let newest = engine.readInPlace(node, unlessAt: seen, site: origin.site, mapTimed)
      if let newest { extent.newest.see(newest) }
    }
    if outcome != nil { extent.slowness.note(time) }
    return outcome
  }

  /// Does what is left to do, unless the lane was disposed of while the value was taken.
  private func finish(_ outcome: Outcome) {
    switch outcome {
    case .done: return
    case .set(let set): if !isDisposed { set() }
    case .gone: dispose()
    }
  }
}
