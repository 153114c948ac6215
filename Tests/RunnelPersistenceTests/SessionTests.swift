// SPDX-License-Identifier: MIT

import Foundation
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel
@testable import RunnelPersistence

/// One storage with several sessions, one after the other or at once.
@Suite struct SessionTests {
  enum End: CaseIterable {
    case disposed, released, forgotten, both

    func end<State>(_ store: inout Store<State>?, _ saving: inout Saving?) {
      switch self {
      case .disposed: saving?.dispose()
      case .released: store = nil
      case .forgotten: saving = nil
      case .both: (store, saving) = (nil, nil)
      }
    }
  }

  // A save that was due when a connection ended once came after the last one, and the second end of
  // a session, whose store had ended before, saved once more.
  @Test(arguments: End.allCases)
  func `Contract 42: nothing is saved after the last value of a session`(end: End) async throws {
    let stored = StoredValue(in: MemoryStorage(), initial: [Int]())
    let work = DispatchQueue(label: "work", attributes: .concurrent)
    for round in 1...ModelSeeds.rounds(250) {
      var store: Store<[Int]>? = Store(state: stored.load().value, reducer: .edits)
      var saving = store?.persist(to: stored, delay: .microseconds(round % 50))
      for number in 1...20 { store?.edit { $0 = [round, number] } }
      end.end(&store, &saving)
      #expect(stored.load().value == [round, 20])
      if round % 2 == 0 {
        try await saving?.flush()
        #expect(stored.load().value == [round, 20])
        // The end of the store was once never noticed after the end of the token.
        store = nil
        try await saving?.flush()
      }
      // What is left ends while the next sessions run.
      work.async { [store, saving] in withExtendedLifetime(store) { saving?.dispose() } }
    }
  }

  private enum Step: Action { case begun, appended(Int) }

