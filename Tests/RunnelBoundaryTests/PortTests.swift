// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelBoundary

@Suite struct PortTests {
  private let lifetime = BoundaryLifetime(at: CallSite())
  private let port = Port<Int>()

  private var inlet: Inlet<Int> {
    lifetime.claim(port)
    return Inlet(port)
  }
  private var sender: Sender<Int> { Sender(port) }

  @Test
  func `everybody who observes is told, in the order of subscription, before sending returns`() {
    let told = Recorder<String>()
    let tokens = (0..<3).map { index in inlet.observe { told.record("\(index): \($0)") } }
    sender(1)
    #expect(told.values == ["0: 1", "1: 1", "2: 1"])
    tokens[1].dispose()
    sender(2)
    #expect(told.values.suffix(2) == ["0: 2", "2: 2"])
    withExtendedLifetime(tokens) {}
  }

  @Test func `what was sent before is not told`() {
    sender(1)
    let told = Recorder<Int>()
    let token = inlet.observe { told.record($0) }
    sender(2)
    #expect(told.values == [2])
    token.dispose()
  }

  @Test func `what is sent from inside waits until all have been told the present value`() {
    let told = Recorder<String>()
    let sender = sender
    let first = inlet.observe { number in
      told.record("first: \(number)")
      if number < 3 {
        sender(number + 1)
        told.record("sent \(number + 1)")
      }
    }
    let second = inlet.observe { told.record("second: \($0)") }
    sender(1)
    #expect(
      told.values == [
        "first: 1", "sent 2", "second: 1", "first: 2", "sent 3", "second: 2", "first: 3",
        "second: 3",
      ])
    first.dispose()
    second.dispose()
  }

  @Test func `ports may send to each other`() {
    let other = Port<Int>()
    let told = Recorder<Int>()
    let sender = sender
    let back = Inlet(other).observe { if $0 < 10 { sender($0 + 1) } }
    let forth = inlet.forward(to: Sender(other))
    let record = inlet.observe { told.record($0) }
    sender(1)
    #expect(told.values == Array(1...10))
    for token in [back, forth, record] { token.dispose() }
  }

  @Test func `a value sent after the end of a subscription in the same call is not told`() {
    let told = Recorder<Int>()
    let second = Locked<Disposable?>(nil)
    let first = inlet.observe { _ in second.withLock { $0 }?.dispose() }
    second.withLock { $0 = inlet.observe { told.record($0) } }
    sender(1)
    #expect(told.values == [])
    first.dispose()
  }

  @Test func `whoever begins to observe while a value is told is told the next`() {
    let told = Recorder<Int>()
    let tokens = Locked<[Disposable]>([])
    let inlet = inlet
    let first = inlet.observe { number in
      if number == 1 {
        let token = inlet.observe { told.record($0) }
        tokens.withLock { $0.append(token) }
      }
    }
    sender(1)
    sender(2)
    #expect(told.values == [2])
    first.dispose()
  }

  @Test func `an observer that is dropped is released, and not called`() async {
    let lifetime = LifetimeTracker()
    let told = Counter()
    do {
      let token = inlet.observe { [token = lifetime.token()] _ in
        token.touch()
        told.increment()
      }
      sender(1)
      withExtendedLifetime(token) {}
    }
    sender(2)
    #expect(told.value == 1)
    #expect(lifetime.aliveCount == 0)
  }

  @Test func `the last reference to what sends from its deinit may be an observer's`() {
    final class Parting: Sendable {
      let sender: Sender<Int>
      init(_ sender: Sender<Int>) { self.sender = sender }
      deinit { sender(99) }
    }
    let told = Recorder<Int>()
    let record = inlet.observe { told.record($0) }
    var token: Disposable? = inlet.observe { [parting = Parting(sender)] _ in _ = parting }
    sender(1)
    token?.dispose()
    token = nil
    #expect(told.values == [1, 99])
    record.dispose()
  }

  @Test func `what is sent from inside arrives in the order in which it was sent`() {
    let told = Recorder<Int>()
    let sender = sender
    let first = inlet.observe { number in
      if number == 0 { for next in 1...100 { sender(next) } }
    }
    let second = inlet.observe { told.record($0) }
    sender(0)
    #expect(told.values == Array(0...100))
    first.dispose()
    second.dispose()
  }

  @Test func `whoever begins to observe after a value was sent is not told it`() {
    let told = Recorder<Int>()
    let tokens = Locked<[Disposable]>([])
    let (inlet, sender) = (inlet, sender)
    let first = inlet.observe { number in
      guard number == 0 else { return }
      sender(1)
      let token = inlet.observe { told.record($0) }
      tokens.withLock { $0.append(token) }
      sender(2)
    }
    sender(0)
    #expect(told.values == [2])
    first.dispose()
  }

  @Test func `values that wait are let go of as they are told, with nothing locked`() {
    final class Parting: Sendable {
      let lifetime: LifetimeToken
      let sender: Sender<Parting?>
      init(_ lifetime: LifetimeToken, _ sender: Sender<Parting?>) {
        (self.lifetime, self.sender) = (lifetime, sender)
      }
      deinit { sender(nil) }
    }
    let port = Port<Parting?>()
    let sender = Sender(port)
    let tracker = LifetimeTracker()
    let highest = Locked(0)
    let sent = Counter()
    let token = Inlet(port).observe { parting in
      highest.withLock { $0 = max($0, tracker.aliveCount) }
      guard parting != nil, sent.value < 1_000 else { return }
      sent.increment()
      sender(Parting(tracker.token(), sender))
      sender(Parting(tracker.token(), sender))
    }
    sender(Parting(tracker.token(), sender))
    #expect(sent.value == 1_000)
    #expect(tracker.aliveCount == 0)
    // As many as wait, and a few on their way.
    #expect(highest.withLock { $0 } < 1_010)
    token.dispose()
  }

  @Test func `a row of values is no endless loop`() {
    let reports = Counter()
    let listening = Misuse.onWarning {
      if $0.message.contains("port of Bool") { reports.increment() }
    }
    let port = Port<Bool>()
    let sender = Sender(port)
    let token = Inlet(port).observe { isFirst in
      if isFirst { for _ in 0..<150_000 { sender(false) } }
    }
    sender(true)
    #expect(reports.value == 0)
    token.dispose()
    listening.dispose()
  }

  @Test func `a thread that sends does not wait for another that is sending`() async {
    let (entered, gate) = (Gate(), Gate())
    let told = Recorder<Int>()
    let token = inlet.observe { number in
      if number == 1 {
        entered.open()
        gate.pass()
      }
      told.record(number)
    }
    async let first: Void = onThread { [sender] in sender(1) }
    await entered.opened()
    // It is told on this thread, before this returns.
    await onThread { [sender] in sender(2) }
    #expect(told.values == [2])
    gate.open()
    await first
    #expect(told.values == [2, 1])
    token.dispose()
  }

  @Test func `an observer that answers each value with another is reported once`() {
    let reports = Recorder<String>()
    let listening = Misuse.onWarning {
      if "\($0.site)".contains("PortTests") { reports.record($0.description) }
    }
    let sender = sender
    let line = #line + 1
    let token = inlet.observe { if $0 < 250_000 { sender($0 + 1) } }
    sender(1)
    let site = "RunnelBoundaryTests/PortTests.swift:\(line)"
    #expect(
      reports.values == [
        """
        \(site): Runnel: Possible infinite loop: 100000 values were sent to one port of Int, each \
        while the previous one was being delivered. The last was sent here.
        Why: an observer of the input probably sends to the same input. The thread that sent the \
        first value is still delivering.
        Fix: send only when a value has changed.
        """
      ])
    token.dispose()
    listening.dispose()
  }

  @Test func `many threads send and observe at once`() async {
    for _ in 0..<50 {
      let port = Port<Int>()
      let kept = Recorder<Int>()
      let keeping = Inlet(port).observe { kept.record($0) }
      await onThreads(4) { thread in
        for number in 0..<20 {
          if thread.isMultiple(of: 2) {
            Sender(port)(thread * 100 + number)
          } else {
            Inlet(port).observe { _ in }.dispose()
          }
        }
      }
      #expect(kept.values.filter { $0 < 100 } == Array(0..<20))
      #expect(kept.values.filter { $0 >= 100 } == Array(200..<220))
      keeping.dispose()
    }
  }

  @Test func `after the end of the boundary nobody is told, whoever holds the subscription`() {
    let told = Counter()
    let token = inlet.observe { _ in told.increment() }
    lifetime.end()
    sender(1)
    #expect(told.value == 0)
    #expect(port.observerCount == 0)
    withExtendedLifetime(token) {}
  }

  @Test func `what is sent on to another port still names the place from which it was sent`() {
    let other = Port<String>()
    let sites = Recorder<CallSite>()
    let forward = inlet.forward(to: Sender(other)) { "\($0)" }
    let dispatch = Inlet(other).dispatch(to: Probe(sites: sites)) { WordAction.added($0) }
    sender(1)
    #expect(sites.values == [CallSite(line: #line - 1)])
    forward.dispose()
    dispatch.dispose()
  }

  @Test(arguments: [false, true])
  func `a source that does not heed that it is given up sends nothing more`(fails: Bool) async {
    let (entered, gate) = (Gate(), Gate())
    let (told, errors) = (Counter(), Counter())
    let source = StubbornSource { number in
      entered.open()
      await gate.opened()
      if fails { throw WordError() }
      return number == 0 ? 0 : nil
    }
    let observing = inlet.observe { _ in told.increment() }
    let following = sender.follow(source) { _ in errors.increment() }
    await entered.opened()
    following.dispose()
    gate.open()
    await source.released()
    #expect(told.value == 0)
    #expect(errors.value == 0)
    observing.dispose()
  }

  @Test func `a port of another boundary is refused with a message`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let input = PortTests.Shared()
      let first = MockBoundary(input: input, output: 0)
      let second = MockBoundary(input: input, output: 0)
      withExtendedLifetime((first, second)) {}
    }
    let error = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      error.contains(
        """
        Port<Int> shared by two boundaries.
        Why: the input of the boundary created here is or was an input of another boundary. Each \
        would receive the values sent to the other.
        Fix: create a new `Input` for each boundary and for each mock.
        """))
    #expect(error.contains("PortTests.swift"))
  }

  /// A sequence that goes on when its task has been cancelled.
  private struct StubbornSource: AsyncSequence, Sendable {
    let produce: @Sendable (Int) async throws -> Int?
    private let tracker: LifetimeTracker

    init(_ produce: @escaping @Sendable (Int) async throws -> Int?) {
      self.produce = produce
      tracker = LifetimeTracker()
    }

    /// Returns when nobody reads any more.
    func released() async { await tracker.allReleased() }

    func makeAsyncIterator() -> Iterator { Iterator(produce: produce, token: tracker.token()) }

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

  struct Shared: Sendable {
    let number = Port<Int>()
  }

  // MARK: As a sequence

  @Test func `the values as a sequence lose nothing, and end with the boundary`() async {
    let values = inlet.values
    for number in 0..<100 { sender(number) }
    lifetime.end()
    sender(100)
    var read: [Int] = []
    for await value in values { read.append(value) }
    #expect(read == Array(0..<100))
  }

  @Test func `a sequence that nobody reads any more is let go of`() async {
    do {
      var values = inlet.values.makeAsyncIterator()
      sender(1)
      #expect(await values.next() == 1)
      #expect(port.observerCount == 1)
    }
    #expect(port.observerCount == 0)
    do { _ = inlet.values }
    #expect(port.observerCount == 0)
  }

  @Test func `after the end of the boundary there is nothing to observe`() async {
    lifetime.end()
    let told = Counter()
    let token = inlet.observe { _ in told.increment() }
    sender(1)
    #expect(told.value == 0)
    #expect(token.isDisposed)
    for await _ in inlet.values { Issue.record("a value") }
    #expect(port.observerCount == 0)
  }
}
