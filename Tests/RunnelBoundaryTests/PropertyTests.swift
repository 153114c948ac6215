// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct MutablePropertyTests {
  private let number = MutableProperty(0)

  @Test func `a sequence of values ends when the mutable property is released`() async {
    var number: MutableProperty<Int>? = MutableProperty(0)
    let reader = number?.property.values(delivery: .every)
    var values = reader?.makeAsyncIterator()
    #expect(await values?.next() == 0)
    number?.send(1)
    number?.send(2)
    #expect(await values?.next() == 1)
    #expect(await values?.next() == 2)
    number = nil
    #expect(await values?.next() == nil)
  }

  @Test func `a mutable property follows a sequence and accepts values after its end`() async {
    let (sequence, continuation) = AsyncStream<Int>.makeStream()
    var values = number.property.values(delivery: .every).makeAsyncIterator()
    #expect(await values.next() == 0)
    let token = number.follow(sequence)
    continuation.yield(1)
    #expect(await values.next() == 1)
    continuation.finish()
    number.send(2)
    #expect(await values.next() == 2)
    token.dispose()
  }

  @Test @MainActor func `a component connects to a mutable property`() async {
    let label = ViewRecorder(-1)
    label.connect(to: number)
    number.send(1)
    await number.settled()
    #expect(label.values == [0, 1])
  }
}

@Suite struct ThrowingPropertyTests {
  @Test func `a throwing property throws while its result is a failure, or its transform throws`()
    async throws
  {
    let answer = MutableProperty<Result<Int, WordError>>(.success(1))
    let property = answer.property.throwing()
    let mapped = property.map { number -> String in
      if number < 0 { throw WordError() }
      return "\(number)"
    }
    #expect(try property.value == 1)
    #expect(try mapped.value == "1")
    answer.send(.failure(WordError()))
    await answer.settled()
    #expect(throws: WordError()) { try property.value }
    answer.send(.success(-1))
    await answer.settled()
    #expect(try property.value == -1)
    #expect(throws: WordError()) { try mapped.value }
    #expect(try ThrowingProperty(constant: 3).value == 3)
  }

  @Test func `an observer receives each error and only values that differ`() async {
    struct Whole: Sendable {
      var answer: Result<Int, WordError> = .success(1)
      var other = 0
    }
    let whole = MutableProperty(Whole())
    let received = Recorder<Int?>()
    let token = whole.property.map(\.answer).throwing().observe { received.record(try? $0.get()) }
    let results: [Result<Int, WordError>] = [
      .success(1), .failure(WordError()), .success(1), .success(1), .success(2),
    ]
    for result in results {
      whole.update { $0.answer = result }
      // Not even one without a value is received again after an unrelated change.
      whole.update { $0.other += 1 }
    }
    await whole.settled()
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

  @Test func `a sequence that delivers every change misses no error, and ends with it`()
    async throws
  {
    let answer = MutableProperty<Result<Int, any Error>>(.success(1))
    var every = answer.property.throwing().values(delivery: .every).makeAsyncIterator()
    var latest = answer.property.throwing().values().makeAsyncIterator()
    answer.send(.failure(WordError()))
    answer.send(.success(2))
    await answer.settled()
    #expect(try await latest.next() == 2)
    #expect(try await every.next() == 1)
    await #expect(throws: WordError()) { try await every.next() }
    #expect(try await every.next() == nil)
  }

  @Test func `a replaced value is released when the state can be read`() async {
    let reads = Counter()
    let answer = MutableProperty<LifetimeToken?>(nil)
    answer.send(
      LifetimeToken { [weak answer] in
        if answer?.property.value == nil { reads.increment() }
      })
    answer.send(nil)
    await answer.settled()
    await answer.settled()
    #expect(reads.value == 1)
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

@Suite struct PropertyPlacesTests {
  private struct State: Sendable {
    var number = 0
    var outcome: Result<Int, any Error> = .success(0)
  }

  @Test func `Contract 17: subscriptions of a property list the line of the call`() {
    let store = Store(state: State(), reducer: .edits)
    let number = store.property(\.number)
    let outcome = store.property(\.outcome).throwing()
    let calls: [(line: Int, make: () -> Any)] = [
      (#line, { number.observe { _ in } }),
      (#line, { number.observe(on: MainActor.self) { _ in } }),
      (#line, { number.values(delivery: .every).makeAsyncIterator() }),
      (#line, { number.map { $0 + 1 }.observe { _ in } }),
      (#line, { outcome.observe { _ in } }),
      (#line, { outcome.observe(on: MainActor.self) { _ in } }),
      (#line, { outcome.values(delivery: .every).makeAsyncIterator() }),
      (#line, { outcome.map { $0 + 1 }.observe { _ in } }),
    ]
    for (line, make) in calls {
      let made = make()
      let listed = store.connections.map { "\($0.file):\($0.line)" }
      #expect(listed == ["RunnelBoundaryTests/PropertyTests.swift:\(line)"])
      (made as? Disposable)?.dispose()
      withExtendedLifetime(made) {}
    }
  }
}