  /// A load waits for a hundred turns of a store that has ended; what comes later is saved, too.
  @Test(arguments: [0, 1, 50, 250], [true, false])
  func `Contract 42: the last value has what pending actions dispatch`(
    depth: Int, isDisposed: Bool
  ) async throws {
    let storage = MemoryStorage()
    let stored = StoredValue(in: storage, initial: [Int]())
    let isReleased = DispatchSemaphore(value: 0)
    let engines = LifetimeTracker()
    func chain(_ token: LifetimeToken) -> Middleware<[Int]> {
      Middleware { action, context, next in
        token.touch()
        next(action)
        if case Step.begun = action { isReleased.wait() }
        let number = if case Step.appended(let number) = action { number } else { 0 }
        if number < depth { context.dispatch(Step.appended(number + 1)) }
      }
    }
    let appending = Reducer<[Int]>.updating(Step.self) { numbers, step in
      if case .appended(let number) = step { numbers.append(number) }
    }
    var store: Store<[Int]>? = Store(
      state: stored.load().value, reducer: appending, middleware: [chain(engines.token())],
      clock: ManualClock())
    let saving = store?.persist(to: stored)
    store?.dispatch(Step.begun)
    store = nil
    if isDisposed { saving?.dispose() }
    isReleased.signal()
    let numbers = Array((0...depth).dropFirst())
    if depth < 100 { #expect(stored.load().value == numbers) }
    await engines.allReleased()
    try await saving?.flush()
    #expect(stored.load().value == numbers)
    if depth < 100 { #expect(storage.writeCount == min(depth, 1)) }
  }

  @Test func `Contract 42: a session on the main queue hands over to one there`() async {
    let storage = MemoryStorage()
    await MainActor.run {
      for number in 1...50 {
        let stored = StoredValue(in: storage, initial: [Int]())
        #expect(stored.load().value.count == number - 1)
        let store = Store(state: stored.load().value, reducer: .edits, queue: .main)
        let saving = store.persist(to: stored)
        store.edit { $0.append(number) }
        if number % 2 == 0 { saving.dispose() }
      }
      #expect(numbers(in: storage).count == 50)
    }
  }

  @Test func `Contract 42: a session loads in an observer of another store`() async {
    for _ in 0..<50 {
      let storage = MemoryStorage()
      let loaded = Recorder<[Int]>()
      let app = makeStore(0)
      let current = Locked<Session<[Int]>?>(Session(storage))
      let token = app.observe { number in
        if number == 0 { return }
        _ = current.withLock { $0.take() }
        loaded.record(numbers(in: storage))
      }
      current.withLock { $0 }?.edit { $0.append(7) }
      await app.editAndWait { $0 = 1 }
      #expect(loaded.values == [[7]])
      token.dispose()
    }
  }

  @Test func `Contract 42: the value of an ended store never replaces a newer one`() async throws {
    let folder = try TemporaryFolder()
    let url = folder["a.json"]
    for round in 0..<100 {
      let gate = Gate()
      var (old, oldSaving) = Session(FileStorage(url)).parts
      let next = StoredValue(in: .file(url), initial: [Int]())
      let loaded = next.load().value
      old?.edit {
        gate.pass()
        $0 = [2 * round]
      }
      if round % 2 == 0 { oldSaving?.dispose() }
      old = nil
      let new = makeStore(loaded)
      let newSaving = new.persist(to: next)
      new.edit { $0 = [2 * round + 1] }
      async let flushed: Void = newSaving.flush()
      gate.open()
      try await flushed
      try await oldSaving?.flush()
      #expect(numbers(in: FileStorage(url)) == [2 * round + 1])
      await newSaving.discard()
    }
  }

  @Test
  func `Contract 42: a failed last save isn't repeated by the end of the store`() async {
    let storage = MemoryStorage()
    let stored = StoredValue(in: storage, initial: [Int]())
    let tracker = LifetimeTracker()
    let (isReducing, goesOn, isLoaded) = (Gate(), Gate(), Gate())
    var store: Store<[Int]>? = Store(
      state: stored.load().value,
      reducer: .updating(RowTap.self) { [life = tracker.token()] numbers, _ in
        life.touch()
        isReducing.open()
        goesOn.pass()
        numbers.append(1)
      }, clock: ManualClock(), onError: { _ in })
    let saving = store?.persist(to: stored)
    store?.dispatch(RowTap())
    await isReducing.opened()
    storage.writeFailure = DiskFull()
    // Behind the last read, the drain keeps the memory of the store for a while.
    var engine = store?.engine
    store = nil
    engine?.post(.run { isLoaded.pass() })
    engine = nil
    goesOn.open()
    #expect(stored.load().value == [])
    storage.writeFailure = nil
    isLoaded.open()
    await tracker.allReleased()
    #expect(stored.load().value == [])
    withExtendedLifetime(saving) {}
  }

  @Test func `Contract 42: a failed last save isn't repeated over newer rows`() async throws {
    let storage = MemoryEntityStorage()
    let first = Session(storage)
    first.edit { $0.upsert(Row(id: 1)) }
    storage.writeFailure = DiskFull()
    first.saving.dispose()
    _ = await first.saving.failure()
    storage.writeFailure = nil
    try await Session(storage).save { $0.upsert(Row(id: 2)) }
    let words = "was changed by someone else after it was loaded, and is left as it is."
    #expect(await first.saving.failure() == "The memory storage \(words)")
    #expect(rows(in: storage) == [Row(id: 2)])
  }

  @Test(arguments: End.allCases)
  func `Contract 42: a session without a change leaves what others saved`(end: End) async throws {
    let contents = [nil, #"{"value":[1],"version":1}"#, #"{ "version": 1, "value": [1] }"#]
    for (text, version) in contents.map({ ($0, 1) }) + [(contents[1], 2)] {
      for isForeign in [true, false] {
        let storage = MemoryStorage(text.map { Data($0.utf8) })
        func stored() -> StoredValue<[Int]> {
          StoredValue(
            in: storage, initial: [], version: version,
            migrations: [Migration(from: 1) { (_: inout JSON) in }])
        }
        let failures = Recorder<String>()
        let loaded = stored()
        var idle: Store<[Int]>? = Store(
          state: loaded.load().value, reducer: .edits, onError: { failures.record("\($0.error)") })
        var saving = idle?.persist(to: loaded)
        let other = Session(stored())
        try await other.save { $0.append(2) }
        if isForeign { storage.data = Data(#"{"value":[3],"version":\#(version)}"#.utf8) }
        end.end(&idle, &saving)
        #expect(stored().load().value == (isForeign ? [3] : (text == nil ? [] : [1]) + [2]))
        #expect(failures.values == [])
        await other.saving.discard()
        withExtendedLifetime(idle) {}
      }
    }
  }
}
