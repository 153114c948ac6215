// SPDX-License-Identifier: MIT

/// The lane to one reader of a sequence. The store is not kept by it, and ends it.
///
/// A reader reads when it likes to, so nobody waits for what it has not read.
///
/// `@unchecked`: `engine` is set in `init` only, and loading a weak reference is safe from any thread;
/// `newest` belongs to the one task that reads; the rest is constant or inside `Locked`.
final class ValueReader: AnyLane, @unchecked Sendable {
  private struct State {
    /// For `.every`: what has not been read yet.
    var waiting: [ValueBox?] = []
    /// How many of them have been read.
    var head = 0
    /// For `.latest`: there is something newer to look at.
    var isMarked = false
    var isEnded = false
    /// For `.latest`: how a store that has gone left the state, and which state that was.
    var last: (ValueBox, UInt64)?
    /// The task that has nothing to read at the moment.
    var sleeper: CheckedContinuation<Void, Never>?

    /// Takes the first value that has not been read, and lets go of it. O(1) amortised.
    mutating func takeFirst() -> ValueBox? {
      guard head < waiting.count else { return nil }
      let first = waiting[head]
      waiting[head] = nil
      head += 1
      if 2 * head >= waiting.count {
        waiting.removeFirst(head)
        head = 0
      }
      return first
    }
  }

  private enum Step {
    case value(ValueBox)
    case look
    case last(ValueBox, UInt64)
    case sleep
    case end
  }

  private weak var engine: Engine?
  private let state = Locked(State())
  private var newest = Newest()

  init(engine: Engine?, node: Node, delivery: Delivery, site: CallSite) {
    self.engine = engine
    super.init(node: node, origin: Origin(.values, .exact, delivery, at: site))
  }

  private var delivery: Delivery { origin.delivery }
  private var site: CallSite { origin.site }

  // MARK: Beginning and ending

  override func takeFirst(from root: UnsafeRawPointer) {
    tell(from: root, node.read)
  }

  var isDisposed: Bool { state.withLock { $0.isEnded } }

  func dispose() {
    let isFirst = end(with: nil)
    // Nothing more is read, neither what waits nor the last state.
    let rest = state.withLock { state in
      defer {
        state.waiting = []
        state.head = 0
        state.last = nil
      }
      return (state.waiting, state.last)
    }
    if isFirst, let engine { leave(engine) }
    withExtendedLifetime(rest) {}
  }

  override func end(root: UnsafeRawPointer, version: UInt64) {
    guard delivery == .latest else { return _ = end(with: nil) }
    // Also if nothing is marked: the reader may be on its way to look, and find the store gone.
    node.read(from: root) { _ = end(with: (ValueBox(node.type, copying: $0), version)) }
  }

  /// Ends the sequence behind what waits already. Returns `false` if it has ended before.
  private func end(with last: (ValueBox, UInt64)?) -> Bool {
    let (isFirst, sleeper) = state.withLock { state in
      let result = (!state.isEnded, state.sleeper)
      if !state.isEnded { state.last = last }
      state.isEnded = true
      state.isMarked = false
      state.sleeper = nil
      return result
    }
    sleeper?.resume()
    return isFirst
  }

  // MARK: Being told

  override var needsTelling: Bool {
    delivery == .every || state.withLock { !$0.isMarked }
  }

  override func tell(_ announcement: Announcement) {
    tell(from: announcement.root, node.readAnnounced)
  }

  private func tell(
    from root: UnsafeRawPointer,
    _ read: (UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void
  ) {
    var value: ValueBox?
    if delivery == .every { read(root) { value = ValueBox(node.type, copying: $0) } }
    let sleeper = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.isEnded else { return nil }
      if let value { state.waiting.append(value) } else { state.isMarked = true }
      defer { state.sleeper = nil }
      return state.sleeper
    }
    sleeper?.resume()
  }

  // MARK: Reading

  func next() async -> ValueBox? {
    while true {
      if Task.isCancelled { dispose() }
      switch step() {
      case .value(let value): if isNews(value) { return value }
      case .look: if let value = look(), isNews(value) { return value }
      case .last(let value, let version):
        if newest.seen != version, isNews(value) { return value }
      case .sleep: await sleep()
      case .end: return nil
      }
    }
  }

  private func step() -> Step {
    state.withLock { state in
      if let value = state.takeFirst() { return .value(value) }
      if state.isMarked {
        state.isMarked = false
        return .look
      }
      if let (value, version) = state.last {
        state.last = nil
        return .last(value, version)
      }
      return state.isEnded ? .end : .sleep
    }
  }

  private func look() -> ValueBox? {
    guard let engine else { return nil }
    return newest.copy(of: node, through: engine, site: site)
  }

  private func isNews(_ value: ValueBox) -> Bool {
    newest.isNews(value, of: node)
  }

  private func sleep() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isAwake = state.withLock { state in
          if state.sleeper != nil { Misuse.sharedIterator(site).trap() }
          let isAwake = state.head < state.waiting.count || state.isMarked || state.isEnded
          if !isAwake { state.sleeper = continuation }
          return isAwake
        }
        if isAwake { continuation.resume() }
      }
    } onCancel: {
      dispose()
    }
  }
}
