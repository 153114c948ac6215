// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// An action that is more than fits into an existential without a box, and tells when it goes away.
private struct Parcel: Action {
  let number: Int
  let token: LifetimeToken?
  var weight = (0, 0, 0, 0)
}

/// A mailbox and its drain, by hand.
private final class Post {
  let mailbox = Mailbox()
  private var batch = Mailbox.Batch()
  private var handled: UInt64 = 0

  deinit {
    batch.close()
    mailbox.close()
  }

  func send(_ numbers: Range<Int>, _ lifetimes: LifetimeTracker? = nil) {
    for number in numbers {
      _ = mailbox.post(
        Parcel(number: number, token: lifetimes?.token()), CallSite(), depth: 0,
        parent: UInt64(number),
        isSent: false)
    }
  }

  /// Deals with as many actions as there are, but with no more than `limit`.
  func receive(atMost limit: Int = .max) -> [Int] {
    var numbers: [Int] = []
    while mailbox.take(after: handled, into: &batch) != nil, numbers.count < limit {
      while numbers.count < limit, let block = batch.first {
        numbers.append(read(block.entries[batch.position]))
        batch.position += 1
        handled += 1
        if batch.position == block.count { batch.dropFirst() }
      }
    }
    return numbers
  }

  private func read(_ entry: borrowing Mailbox.Entry) -> Int {
    let number = (entry.action as? Parcel)?.number ?? -1
    #expect(entry.parent == UInt64(number))
    return number
  }
}

@Suite struct MailboxTests {
  @Test(
    "Actions come out in the order in which they went in, whatever fits into a block",
    arguments: [1, EntryBlock.capacity - 1, EntryBlock.capacity, EntryBlock.capacity + 1, 10_000])
  func order(count: Int) {
    let post = Post()
    for turn in 0..<3 {
      let numbers = (turn * count)..<((turn + 1) * count)
      post.send(numbers)
      #expect(post.receive() == Array(numbers))
      #expect(post.receive().isEmpty)
    }
  }

  @Test("What comes while others are dealt with comes after them")
  func interleaved() {
    let post = Post()
    var sent = 0
    var received: [Int] = []
    for turn in 1...200 {
      post.send(sent..<(sent + turn))
      sent += turn
      received += post.receive(atMost: turn / 2)
    }
    received += post.receive()
    #expect(received == Array(0..<sent))
  }

  @Test("Memory is used again, and of a burst only a little is kept")
  func blocks() {
    let post = Post()
    for _ in 0..<100 {
      post.send(0..<10)
      _ = post.receive()
    }
    #expect(post.mailbox.blockCounts.waiting == 0)
    #expect(post.mailbox.blockCounts.spare <= 2)
    post.send(0..<100_000)
    #expect(
      post.mailbox.blockCounts.waiting == (100_000 + EntryBlock.capacity - 1) / EntryBlock.capacity)
    _ = post.receive()
    #expect(post.mailbox.blockCounts.waiting == 0)
    #expect(post.mailbox.blockCounts.spare <= 4 * Engine.turnLength / EntryBlock.capacity)
  }

  @Test("Contract 14: what an action holds is let go of when its block has been dealt with")
  func lifetimes() {
    let post = Post()
    let (first, second) = (LifetimeTracker(), LifetimeTracker())
    post.send(0..<EntryBlock.capacity, first)
    post.send(0..<1, second)
    _ = post.receive(atMost: EntryBlock.capacity)
    #expect(first.aliveCount == 0)
    #expect(second.aliveCount == 1)
    _ = post.receive()
    #expect(second.aliveCount == 0)
  }

  @Test("Contract 14: what still waits when the store goes away is let go of, too")
  func leftovers() {
    let waiting = LifetimeTracker()
    do {
      let post = Post()
      post.send(0..<1_000, waiting)
      _ = post.receive(atMost: 300)
      #expect(waiting.aliveCount >= 700)
      withExtendedLifetime(post) {}
    }
    #expect(waiting.aliveCount == 0)
  }

  @Test("Contract 37: a burst of a hundred thousand actions leaves nothing behind but a few blocks")
  func burst() async {
    let store = Store(state: 0, reducer: Reducer<Int>.on(Parcel.self) { state, _ in state += 1 })
    for number in 0..<100_000 { store.dispatch(Parcel(number: number, token: nil)) }
    await store.settled()
    #expect(store.state == 100_000)
    #expect(store.engine.mailbox.blockCounts.waiting == 0)
    #expect(
      store.engine.mailbox.blockCounts.spare <= 4 * Engine.turnLength / EntryBlock.capacity)
  }
}
