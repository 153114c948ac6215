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

  /// A reader that can be handed to the task that is to read.
  func makeReader() -> Reader {
    Reader(subscription: ReaderSubscription(reader: source.makeReader()))
  }

  /// Reads for one task, which need not be the one that made it.
  struct Reader: Sendable {
    fileprivate let subscription: ReaderSubscription

    func next() async -> Element? {
      await subscription.reader.next()?.value(as: Element.self)
    }
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
    store.engine.retain(node)
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
