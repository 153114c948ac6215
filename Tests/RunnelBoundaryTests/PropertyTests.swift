// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct PropertyTests {
  private let source = Source(0)

  @Test func `a property has the value that its source sends`() async {
    let property = source.property
    #expect(property.value == 0)
    source.send(1)
    source.update { $0 += 10 }
    await source.settled()
    #expect(property.value == 11)
  }

  @Test func `an observer receives the current value and each different later one`()
    async
  {
    let received = Recorder<Int>()
    let token = source.property.observe { received.record($0) }
    for value in [1, 1, 2, 2, 1] { source.send(value) }
    await source.settled()
    #expect(received.values == [0, 1, 2, 1])
    token.dispose()
    source.send(5)
    await source.settled()
    #expect(received.count == 4)
  }

  @Test @MainActor func `an observer on the main actor is called there`() async {
    var received: [Int] = []
    let token = source.property.observe(on: MainActor.self, delivery: .latest) {
      received.append($0)
    }
    await source.settled()
    source.send(1)
    await source.settled()
    #expect(received == [0, 1])
    token.dispose()
  }

  @Test func `the sequence of values ends with its source`() async {
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

  @Test func `a mapped property notifies only when the mapped value changes`() async {
    let received = Recorder<Bool>()
    let token = source.property.map { $0.isMultiple(of: 2) }.observe { received.record($0) }
    for value in [2, 4, 5, 7, 8] { source.send(value) }
    await source.settled()
    #expect(received.values == [true, false, true])
    token.dispose()
  }

  @Test func `a property can be constant`() async {
    let property = Property(constant: "a")
    let received = Recorder<String>()
    let token = property.observe { received.record($0) }
    await property.settled()
    #expect(property.value == "a")
    #expect(received.values == ["a"])
    token.dispose()
  }

  @Test @MainActor func `a property sets the props of components`() async {
    let (label, other) = (ViewRecorder(-1), ViewRecorder(-1))
    label.connect(to: source.property)
    other.connect(to: source.property) { $0 * 100 }
    #expect(label.values == [0])
    let (log, tenfold) = (ServiceRecorder(-1), ServiceRecorder(-1))
    log.connect(to: source.property)
    tenfold.connect(to: source.property) { $0 * 10 }
    await source.settled()
    source.send(1)
    await source.settled()
    #expect(label.values == [0, 1])
    #expect(other.values == [0, 100])
    #expect(log.values == [0, 1])
    #expect(tenfold.values == [0, 10])
  }

  // MARK: Sequences

  @Test func `a source follows a sequence and continues after its end`() async {
    let (sequence, continuation) = AsyncStream<Int>.makeStream()
    var values = source.property.values(delivery: .every).makeAsyncIterator()
    #expect(await values.next() == 0)
    let token = source.follow(sequence)
    continuation.yield(1)
    #expect(await values.next() == 1)
    continuation.finish()
    source.send(2)
    #expect(await values.next() == 2)
    token.dispose()
  }

  // MARK: Errors

  @Test func `a throwing property throws while its source has an error`() async throws {
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

  @Test func `an unrelated change does not notify an observer of a result`() async {
    struct Whole: Sendable {
      var answer: Result<Int, WordError> = .success(1)
      var other = 0
    }
    let source = Source(Whole())
    let received = Recorder<Int?>()
    let token = source.property.map(\.answer).throwing().observe { received.record(try? $0.get()) }
    source.update { $0.answer = .failure(WordError()) }
    for _ in 0..<3 { source.update { $0.other += 1 } }
    source.update { $0.answer = .success(2) }
    for _ in 0..<3 { source.update { $0.other += 1 } }
    await source.settled()
    #expect(received.values == [1, nil, 2])
    token.dispose()
  }

  @Test func `an observer receives each error, and only values that differ`() async {
    let source = Source<Result<Int, WordError>>(.success(1))
    let received = Recorder<Int?>()
    let token = source.property.throwing().observe { received.record(try? $0.get()) }
    let results: [Result<Int, WordError>] = [
      .success(1), .failure(WordError()), .success(1), .success(1), .success(2),
    ]
    for result in results { source.send(result) }
    await source.settled()
    #expect(received.values == [1, nil, 1, 2])
    token.dispose()
  }

  @Test @MainActor func `an observer on the main actor receives errors`() async {
    let property = ThrowingProperty<Int>(failed: WordError())
    var received: [Bool] = []
    let token = property.observe(on: MainActor.self) { received.append((try? $0.get()) == nil) }
    await property.results.settled()
    #expect(received == [true])
    token.dispose()
  }

  @Test func `a throwing sequence ends with the first error`() async throws {
    let source = Source<Result<Int, any Error>>(.success(1))
    var values = source.property.throwing().values.makeAsyncIterator()
    #expect(try await values.next() == 1)
    source.send(.failure(WordError()))
    await #expect(throws: WordError()) { try await values.next() }
    #expect(try await values.next() == nil)
  }

  @Test func `a sequence that delivers every change misses no error`() async throws {
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

  @Test func `a replaced value is released when the state can be read`() async {
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

  @Test func `a transform that throws makes the property throw`() async throws {
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

  @Test func `a source of results follows a sequence that fails`() async throws {
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
