// SPDX-License-Identifier: MIT

extension Store {
  /// The values of the state as an asynchronous sequence: the present one, then later ones.
  ///
  /// ```swift
  /// for await state in store.values { render(state) }
  /// ```
  ///
  /// Each iteration is a subscription of its own, so any number of readers can iterate at once and all
  /// of them see the values. A reader that is busy when several changes come gets the last of them: what
  /// waits is never more than one value. The sequence does not keep the store; it ends when the store
  /// goes away, or when the task that iterates is cancelled.
  public var values: StoreValues<State> { values(delivery: .latest) }

  /// The values of one part of the state as an asynchronous sequence.
  ///
  /// If `Local` is `Equatable`, no value comes twice in a row.
  ///
  /// - Parameters:
  ///   - keyPath: The part of the state.
  ///   - delivery: Whether a busy reader misses values and gets the newest (`.latest`) or gets each of
  ///     them in order (`.every`), in which case those it has not read yet wait in memory.
  ///   - file: The file in which the sequence is made.
  ///   - line: The line in which the sequence is made.
  public func values<Local: Sendable>(
    of keyPath: any KeyPath<State, Local> & Sendable,
    delivery: Delivery = .latest,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> StoreValues<Local> {
    scope(keyPath, file: file, line: line).values(delivery: delivery, file: file, line: line)
  }

  /// The values of the state as an asynchronous sequence, delivered as `delivery` says.
  ///
  /// With `.every`, values that a reader has not read yet wait in memory.
  public func values(
    delivery: Delivery,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> StoreValues<State> {
    StoreValues(self, delivery: delivery, site: CallSite(file: file, line: line))
  }
}

/// The values of a store's state, as they come. See ``Store/values``.
public struct StoreValues<Element: Sendable>: AsyncSequence, Sendable {
  /// Reading never fails.
  public typealias Failure = Never

  private let source: ValueSource<Element>

  fileprivate init(_ store: Store<Element>, delivery: Delivery, site: CallSite) {
    source = ValueSource(store, delivery: delivery, site: site)
  }

  /// Subscribes a reader, whose first value is the present one.
  public func makeAsyncIterator() -> Iterator {
    Iterator(reader: source.makeReader())
  }

  /// A reader of the values. Its subscription ends with it.
  public struct Iterator: AsyncIteratorProtocol {
    private let subscription: ReaderSubscription

    fileprivate init(reader: ValueReader) {
      subscription = ReaderSubscription(reader: reader)
    }

    /// Waits for the next value; `nil` when the store has gone or the task is cancelled.
    public mutating func next() async -> Element? {
      await subscription.reader.next()?.value(as: Element.self)
    }

    /// Waits for the next value; `nil` when the store has gone or the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await subscription.reader.next()?.value(as: Element.self)
    }
  }
}

/// What a sequence knows of its store without keeping it.
private final class ValueSource<Value: Sendable>: Sendable {
  // `nonisolated(unsafe)`: set once in `init`; loading a weak reference is safe from any thread.
  nonisolated(unsafe) private weak var engine: Engine?
  private let node: Node
  private let delivery: Delivery
  private let site: CallSite

  init(_ store: Store<Value>, delivery: Delivery, site: CallSite) {
    engine = store.engine
    node = store.node
    self.delivery = delivery
    self.site = site
    store.engine.registry.retain(node)
  }

  deinit {
    engine?.release(node)
  }

  func makeReader() -> ValueReader {
    let reader = ValueReader(engine: engine, node: node, delivery: delivery, site: site)
    if let engine { engine.add(reader, site: site) } else { reader.dispose() }
    return reader
  }
}

/// Ends a reader's subscription with the iterator that it belongs to.
private final class ReaderSubscription: Sendable {
  let reader: ValueReader

  init(reader: ValueReader) {
    self.reader = reader
  }

  deinit {
    reader.dispose()
  }
}

/// The lane to one reader of a sequence. The store is not kept by it, and ends it.
///
/// `@unchecked`: `id` is set before the lane is published, `engine` in `init` only, and loading a weak
/// reference is safe from any thread; `seen` and `told` belong to the one task that reads; the rest is
/// constant or inside `Locked`.
private final class ValueReader: AnyLane, @unchecked Sendable {
  private struct State {
    /// For `.every`: what has not been read yet.
    var waiting: [ValueBox?] = []
    /// How many of them have been read.
    var head = 0
    /// For `.latest`: there is something newer to look at.
    var isMarked = false
    var isEnded = false
    /// For `.latest`: how a store that has gone left the state, and the number of the last action.
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

  private(set) var id: UInt64 = 0
  private weak var engine: Engine?
  let node: Node
  private let delivery: Delivery
  private let site: CallSite
  private let state = Locked(State())
  /// The action whose state was looked at last.
  private var seen: UInt64?
  /// The value that was read last, of a slice that can be compared.
  private var told: ValueBox?

  init(engine: Engine?, node: Node, delivery: Delivery, site: CallSite) {
    self.engine = engine
    self.node = node
    self.delivery = delivery
    self.site = site
  }

  var role: Origin.Role { .exact }
  var connection: Connection {
    Connection(Origin(.values, .exact, at: site), slice: node.path, delivery: delivery)
  }

  // MARK: Beginning and ending

  func enter(_ engine: Engine, id: UInt64, root: UnsafeRawPointer) {
    self.id = id
    tell(from: root, node.read)
  }

  func leave(_ engine: Engine) {
    engine.remove(self)
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

  func end(root: UnsafeRawPointer, sequence: UInt64) {
    guard delivery == .latest else { return _ = end(with: nil) }
    // Also if nothing is marked: the reader may be on its way to look, and find the store gone.
    node.read(from: root) { _ = end(with: (ValueBox(node.type, copying: $0), sequence)) }
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

  func tell(_ announcement: Announcement) {
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

  func flush() {}

  /// A reader reads when it likes to: nobody waits for that.
  func fence(blocksMain: Bool, _ fence: @escaping @Sendable () -> Void) -> Bool { false }

  // MARK: Reading

  func next() async -> ValueBox? {
    while true {
      if Task.isCancelled { dispose() }
      switch step() {
      case .value(let value): if isNews(value) { return value }
      case .look: if let value = look(), isNews(value) { return value }
      case .last(let value, let sequence): if seen != sequence, isNews(value) { return value }
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
      if let (value, sequence) = state.last {
        state.last = nil
        return .last(value, sequence)
      }
      return state.isEnded ? .end : .sleep
    }
  }

  private func look() -> ValueBox? {
    guard let (value, sequence) = engine?.read(node, unlessAt: seen, site: site) else { return nil }
    seen = sequence
    return value
  }

  private func isNews(_ value: ValueBox) -> Bool {
    guard let isSame = node.isSame else { return true }
    if let told, isSame(told.pointer, value.pointer) { return false }
    told = value
    return true
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
