// SPDX-License-Identifier: MIT

/// An asynchronous sequence of the values of a store's state.
///
/// See ``StoreOf/values(delivery:file:line:)``.
public struct StoreValues<Element: Sendable>: AsyncSequence, SubscribingSequence, Sendable {
  /// The type of error that iteration throws: none.
  public typealias Failure = Never

  private let source: ValueSource
  private let firstReader: Locked<ValueSource.Reader?>?

  init(_ store: StoreOf<Element, some Any>, delivery: Delivery, site: CallSite) {
    source = ValueSource(
      of: store.slice, in: store.engine, filter: store.filter, delivery: delivery, site: site)
    firstReader = nil
  }

  private init(subscribing source: ValueSource) {
    self.source = source
    firstReader = Locked(source.makeReader())
  }

  func subscribed() -> StoreValues {
    StoreValues(subscribing: source)
  }

  /// Subscribes a reader, which receives the current value first.
  public func makeAsyncIterator() -> Iterator {
    Iterator(reader: firstReader?.withLock { $0.take() } ?? source.makeReader())
  }

  /// A reader of the values, which ends its subscription when it is released.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let reader: ValueSource.Reader

    /// Returns the next value, or `nil` if the store is deallocated or the task is canceled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await reader.next()?.value(as: Element.self)
    }
  }
}

final class ValueSource: Sendable {
  // `nonisolated(unsafe)`: set once in `init`; loading a weak reference is safe from any thread.
  nonisolated(unsafe) private weak var engine: Engine?
  private let slice: Slice
  private let filter: (@Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool)?
  private let delivery: Delivery
  private let site: CallSite

  init(
    of slice: Slice, in engine: Engine,
    filter: (@Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool)?, delivery: Delivery,
    site: CallSite
  ) {
    self.engine = engine
    self.slice = slice
    self.filter = filter
    self.delivery = delivery
    self.site = site
    engine.slices.retain(slice)
    engine.prepare(slice)
  }

  deinit {
    engine?.release(slice)
  }

  func makeReader() -> Reader {
    let reader = ValueReader(
      engine: engine, slice: slice, filter: filter, delivery: delivery, site: site)
    if let engine { engine.add(reader) } else { reader.dispose() }
    return Reader(reader, interval: delivery.interval, clock: engine?.effects.clock)
  }

  final class Reader: Sendable {
    private let reader: ValueReader
    private let interval: Duration?
    private let clock: (any Clock<Duration>)?
    /// Sleeps until the interval since the last value is over.
    private let pause = Locked<(@Sendable () async throws -> Void)?>(nil)

    fileprivate init(_ reader: ValueReader, interval: Duration?, clock: (any Clock<Duration>)?) {
      self.reader = reader
      self.interval = interval
      self.clock = clock
    }

    deinit {
      reader.dispose()
    }

    func next() async -> ValueBox? {
      // If the task is canceled, so is the reader. If the clock fails, the value is early.
      try? await pause.withLock({ $0.take() })?()
      let value = await reader.next()
      if let interval {
        let sleep = clock?.sleeper(for: interval)
        pause.withLock { $0 = sleep }
      }
      return value
    }
  }
}

extension StoreOf {
  /// Returns the current state and the later ones as an asynchronous sequence.
  ///
  /// ```swift
  /// for await counter in store.scope(\.counter).values() { render(counter) }
  /// ```
  ///
  /// If `State` is `Equatable`, consecutive values differ. Each iteration is a new subscription,
  /// from the present value on. `.latest` keeps one pending value, the newest; `.every` keeps all.
  ///
  /// The sequence retains neither the store nor a scope. It ends with the whole store, though not
  /// before the interval of a delivery is over, or when the iterating task is canceled.
  public func values(
    delivery: Delivery = .latest, file: StaticString = #fileID, line: UInt = #line
  ) -> StoreValues<State> {
    StoreValues(self, delivery: delivery, site: CallSite(file: file, line: line))
  }
}
