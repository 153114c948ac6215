// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary
import RunnelTestSupport
import Testing

@Suite struct PropertyTests {
  private let source = Source(0)

  @Test func `a property shows what its source is sent`() async {
    let property = source.property
    #expect(property.value == 0)
    source.send(1)
    source.update { $0 += 10 }
    await source.settled()
    #expect(property.value == 11)
  }

  @Test
  func `whoever observes is told the present value, and each that differs from the one before`()
    async
  {
    let told = Recorder<Int>()
    let token = source.property.observe { told.record($0) }
    for value in [1, 1, 2, 2, 1] { source.send(value) }
    await source.settled()
    #expect(told.values == [0, 1, 2, 1])
    token.dispose()
    source.send(5)
    await source.settled()
    #expect(told.count == 4)
  }

  @Test @MainActor func `whoever observes on the main actor is told there`() async {
    var told: [Int] = []
    let token = source.property.observe(on: MainActor.self, delivery: .latest) { told.append($0) }
    await source.settled()
    source.send(1)
    await source.settled()
    #expect(told == [0, 1])
    token.dispose()
  }

  @Test func `values come as a sequence, which ends with the source`() async {
    var source: Source<Int>? = Source(0)
    let reader = source?.property.values(delivery: .every)
    var values = reader?.makeAsyncIterator()
    #expect(await values?.next() == 0)
    source?.send(1)
    source?.send(2)
    #expect(await values?.next() == 1)
    #expect(await values?.next() == 2)
    source = nil
    #expect(await values?.next() == nil)
  }

  @Test func `a property of what is made of another is told only when that differs`() async {
    let told = Recorder<Bool>()
    let token = source.property.map { $0.isMultiple(of: 2) }.observe { told.record($0) }
    for value in [2, 4, 5, 7, 8] { source.send(value) }
    await source.settled()
    #expect(told.values == [true, false, true])
    token.dispose()
  }

  @Test func `a property may be constant`() async {
    let property = Property(constant: "a")
    let told = Recorder<String>()
    let token = property.observe { told.record($0) }
    await property.settled()
    #expect(property.value == "a")
    #expect(told.values == ["a"])
    token.dispose()
  }

  @Test @MainActor func `a component may be connected to a property`() async {
    let (label, other) = (Label(), Label())
    label.connect(to: source.property)
    other.connect(to: source.property) { $0 * 100 }
    #expect(label.shown == [0])
    let (log, tenfold) = (Log(), Log())
    log.connect(to: source.property)
    tenfold.connect(to: source.property) { $0 * 10 }
    await source.settled()
    source.send(1)
    await source.settled()
    #expect(label.shown == [0, 1])
    #expect(other.shown == [0, 100])
    #expect(log.kept.values == [0, 1])
    #expect(tenfold.kept.values == [0, 10])
  }

  @Test @MainActor func `a component that goes away is let go of, and its subscription with it`() {
    let store = Store(state: 0)
    weak var label: Label?
    do {
      let held = Label()
      held.connect(to: store.property)
      label = held
      #expect(store.connections.count == 1)
    }
    #expect(label == nil)
    #expect(store.connections.isEmpty)
  }

  // MARK: Sources of a source

  @Test func `a source may follow a sequence, and goes on when that has ended`() async {
    let (sequence, continuation) = AsyncStream<Int>.makeStream()
    let told = source.property.values(delivery: .every).makeAsyncIterator()
    var values = told
    #expect(await values.next() == 0)
    let token = source.follow(sequence)
    continuation.yield(1)
    #expect(await values.next() == 1)
    continuation.finish()
    source.send(2)
    #expect(await values.next() == 2)
    token.dispose()
  }

  // MARK: What can fail

  @Test func `a throwing property throws as long as there is an error`() async throws {
    let source = Source<Result<Int, WordError>>(.success(1))
    let property = source.property.throwing()
    #expect(try property.value == 1)
    source.send(.failure(WordError()))
    await source.settled()
    #expect(throws: WordError()) { try property.value }
    source.send(.success(2))
    await source.settled()
    #expect(try property.value == 2)
  }

