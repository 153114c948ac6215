// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// One run: waves of load on one store, and a check of the remaining objects after each wave.
@MainActor
final class Session {
  private let options: Soak
  private let books: Books
  private let queues = Queues()
  private let store: Store<SoakState>
  private let maker: Maker
  private let start = ContinuousClock.now
  private var wave = 0
  private var heaps: [Int?] = []

  init(_ options: Soak) {
    self.options = options
    let faults = Faults([])
    books = Books(ledger: Ledger(faults), faults: faults, lives: Lives(0))
    // An action for a row or an entry that has gone is dropped.
    let dropped = Middleware<SoakState>.reports { [books] report in
      guard !report.isReduced, let action = report.action as? any Stamped else { return }
      books.ledger.take(action.stamp, isDropped: true)
    }
    store = Store(
      state: SoakState(), reducer: soakReducer(books), queue: queues.store, middleware: [dropped])
    maker = Maker(store: store, books: books, queues: queues)
  }

  func run() async -> [String] {
    while (ContinuousClock.now - start) / .seconds(1) < options.duration, books.faults.all.isEmpty {
      wave += 1
      let handler = store.handle(with: JobHandler())
      let errors = store.onError { [books] _ in books.ledger.noteFailure(reported: 1) }
      let crest = await settle(await load())
      handler.dispose()
      errors.dispose()
      await lookAtWhatIsLeft(crest)
    }
    let verdict = Memory.verdict(heaps)
    printLine(verdict.text)
    books.faults.report(verdict.fault)
    return books.faults.all
  }

  /// Returns the members that remain at the end of a wave, the main thread's first.
  private func load() async -> [[Member]] {
    let period = Duration.seconds(min(15, options.duration / 8))
    let form = Wave(period: period, crest: options.crest / (options.threads + 1))
    var all = (0...options.threads).map { thread in
      let random = SplitMix(seed: options.seed, wave: wave, thread: thread)
      return Worker(wave: form, maker: maker, random: random)
    }
    let others = all.dropFirst().map { worker in Task { await onThread { worker.run() } } }
    let producer = Producer(books.ledger)
    while let size = form.size {
      all[0].step(size, producer, atMost: 32, onMain: true)
      if all[0].random.once(in: 40) { await store.settled() }
      try? await Task.sleep(for: .milliseconds(1))
    }
    var crowds = [all[0].crowd]
    for other in others { crowds.append(await other.value) }
    return crowds
  }

  /// Checks the last value of each member, ends all of them, and returns how much was alive.
  private func settle(_ crowds: [[Member]]) async -> Int {
    let crest = books.lives.count
    // Their actions would prevent the store from settling.
    for member in crowds.joined() where member.isSource { member.end() }
    store.dispatch(Act(Producer(books.ledger).stamp(), SwitchEvent.off))
    // After the first call, actions that observers dispatch are still pending.
    for _ in 0..<3 {
      await store.settled(includingEffects: true)
      await queues.flush()
    }
    await storms(Array(crowds.joined()))
    for member in crowds.joined() { await member.finish?() }
    crowds[0].forEach { $0.end() }
    await onThread { crowds.dropFirst().joined().forEach { $0.end() } }
    await queues.flush()
    store.dispatch(Act(Producer(books.ledger).stamp(), ResetEvent.reset))
    await store.settled(includingEffects: true)
    await queues.flush()
    return crest
  }

  /// Checks after each of some bursts, so that the last change meets pending deliveries.
  private func storms(_ members: [Member]) async {
    var random = SplitMix(seed: options.seed, wave: wave, thread: 1_000)
    let producer = Producer(books.ledger)
    for _ in 0..<10 {
      for member in members { books.faults.report(member.fault()) }
      if !books.faults.all.isEmpty { return }
      for _ in 0..<random.number(1..<400) {
        store.dispatch(Act(producer.stamp(), SlotGrew(slot: random.number(0..<64))))
      }
      // The first call is for these actions, the second one for actions of their observers.
      for _ in 0..<2 { await store.settled() }
    }
  }

  private func lookAtWhatIsLeft(_ crest: Int) async {
    // Queues and tasks of the system release their objects with a delay.
    for _ in 0..<2_000 where books.lives.count > 0 { try? await Task.sleep(for: .milliseconds(5)) }
    let (alive, reduced, connections) = (books.lives.count, books.ledger.reduced, store.connections)
    if alive > 0 { books.faults.report("\(alive) are still alive") }
    books.ledger.settle()
    if store.state.total != reduced {
      books.faults.report("the state has counted \(store.state.total) actions of \(reduced)")
    }
    books.faults.report(
      connections.first.map { "\(connections.count) connections remain, such as \($0)" })
    books.faults.report(store.runningEffects.first.map { "effects remain, such as \($0)" })
    heaps.append(Memory.heap)
    let time = Int((ContinuousClock.now - start) / .seconds(1))
    let heap = heaps[wave - 1].map { "\($0) kB" } ?? "?"
    printLine(
      "\(time) s  wave \(wave)  \(reduced) actions  alive \(crest) -> \(alive)  heap \(heap)")
  }
}

/// Runs `body` on its own thread, where it can block.
private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}
