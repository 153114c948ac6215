// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// One run: waves of load on one store, and a check of the remaining objects after each wave.
@MainActor
final class Session {
  let options: Options
  let books: Books
  private let queues = Queues()
  private let store: Store<SoakState>
  private let maker: Maker
  private let watchdog: Watchdog
  private let start = ContinuousClock.now
  private(set) var troughs: [Trough] = []

  init(_ options: Options) {
    self.options = options
    let faults = Faults()
    let books = Books(ledger: Ledger(faults), faults: faults, lives: Lives())
    self.books = books
    let store = Store(
      state: SoakState(), reducer: soakReducer(books), queue: queues.store)
    self.store = store
    maker = Maker(store: store, books: books, queues: queues)
    watchdog = Watchdog(patience: options.patience) { phase in
      printLine("FAILED: stuck in \(phase)")
      printLine(
        "effects: \(store.runningEffects.prefix(10)), connections: \(store.connections.count)")
      faults.first.forEach { printLine("FAILED: \($0)") }
      exit(1)
    }
  }

  /// Returns the findings.
  func run(_ show: (String) -> Void) async -> [String] {
    while ContinuousClock.now - start < options.duration, books.faults.count == 0 {
      let trough = await wave(troughs.count + 1)
      show(trough.line(after: troughs.last))
      troughs.append(trough)
    }
    let verdict = Verdict(troughs)
    show(verdict.text)
    return books.faults.first + (verdict.finding.map { [$0] } ?? [])
  }

  private func wave(_ number: Int) async -> Trough {
    let handler = store.handle(with: JobHandler())
    let errors = store.onError { [books] _ in books.ledger.noteFailure() }
    let wave = Wave(
      number: number, start: .now, period: options.period, crest: options.crest)
    var (crowds, crest) = await load(wave)
    await still(&crowds, number)
    handler.dispose()
    errors.dispose()
    return await lookAtWhatIsLeft(number, crest)
  }

  /// Returns the remaining members, the main thread's first, and the largest number of live
  /// objects.
  private func load(_ wave: Wave) async -> ([Crowd], crest: Int) {
    let workers = (1...options.threads).map { thread in
      let worker = Worker(
        wave: wave, maker: maker, seed: options.seed, thread: thread, share: options.threads + 1)
      return Task { await onThread { worker.run() } }
    }
    let (crowd, crest) = await loadOnMain(wave)
    var crowds = [crowd]
    for worker in workers {
      watchdog.enter("wave \(wave.number), waiting for a thread")
      crowds.append(await worker.value)
    }
    return (crowds, max(crest, books.lives.count))
  }

  private func loadOnMain(_ wave: Wave) async -> (Crowd, crest: Int) {
    var random = SplitMix(seed: options.seed, wave: wave.number, thread: 0)
    let producer = Producer(books.ledger)
    var crowd = Crowd()
    var crest = 0
    while let size = wave.size {
      watchdog.enter("wave \(wave.number), load on the main thread")
      if books.ledger.backlog < 4_000 {
        var burst = Burst(store: store, isRising: wave.isRising, &random)
        for _ in 0..<random.number(1..<32) { store.dispatch(burst.next(producer, &random)) }
      }
      crowd.steer(to: size / (options.threads + 1), maker, &random, onMain: true)
      crest = max(crest, books.lives.count)
      if random.once(in: 40) { await store.settled() }
      try? await Task.sleep(for: .milliseconds(1))
    }
    return (crowd, crest)
  }

  /// Waits until the store has settled, checks the last value of each member, and ends all of them.
  private func still(_ crowds: inout [Crowd], _ number: Int) async {
    watchdog.enter("wave \(number), settling")
    for index in crowds.indices { crowds[index].endSources() }
    dispatch(SwitchEvent.off)
    // After the first call, actions that observers dispatch are still pending.
    for _ in 0..<3 {
      await store.settled(includingEffects: true)
      await queues.flush()
    }
    await storms(crowds)
    watchdog.enter("wave \(number), waiting for readers")
    for crowd in crowds { await crowd.finish() }
    watchdog.enter("wave \(number), ending all members")
    crowds[0].end()
    await onThread { [others = crowds.dropFirst()] in
      for var crowd in others { crowd.end() }
    }
    crowds = []
    await queues.flush()
    dispatch(ResetEvent.reset)
    await store.settled(includingEffects: true)
    await queues.flush()
  }

  /// Dispatches short bursts with a check after each, so that the last change meets pending
  /// deliveries.
  private func storms(_ crowds: [Crowd]) async {
    var random = SplitMix(seed: options.seed, wave: troughs.count, thread: 1_000)
    let producer = Producer(books.ledger)
    for _ in 0..<10 {
      for crowd in crowds { crowd.findings().forEach(books.faults.report) }
      if books.faults.count > 0 { return }
      for _ in 0..<random.number(1..<400) {
        let slot = SlotEvent.grew(random.number(0..<Slots.count))
        store.dispatch(Act(producer.stamp(), slot))
      }
      // The first call is for these actions, the second one for actions of their observers.
      for _ in 0..<2 { await store.settled() }
    }
  }

  private func dispatch<Event: Sendable>(_ event: Event) {
    store.dispatch(Act(Producer(books.ledger).stamp(), event))
  }

  private func lookAtWhatIsLeft(_ number: Int, _ crest: Int) async -> Trough {
    watchdog.enter("wave \(number), waiting for deallocations")
    // Queues and tasks of the system release their objects with a delay.
    for _ in 0..<2_000 where books.lives.count > 0 { try? await Task.sleep(for: .milliseconds(5)) }
    if books.lives.count > 0 { books.faults.report("\(books.lives.count) are still alive") }
    books.ledger.settle()
    let total = store.state.total
    if total != books.ledger.reduced {
      books.faults.report("the state has counted \(total) actions of \(books.ledger.reduced)")
    }
    let connections = store.connections
    if let one = connections.first {
      books.faults.report("\(connections.count) connections remain, such as \(one)")
    }
    if let effect = store.runningEffects.first {
      books.faults.report("effects remain, such as \(effect)")
    }
    return Trough(
      wave: number,
      elapsed: (ContinuousClock.now - start) / .seconds(1),
      actions: books.ledger.reduced,
      crest: crest,
      alive: books.lives.count,
      connections: connections.count,
      memory: .now())
  }
}

/// Runs `body` on its own thread, where it can block.
private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}
