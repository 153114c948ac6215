// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelBoundary

@Suite struct InputPortTests {
  private let lifetime = BoundaryLifetime(at: CallSite())
  private let port = InputPort<Int>()
  private let disposer = Disposer()

  private var receiver: Receiver<Int> {
    lifetime.claim(port)
    return Receiver(port)
  }
  private var sender: Sender<Int> { Sender(port) }

  @Test func `a value sent by an observer is delivered after the current one`() {
    let received = Recorder<String>()
    let sender = sender
    let first = receiver.observe { number in
      received.record("first: \(number)")
      if number < 3 {
        sender(number + 1)
        received.record("sent \(number + 1)")
      }
    }
    let second = receiver.observe { received.record("second: \($0)") }
    sender(1)
    #expect(
      received.values == [
        "first: 1", "sent 2", "second: 1", "first: 2", "sent 3", "second: 2", "first: 3",
        "second: 3",
      ])
    first.dispose()
    second.dispose()
  }

  @Test func `an observer disposed of during a delivery is not notified`() {
    let received = Recorder<Int>()
    let second = Locked<Disposable?>(nil)
    receiver.observe { _ in second.withLock { $0 }?.dispose() }.dispose(on: disposer)
    second.withLock { $0 = receiver.observe { received.record($0) } }
    sender(1)
    #expect(received.values == [])
  }

  @Test func `an observer can release an object that sends in its deinit`() {
    let received = Recorder<Int>()
    let record = receiver.observe { received.record($0) }
    let makeParting = { [sender] in LifetimeToken { sender(99) } }
    var token: Disposable? = receiver.observe { [parting = makeParting()] _ in parting.touch() }
    sender(1)
    token?.dispose()
    token = nil
    #expect(received.values == [1, 99])
    record.dispose()
  }

  @Test func `an observer does not receive values sent before it subscribed`() {
    let received = Recorder<Int>()
    let tokens = Locked<[Disposable]>([])
    let (receiver, sender) = (receiver, sender)
    receiver.observe { number in
      guard number == 0 else { return }
      sender(1)
      let token = receiver.observe { received.record($0) }
      tokens.withLock { $0.append(token) }
      sender(2)
    }.dispose(on: disposer)
    sender(0)
    #expect(received.values == [2])
  }

  @Test func `pending values are released outside the lock as they are delivered`() {
    final class Parting: Sendable {
      let lifetime: LifetimeToken
      let sender: Sender<Parting?>
      init(_ lifetime: LifetimeToken, _ sender: Sender<Parting?>) {
        (self.lifetime, self.sender) = (lifetime, sender)
      }
      deinit { sender(nil) }
    }
    let port = InputPort<Parting?>()
    let sender = Sender(port)
    let tracker = LifetimeTracker()
    let highest = Locked(0)
    let sent = Counter()
    let token = Receiver(port).observe { parting in
      highest.withLock { $0 = max($0, tracker.aliveCount) }
      guard parting != nil, sent.value < 1_000 else { return }
      sent.increment()
      sender(Parting(tracker.token(), sender))
      sender(Parting(tracker.token(), sender))
    }
    sender(Parting(tracker.token(), sender))
    #expect(sent.value == 1_000)
    #expect(tracker.aliveCount == 0)
    // The pending values, and a few in delivery.
    #expect(highest.withLock { $0 } < 1_010)
    token.dispose()
  }

  @Test func `values sent by an observer arrive in order, and many are not an endless loop`() {
    let warnings = WarningRecorder(containing: "port of UInt32")
    let port = InputPort<UInt32>()
    let received = Recorder<UInt32>()
    Receiver(port).observe { [sender = Sender(port)] number in
      if number == 0 { for next in 1...150_000 { sender(UInt32(next)) } }
    }.dispose(on: disposer)
    Receiver(port).observe { received.record($0) }.dispose(on: disposer)
    Sender(port)(0)
    #expect(received.values == Array(0...150_000))
    #expect(warnings.messages == [])
  }

  @Test func `a sending thread does not wait for another sending thread`() async {
    let (entered, gate) = (Gate(), Gate())
    let received = Recorder<Int>()
    receiver.observe { number in
      if number == 1 {
        entered.open()
        gate.pass()
      }
      received.record(number)
    }.dispose(on: disposer)
    async let first: Void = onThread { [sender] in sender(1) }
    await entered.opened()
    // The observer runs on this thread, before the call returns.
    await onThread { [sender] in sender(2) }
    #expect(received.values == [2])
    gate.open()
    await first
    #expect(received.values == [2, 1])
  }

  @Test func `an observer that always sends again is reported once`() {
    let warnings = WarningRecorder(containing: "InputPortTests")
    let sender = sender
    let line = #line + 1
    receiver.observe { if $0 < 250_000 { sender($0 + 1) } }.dispose(on: disposer)
    sender(1)
    let site = "RunnelBoundaryTests/InputPortTests.swift:\(line)"
    #expect(
      warnings.descriptions == [
        """
        \(site): Runnel: Possible infinite loop: 100000 values were sent to one port of Int, each \
        while the previous one was being delivered. The last was sent here.
        Why: an observer of the input probably sends to the same input. The thread that sent the \
        first value is still delivering.
        Fix: send only when a value has changed.
        """
      ])
  }

  @Test func `threads can send and observe concurrently`() async {
    for _ in 0..<50 {
      let port = InputPort<Int>()
      let kept = Recorder<Int>()
      let keeping = Receiver(port).observe { kept.record($0) }
      await onThreads(4) { thread in
        for number in 0..<20 {
          if thread.isMultiple(of: 2) {
            Sender(port)(thread * 100 + number)
          } else {
            Receiver(port).observe { _ in }.dispose()
          }
        }
      }
      #expect(kept.values.filter { $0 < 100 } == Array(0..<20))
      #expect(kept.values.filter { $0 >= 100 } == Array(200..<220))
      keeping.dispose()
    }
  }

  @Test func `a forwarded value keeps the location where it was sent`() async {
    let other = InputPort<String>()
    let sites = Recorder<CallSite>()
    let forward = receiver.forward(to: Sender(other)) { "\($0)" }
    let store = Store(
      state: 0, reducer: Reducer {},
      middleware: [Middleware { _, context, _ in sites.record(context.site) }])
    let dispatch = Receiver(other).dispatch(to: store) { WordAction.added($0) }
    sender(1)
    let site = CallSite(line: #line - 1)
    await store.settled()
    #expect(sites.values == [site])
    forward.dispose()
    dispatch.dispose()
  }

  @Test(arguments: [false, true])
  func `a sequence that ignores cancellation sends nothing after disposal`(fails: Bool) async {
    let (entered, gate) = (Gate(), Gate())
    let (received, errors) = (Counter(), Counter())
    let numbers = StubbornSequence { number in
      entered.open()
      await gate.opened()
      if fails { throw WordError() }
      return number == 0 ? 0 : nil
    }
    receiver.observe { _ in received.increment() }.dispose(on: disposer)
    let following = sender.follow(numbers) { _ in errors.increment() }
    await entered.opened()
    following.dispose()
    gate.open()
    await numbers.iterators.allReleased()
    #expect(received.value == 0)
    #expect(errors.value == 0)
  }

  @Test func `passing a port to a second boundary is a fatal error`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let input = InputPortTests.Shared()
      let first = MockBoundary(input: input, output: 0)
      let second = MockBoundary(input: input, output: 0)
      withExtendedLifetime((first, second)) {}
    }
    let error = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      error.contains(
        """
        InputPort<Int> shared by two boundaries.
        Why: the input of the boundary created here is or was an input of another boundary. Each \
        would receive the values sent to the other.
        Fix: create a new `Input` for each boundary and for each mock.
        """))
    #expect(error.contains("InputPortTests.swift"))
  }

  /// A sequence that ignores the cancellation of its task.
  private struct StubbornSequence: AsyncSequence, Sendable {
    let iterators = LifetimeTracker()
    let produce: @Sendable (Int) async throws -> Int?

    func makeAsyncIterator() -> Iterator { Iterator(produce: produce, token: iterators.token()) }

    struct Iterator: AsyncIteratorProtocol {
      let produce: @Sendable (Int) async throws -> Int?
      let token: LifetimeToken
      var number = 0

      mutating func next() async throws -> Int? {
        defer { number += 1 }
        return try await produce(number)
      }
    }
  }

  struct Shared: Sendable { let number = InputPort<Int>() }

  @Test func `the sequence of values loses none and ends with the boundary`() async {
    let values = receiver.values
    for number in 0..<100 { sender(number) }
    lifetime.end()
    sender(100)
    let read = await values.reduce(into: []) { $0.append($1) }
    #expect(read == Array(0..<100))
  }

  @Test func `a released iterator ends its subscription`() async {
    do {
      var values = receiver.values.makeAsyncIterator()
      sender(1)
      #expect(await values.next() == 1)
      #expect(port.observerCount == 1)
    }
    #expect(port.observerCount == 0)
    do { _ = receiver.values }
    #expect(port.observerCount == 0)
  }

  @Test func `observers are not notified after the boundary ends`() async {
    let received = Counter()
    let early = receiver.observe { _ in received.increment() }
    lifetime.end()
    let late = receiver.observe { _ in received.increment() }
    sender(1)
    #expect(received.value == 0)
    #expect(late.isDisposed)
    for await _ in receiver.values { Issue.record("a value") }
    #expect(port.observerCount == 0)
    withExtendedLifetime(early) {}
  }
}