  @Test func `what has not changed is not told again because something else has`() async {
    struct Whole: Sendable {
      var answer: Result<Int, WordError> = .success(1)
      var other = 0
    }
    let source = Source(Whole())
    let told = Recorder<Int?>()
    let token = source.property.map(\.answer).throwing().observe { told.record(try? $0.get()) }
    source.update { $0.answer = .failure(WordError()) }
    for _ in 0..<3 { source.update { $0.other += 1 } }
    source.update { $0.answer = .success(2) }
    for _ in 0..<3 { source.update { $0.other += 1 } }
    await source.settled()
    #expect(told.values == [1, nil, 2])
    token.dispose()
  }

  @Test func `each error is told, and of values only those that differ`() async {
    let source = Source<Result<Int, WordError>>(.success(1))
    let told = Recorder<Int?>()
    let token = source.property.throwing().observe { told.record(try? $0.get()) }
    let results: [Result<Int, WordError>] = [
      .success(1), .failure(WordError()), .success(1), .success(1), .success(2),
    ]
    for result in results { source.send(result) }
    await source.settled()
    #expect(told.values == [1, nil, 1, 2])
    token.dispose()
  }

  @Test @MainActor func `errors are told on the main actor, too`() async {
    let property = ThrowingProperty<Int>(failed: WordError())
    var told: [Bool] = []
    let token = property.observe(on: MainActor.self) { told.append((try? $0.get()) == nil) }
    await property.results.settled()
    #expect(told == [true])
    token.dispose()
  }

  @Test func `as a sequence it ends by throwing the first error`() async throws {
    let source = Source<Result<Int, any Error>>(.success(1))
    var values = source.property.throwing().values.makeAsyncIterator()
    #expect(try await values.next() == 1)
    source.send(.failure(WordError()))
    await #expect(throws: WordError()) { try await values.next() }
    #expect(try await values.next() == nil)
  }

  @Test func `a reader who asks for each change misses no error`() async throws {
    let source = Source<Result<Int, any Error>>(.success(1))
    var every = source.property.throwing().values(delivery: .every).makeAsyncIterator()
    var latest = source.property.throwing().values.makeAsyncIterator()
    source.send(.failure(WordError()))
    source.send(.success(2))
    await source.settled()
    #expect(try await latest.next() == 2)
    #expect(try await every.next() == 1)
    await #expect(throws: WordError()) { try await every.next() }
  }

  @Test func `a value that is replaced goes away when the state can be read`() async {
    final class Reading: Sendable {
      let read: @Sendable () -> Void
      init(_ read: @escaping @Sendable () -> Void) { self.read = read }
      deinit { read() }
    }
    let reads = Counter()
    let source = Source<Reading?>(nil)
    source.send(
      Reading { [weak source] in
        if source?.property.value == nil { reads.increment() }
      })
    source.send(nil)
    await source.settled()
    await source.settled()
    #expect(reads.value == 1)
  }

  @Test func `what is made of its values may fail, too`() async throws {
    let source = Source<Result<Int, any Error>>(.success(1))
    let property = source.property.throwing().map { number -> String in
      if number < 0 { throw WordError() }
      return "\(number)"
    }
    #expect(try property.value == "1")
    source.send(.success(-1))
    await source.settled()
    #expect(throws: WordError()) { try property.value }
    #expect(try ThrowingProperty(constant: 3).value == 3)
  }

  @Test func `a source of results may follow a sequence that fails`() async throws {
    let (sequence, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    let source = Source<Result<Int, any Error>>(.success(0))
    let token = source.follow(sequence)
    var values = source.property.throwing().values.makeAsyncIterator()
    #expect(try await values.next() == 0)
    continuation.yield(1)
    #expect(try await values.next() == 1)
    continuation.finish(throwing: WordError())
    await #expect(throws: WordError()) { try await values.next() }
    source.send(.success(2))
    await source.settled()
    #expect(try source.property.throwing().value == 2)
    token.dispose()
  }
}

@MainActor private final class Label: ViewComponent {
  let disposer = Disposer()
  var shown: [Int] = []
  var props = -1 { didSet { shown.append(props) } }
}

private final class Log: ServiceComponent {
  let disposer = Disposer()
  let kept = Recorder<Int>()
  var props = -1 { didSet { kept.record(props) } }
}
