// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary
import RunnelTestSupport
import Testing

@Suite struct ThrowingPropertyTests {
  @Test func `a throwing property throws while its result is a failure`() async throws {
    let answer = MutableProperty<Result<Int, WordError>>(.success(1))
    let property = answer.property.throwing()
    #expect(try property.value == 1)
    answer.send(.failure(WordError()))
    await answer.settled()
    #expect(throws: WordError()) { try property.value }
    answer.send(.success(2))
    await answer.settled()
    #expect(try property.value == 2)
  }

  @Test func `an unrelated change does not notify an observer of a result`() async {
    struct Whole: Sendable {
      var answer: Result<Int, WordError> = .success(1)
      var other = 0
    }
    let whole = MutableProperty(Whole())
    let received = Recorder<Int?>()
    let token = whole.property.map(\.answer).throwing().observe { received.record(try? $0.get()) }
    whole.update { $0.answer = .failure(WordError()) }
    for _ in 0..<3 { whole.update { $0.other += 1 } }
    whole.update { $0.answer = .success(2) }
    for _ in 0..<3 { whole.update { $0.other += 1 } }
    await whole.settled()
    #expect(received.values == [1, nil, 2])
    token.dispose()
  }

  @Test func `an observer receives each error, and only values that differ`() async {
    let answer = MutableProperty<Result<Int, WordError>>(.success(1))
    let received = Recorder<Int?>()
    let token = answer.property.throwing().observe { received.record(try? $0.get()) }
    let results: [Result<Int, WordError>] = [
      .success(1), .failure(WordError()), .success(1), .success(1), .success(2),
    ]
    for result in results { answer.send(result) }
    await answer.settled()
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
    let answer = MutableProperty<Result<Int, any Error>>(.success(1))
    var values = answer.property.throwing().values().makeAsyncIterator()
    #expect(try await values.next() == 1)
    answer.send(.failure(WordError()))
    await #expect(throws: WordError()) { try await values.next() }
    #expect(try await values.next() == nil)
  }

  @Test func `a sequence that delivers every change misses no error`() async throws {
    let answer = MutableProperty<Result<Int, any Error>>(.success(1))
    var every = answer.property.throwing().values(delivery: .every).makeAsyncIterator()
    var latest = answer.property.throwing().values().makeAsyncIterator()
    answer.send(.failure(WordError()))
    answer.send(.success(2))
    await answer.settled()
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
    let answer = MutableProperty<Reading?>(nil)
    answer.send(
      Reading { [weak answer] in
        if answer?.property.value == nil { reads.increment() }
      })
    answer.send(nil)
    await answer.settled()
    await answer.settled()
    #expect(reads.value == 1)
  }

  @Test func `a transform that throws makes the property throw`() async throws {
    let answer = MutableProperty<Result<Int, any Error>>(.success(1))
    let property = answer.property.throwing().map { number -> String in
      if number < 0 { throw WordError() }
      return "\(number)"
    }
    #expect(try property.value == "1")
    answer.send(.success(-1))
    await answer.settled()
    #expect(throws: WordError()) { try property.value }
    #expect(try ThrowingProperty(constant: 3).value == 3)
  }

  @Test func `a mutable property of results follows a sequence that fails`() async throws {
    let (sequence, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    let answer = MutableProperty<Result<Int, any Error>>(.success(0))
    let token = answer.follow(sequence)
    var values = answer.property.throwing().values().makeAsyncIterator()
    #expect(try await values.next() == 0)
    continuation.yield(1)
    #expect(try await values.next() == 1)
    continuation.finish(throwing: WordError())
    await #expect(throws: WordError()) { try await values.next() }
    answer.send(.success(2))
    await answer.settled()
    #expect(try answer.property.throwing().value == 2)
    token.dispose()
  }
}
