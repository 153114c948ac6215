// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// An action that is too large for an existential without a box.
private struct Parcel: Action {
  let number: Int
  let token: LifetimeToken?
  var weight = (0, 0, 0, 0)
}

/// A mailbox, and the part of a drain that takes messages out of it.
private final class Post {
  let mailbox = Mailbox()
  private var batch = MessageBatch()
  private var processed: UInt64 = 0

  deinit {
    batch.close()
    mailbox.close()
  }

  func send(_ numbers: Range<Int>, _ tracker: LifetimeTracker? = nil) {
    for number in numbers {
      let parcel = Parcel(number: number, token: tracker?.token())
      _ = mailbox.append(parcel, CallSite(), depth: 7, parent: UInt64(number))
    }
  }

  /// Processes all messages, but at most `limit`, and returns their numbers.
  func receive(atMost limit: Int = .max) -> [Int] {
    var numbers: [Int] = []
    while mailbox.take(after: processed, into: &batch) != nil, numbers.count < limit {
      while numbers.count < limit, let block = batch.first {
        numbers.append(read(block.messages[batch.position]))
        batch.position += 1
        processed += 1
        if batch.position == block.count { batch.dropFirst() }
      }
    }
    return numbers
  }

  private func read(_ message: borrowing Message) -> Int {
    let number = (message.action as? Parcel)?.number ?? -1
    #expect(message.parent == UInt64(number))
    #expect(message.depth == 7)
    return number
  }
}

@Suite struct MailboxTests {
  private let capacity = MessageBlock.capacity
  private let spareLimit = 4 * Engine.turnLength / MessageBlock.capacity

  @Test func `Contract 14: actions are released when their block has been processed`() {
    let post = Post()
    let (first, second) = (LifetimeTracker(), LifetimeTracker())
    post.send(0..<capacity, first)
    post.send(0..<1, second)
    _ = post.receive(atMost: capacity)
    #expect(first.aliveCount == 0)
    #expect(second.aliveCount == 1)
    _ = post.receive()
    #expect(second.aliveCount == 0)
  }

  @Test func `Contract 14: pending actions are released with the store`() {
    let pending = LifetimeTracker()
    do {
      let post = Post()
      post.send(0..<1_000, pending)
      _ = post.receive(atMost: 300)
      #expect(pending.aliveCount >= 700)
      withExtendedLifetime(post) {}
    }
    #expect(pending.aliveCount == 0)
  }

  @Test func `Contract 37: a burst of 100,000 actions leaves only a few blocks behind`() async {
    let store = Store(
      state: 0, reducer: Reducer<Int>.updating(Parcel.self) { state, _ in state += 1 })
    for number in 0..<100_000 { store.dispatch(Parcel(number: number, token: nil)) }
    await store.settled()
    #expect(store.state == 100_000)
    #expect(store.engine.mailbox.blockCounts.pending == 0)
    #expect(store.engine.mailbox.blockCounts.spare <= spareLimit)
  }
}
