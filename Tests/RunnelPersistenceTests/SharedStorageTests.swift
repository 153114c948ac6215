// SPDX-License-Identifier: MIT

import Foundation
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel
@testable import RunnelPersistence

/// One storage with several connections, descriptions, stores and writers.
@Suite
struct SharedStorageTests {
  struct Append: Action { let number: Int }

  static let appending = Reducer<[Int]>.updating(Append.self) { $0.append($1.number) }

  private func session(_ stored: StoredValue<[Int]>) -> (Store<[Int]>, Saving) {
    let store = Store(
      state: stored.load().value, reducer: Self.appending, onError: { _ in })
    return (store, store.persist(to: stored))
  }

  private func numbers(_ storage: some ValueStorage) -> [Int] {
    StoredValue(in: storage, initial: []).load().value
  }

  private func rowSession(_ storage: some EntityStorage) -> (Store<RowState>, Saving) {
    let rows = StoredEntities(in: storage, of: Row.self)
    let store = Store(
      state: RowState(rows: rows.load().value), reducer: rowReducer, onError: { _ in })
    return (store, store.persist(\.rows, to: rows))
  }

  // MARK: Ends

  enum End: CaseIterable {
    case disposed, released, both

    func end(_ store: inout Store<[Int]>?, _ saving: inout Saving?) {
      switch self {
      case .disposed: saving?.dispose()
      case .released: store = nil
      case .both: (store, saving) = (nil, nil)
      }
    }
  }

  @Test
  func `Contract 42: a last save that has failed isn't repeated when the store is deallocated`()
    async
  {
    let storage = MemoryStorage()
    let stored = StoredValue(in: storage, initial: [Int]())
    let tracker = LifetimeTracker()
    let (isReducing, goesOn, isLoaded) = (Gate(), Gate(), Gate())
    var store: Store<[Int]>? = Store(
      state: stored.load().value,
      reducer: .updating(Append.self) { [life = tracker.token()] numbers, append in
        life.touch()
        isReducing.open()
        goesOn.pass()
        numbers.append(append.number)
      }, onError: { _ in })
    let saving = store?.persist(to: stored)
    store?.dispatch(Append(number: 1))
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

  @Test(arguments: End.allCases, [true, false])
  func `Contract 42: a load right after the end of a session has its last value`(
    end: End, isShared: Bool
  ) async throws {
    try await withFolder { folder in
      let url = folder.appendingPathComponent("a.json")
      let one = StoredValue(in: .file(url), initial: [Int]())
      for number in 1...60 {
        let stored = isShared ? one : StoredValue(in: .file(url), initial: [])
        var (store, saving): (Store<[Int]>?, Saving?) = session(stored)
        store?.dispatch(Append(number: number))
        end.end(&store, &saving)
        #expect(one.load().value == Array(1...number))
        withExtendedLifetime((store, saving)) {}
      }
    }
  }

  /// The second end of a session, whose store had ended before, once saved once more.
  @Test(arguments: End.allCases)
  func `Contract 42: no end of a session replaces what a later one has saved`(end: End) async throws
  {
    let storage = MemoryStorage()
    let stored = StoredValue(in: storage, initial: [Int]())
    let work = DispatchQueue(label: "work", attributes: .concurrent)
    for number in 1...500 {
      var (store, saving): (Store<[Int]>?, Saving?) = session(stored)
      store?.dispatch(Append(number: number))
      end.end(&store, &saving)
      #expect(stored.load().value.count == number)
      // What is left ends while the next sessions run.
      work.async { [store, saving] in withExtendedLifetime(store) { saving?.dispose() } }
    }
  }

  @Test(arguments: End.allCases)
  func `Contract 42: a session that has changed nothing leaves what others have saved`(end: End)
    async throws
  {
    let contents = [nil, #"{"value":[1],"version":1}"#, #"{ "version": 1, "value": [1] }"#]
    for (text, version) in contents.map({ ($0, 1) }) + [(contents[1], 2)] {
      for isForeign in [true, false] {
        let storage = MemoryStorage(text.map { Data($0.utf8) })
        func stored() -> StoredValue<[Int]> {
          StoredValue(
            in: storage, initial: [], version: version,
            migrations: [Migration(from: 1) { (_: inout JSON) in }])
        }
        let failures = FailureLog()
        let loaded = stored()
        var idle: Store<[Int]>? = Store(
          state: loaded.load().value, reducer: Self.appending,
          onError: { [failures] in failures.record($0) })
        var saving = idle?.persist(to: loaded)
        let (store, other) = session(stored())
        store.dispatch(Append(number: 2))
        try await other.flush()
        if isForeign { storage.data = Data(#"{"value":[3],"version":\#(version)}"#.utf8) }
        end.end(&idle, &saving)
        #expect(stored().load().value == (isForeign ? [3] : (text == nil ? [] : [1]) + [2]))
        #expect(failures.messages == [])
        await other.discard()
        withExtendedLifetime(idle) {}
      }
    }
  }

  @Test(arguments: End.allCases, [true, false])
  func `Contract 42: rows that a session hasn't changed stay as others have saved them`(
    end: End, isEmpty: Bool
  ) async throws {
    let storage = MemoryEntityStorage()
    if !isEmpty {
      let (first, saving) = rowSession(storage)
      first.dispatch(RowEdit.change { $0.upsert(Row(id: 0)) })
      try await saving.flush()
    }
    var idle: (store: Store<RowState>?, saving: Saving?) = rowSession(storage)
    let (store, saving) = rowSession(storage)
    store.dispatch(RowEdit.change { $0.upsert(Row(id: 1)) })
    try await saving.flush()
    if end != .released { idle.saving?.dispose() }
    if end != .disposed { idle.store = nil }
    let rows = StoredEntities(in: storage, of: Row.self).load().value
    #expect(rows.ids == (isEmpty ? [1] : [0, 1]))
    withExtendedLifetime((idle, store, saving)) {}
  }

  /// Storages with transactions, whose end can fail.
  private final class Transactions<Contents: Sendable>: Sendable {
    struct State {
      var committed: Contents
      var pending: Contents?
      var isFull = false
      var changes = 0
    }

    let state: Locked<State>

    init(_ contents: Contents) { state = Locked(State(committed: contents)) }

    func exclusively(_ body: () throws -> Void) throws {
      state.withLock { $0.pending = $0.committed }
      defer { state.withLock { $0.pending = nil } }
      try body()
      try state.withLock { state in
        if state.isFull { throw DiskFull() }
        guard let pending = state.pending.take() else { return }
        (state.committed, state.changes) = (pending, state.changes + 1)
      }
    }

    var contents: Contents { state.withLock { $0.pending ?? $0.committed } }

    func write(_ contents: Contents) {
      state.withLock { state in
        #expect(state.pending != nil, "a write needs a transaction")
        state.pending = contents
      }
    }
  }

  private struct Cell: ValueStorage {
    let transactions = Transactions<Data?>(nil)

    func read() -> Data? { transactions.contents }
    func write(_ data: Data) { transactions.write(data) }
    func exclusively(_ body: () throws -> Void) throws { try transactions.exclusively(body) }
  }

  private struct Table: EntityStorage {
    let transactions = Transactions<EntityRows?>(nil)

    func changeMark() -> Int? { transactions.contents.map { $0.rows.map(\.payload).hashValue } }
    func read() -> EntityRows? { transactions.contents }
    func write(_ batch: EntityBatch) {
      let table = MemoryEntityStorage(transactions.contents)
      try? table.write(batch)
      transactions.write(table.contents)
    }
    func exclusively(_ body: () throws -> Void) throws { try transactions.exclusively(body) }
  }

  @Test func `Contract 42: a save is one transaction, and is repeated if its end fails`()
    async throws
  {
    let cell = Cell()
    let (store, saving) = session(StoredValue(in: cell, initial: []))
    for number in 1...3 {
      store.dispatch(Append(number: number))
      cell.transactions.state.withLock { $0.isFull = true }
      #expect(
        await Result.flushing(saving).message?.hasSuffix("can't be written: the disk is full.")
          == true)
      #expect(numbers(cell).count == number - 1)
      cell.transactions.state.withLock { $0.isFull = false }
      try await saving.flush()
      #expect(numbers(cell).count == number)
    }
    let table = Table()
    let rows = StoredEntities(in: table, of: Row.self).loaded()
    let other = Store(state: RowState(), reducer: rowReducer, onError: { _ in })
    let savingRows = other.persist(\.rows, to: rows)
    for number in 1...3 {
      other.dispatch(RowEdit.change { $0.upsert(Row(id: number)) })
      table.transactions.state.withLock { $0.isFull = true }
      #expect(
        await Result.flushing(savingRows).message?.hasSuffix("can't be written: the disk is full.")
          == true)
      table.transactions.state.withLock { $0.isFull = false }
      try await savingRows.flush()
      #expect(table.read()?.rows.count == number)
    }
  }

  private struct Begin: Action {}

  @Test(arguments: [0, 1, 50])
  func `Contract 42: the last value has the actions that pending ones dispatch`(depth: Int)
    async throws
  {
    let storage = MemoryStorage()
    let stored = StoredValue(in: storage, initial: [Int]())
    let isReleased = DispatchSemaphore(value: 0)
    let chain = Middleware<[Int]> { action, context, next in
      next(action)
      if action is Begin { isReleased.wait() }
      let number = (action as? Append)?.number ?? 0
      if number < depth { context.dispatch(Append(number: number + 1)) }
    }
    var store: Store<[Int]>? = Store(
      state: stored.load().value, reducer: Self.appending, middleware: [chain])
    let saving = store?.persist(to: stored)
    store?.dispatch(Begin())
    store = nil
    isReleased.signal()
    #expect(stored.load().value == Array((0...depth).dropFirst()))
    try await saving?.flush()
    #expect(storage.writeCount == (depth > 0 ? 1 : 0))
  }

  @Test func `Contract 42: a last save of rows that failed isn't repeated over newer ones`()
    async throws
  {
    let storage = MemoryEntityStorage()
    let (first, saving) = rowSession(storage)
    first.dispatch(RowEdit.change { $0.upsert(Row(id: 1)) })
    storage.writeFailure = DiskFull()
    saving.dispose()
    _ = await Result.flushing(saving)
    storage.writeFailure = nil
    let (second, newer) = rowSession(storage)
    second.dispatch(RowEdit.change { $0.upsert(Row(id: 2)) })
    try await newer.flush()
    let words = "was changed by someone else after it was loaded, and is left as it is."
    #expect(await Result.flushing(saving).message == "The memory storage \(words)")
    #expect(storage.contents?.rows.map(\.key) == ["2"])
    newer.dispose()
    withExtendedLifetime(first) {}
  }

  /// A save that was due when a connection ended once waited for the end, and came after it.
  @Test(arguments: End.allCases)
  func `Contract 42: a save that is due when a session ends doesn't come after its last one`(
    end: End
  ) async throws {
    for round in 0..<1_000 {
      let storage = MemoryStorage()
      let stored = StoredValue(in: storage, initial: [Int]())
      let state = stored.load().value
      var store: Store<[Int]>? = Store(state: state, reducer: Self.appending)
      var saving = store?.persist(to: stored, delay: .microseconds(round % 50))
      for number in 1...20 { store?.dispatch(Append(number: number)) }
      end.end(&store, &saving)
      #expect(numbers(storage) == Array(1...20))
      try await saving?.flush()
      #expect(numbers(storage) == Array(1...20))
      withExtendedLifetime((store, saving)) {}
    }
  }

  @Test func `Contract 42: rows of a session that has ended are loaded`() async throws {
    let storage = MemoryEntityStorage()
    for number in 1...100 {
      let stored = StoredEntities(in: storage, of: Row.self)
      let state = RowState(rows: stored.load().value)
      #expect(state.rows.count == number - 1)
      let store = Store(state: state, reducer: rowReducer)
      let saving = store.persist(\.rows, to: stored)
      store.dispatch(RowEdit.change { $0.upsert(Row(id: number)) })
      withExtendedLifetime(saving) {}
    }
  }

  @Test func `Contract 42: a session on the main queue hands over to one there`() async throws {
    let storage = MemoryStorage()
    await MainActor.run {
      for number in 1...50 {
        let stored = StoredValue(in: storage, initial: [Int]())
        #expect(stored.load().value.count == number - 1)
        let store = Store(state: stored.load().value, reducer: Self.appending, queue: .main)
        let saving = store.persist(to: stored)
        store.dispatch(Append(number: number))
        if number % 2 == 0 { saving.dispose() }
      }
      #expect(numbers(storage).count == 50)
    }
  }

  @Test func `Contract 42: a session loads in an observer of another store`() async throws {
    for _ in 0..<50 {
      let storage = MemoryStorage()
      let loaded = Recorder<[Int]>()
      let app = Store(state: 0, reducer: Reducer<Int>.updating(Append.self) { $0 = $1.number })
      let current = Locked<(Store<[Int]>, Saving)?>(
        session(StoredValue(in: storage, initial: [])))
      let token = app.observe { number in
        if number == 0 { return }
        _ = current.withLock { $0.take() }
        loaded.record(StoredValue(in: storage, initial: [Int]()).load().value)
      }
      current.withLock { $0 }?.0.dispatch(Append(number: 7))
      app.dispatch(Append(number: 1))
      await app.settled()
      #expect(loaded.values == [[7]])
      token.dispose()
    }
  }

  @Test func `Contract 42: the value of a store that has ended never replaces a newer one`()
    async throws
  {
    try await withFolder { folder in
      let url = folder.appendingPathComponent("a.json")
      for round in 0..<100 {
        let gate = Gate()
        let stored = StoredValue(in: .file(url), initial: [Int]())
        var old: Store<[Int]>? = Store(state: stored.load().value) { state, action in
          gate.pass()
          if let action = action as? Append { state = [action.number] }
        }
        let oldSaving = old?.persist(to: stored)
        let next = StoredValue(in: .file(url), initial: [Int]())
        let loaded = next.load().value
        old?.dispatch(Append(number: 2 * round))
        if round % 2 == 0 { oldSaving?.dispose() }
        old = nil
        let new = Store(
          state: loaded,
          reducer: Reducer<[Int]>.updating(Append.self) { $0 = [$1.number] })
        let newSaving = new.persist(to: next)
        new.dispatch(Append(number: 2 * round + 1))
        async let flushed: Void = newSaving.flush()
        gate.open()
        try await flushed
        try await oldSaving?.flush()
        #expect(numbers(FileStorage(url)) == [2 * round + 1])
        await newSaving.discard()
      }
    }
  }

  // MARK: Other writers

  @Test func `Contract 42: contents that someone else has changed are an error`() async throws {
    let storage = MemoryStorage()
    let (store, saving) = session(StoredValue(in: storage, initial: []))
    store.dispatch(Append(number: 1))
    try await saving.flush()
    let mine = storage.data
    let words =
      "The memory storage was changed by someone else after it was loaded, and is left as "
    for text in [#"{"value":[7],"version":1}"#, #"{"value":[7],"version":2}"#, "{", ""] {
      storage.data = Data(text.utf8)
      store.dispatch(Append(number: 2))
      #expect(await Result.flushing(saving).message == words + "it is.")
      // Without a change of the state, too.
      #expect(await Result.flushing(saving).message == words + "it is.")
      #expect(storage.text == text)
      // A load elsewhere doesn't change what this store was made from.
      _ = StoredValue(in: storage, initial: [Int]()).load()
      #expect(await Result.flushing(saving).message == words + "it is.")
    }
    storage.data = mine
    #expect(await Result.flushing(saving).message == words + "it is.")
    await saving.discard()
    let (next, nextSaving) = session(StoredValue(in: storage, initial: []))
    next.dispatch(Append(number: 3))
    try await nextSaving.flush()
    #expect(numbers(storage) == [1, 3])
  }

  @Test func `Contract 42: what someone else has removed is written again`() async throws {
    let storage = MemoryStorage()
    let (store, saving) = session(StoredValue(in: storage, initial: [1]))
    store.dispatch(Append(number: 2))
    try await saving.flush()
    storage.data = nil
    try await saving.flush()
    store.dispatch(Append(number: 3))
    try await saving.flush()
    #expect(numbers(storage) == [1, 2, 3])
  }

  @Test func `Contract 42: an older version of the same process replaces no newer one`()
    async throws
  {
    let storage = MemoryStorage()
    let (old, oldSaving) = session(StoredValue(in: storage, initial: []))
    let stored = StoredValue(in: storage, initial: [Int](), version: 2)
    let new = Store(state: stored.load().value, reducer: Self.appending)
    let newSaving = new.persist(to: stored)
    new.dispatch(Append(number: 2))
    try await newSaving.flush()
    old.dispatch(Append(number: 1))
    #expect(
      await Result.flushing(oldSaving).message
        == "The memory storage has version 2, and this app supports version 1.")
    #expect(storage.text == #"{"value":[2],"version":2}"#)
  }

  @Test func `Contract 42: rows that someone else has changed are an error`() async throws {
    let storage = MemoryEntityStorage()
    let stored = StoredEntities(in: storage, of: Row.self)
    let store = Store(
      state: RowState(rows: stored.load().value), reducer: rowReducer, onError: { _ in })
    let saving = store.persist(\.rows, to: stored)
    store.dispatch(RowEdit.change { $0.upsert(Row(id: 1)) })
    try await saving.flush()
    try storage.write(EntityBatch(version: 1, upserts: [], removals: ["1"]))
    store.dispatch(RowEdit.change { $0.upsert(Row(id: 2)) })
    for _ in 0..<2 {
      #expect(await Result.flushing(saving).message?.contains("changed by someone else") == true)
    }
    #expect(storage.contents?.rows == [])
  }

  @Test func `Contract 42: two connections to rows of one process keep each other's rows`()
    async throws
  {
    let storage = MemoryEntityStorage()
    let (first, second) = (rowSession(storage), rowSession(storage))
    func stored() -> [Int: Int] {
      let rows = StoredEntities<Row>(in: storage).load().value
      return Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.count) })
    }
    func change(
      _ session: (store: Store<RowState>, saving: Saving),
      _ change: @escaping @Sendable (inout Entities<Row>) -> Void
    ) async throws {
      session.store.dispatch(RowEdit.change(change))
      try await session.saving.flush()
    }
    for id in 1...10 {
      try await change(id % 2 == 0 ? first : second) { $0.insert(Row(id: id), at: 0) }
      #expect(stored().keys.sorted() == Array(1...id))
    }
    try await change(first) { $0.upsert(Row(id: 2, count: 1)) }
    try await change(second) { rows in
      rows.upsert(Row(id: 2, count: 2))
      rows.remove(id: 3)
    }
    try await change(first) { $0.remove(id: 4) }
    #expect(stored() == [1: 0, 2: 2, 5: 0, 6: 0, 7: 0, 8: 0, 9: 0, 10: 0])
    // A collection that takes the place of another one is all there is.
    try await change(second) { $0 = [Row(id: 20)] }
    #expect(stored() == [20: 0])
    try await change(first) { $0.upsert(Row(id: 6, count: 6)) }
    #expect(stored() == [6: 6, 20: 0])
  }

  // MARK: Loading first

  @Test func `Contract 42: contents that were not loaded are not replaced, and reported at once`()
    async throws
  {
    let text = #"{"value":[7],"version":1}"#
    let storage = MemoryStorage(text)
    let rows = MemoryEntityStorage(
      EntityRows(
        version: 1, rows: [EntityRow(key: "1", rank: 0, payload: Data(#"{"id":1,"count":0}"#.utf8))]
      ))
    let clock = ManualClock()
    let failures = FailureLog()
    let store = Store(
      state: [1], reducer: Self.appending, clock: clock, onError: { failures.record($0) })
    let rowStore = Store(
      state: RowState(), reducer: rowReducer, clock: clock, onError: { failures.record($0) })
    let saving = store.persist(to: StoredValue(in: storage, initial: [1]))
    let rowSaving = rowStore.persist(\.rows, to: StoredEntities(in: rows, of: Row.self))
    await clock.advance(by: .zero)
    let words =
      "The memory storage has contents that were not loaded before `persist`, and is left as it is."
    #expect(failures.messages == [words, words])
    store.dispatch(Append(number: 2))
    rowStore.dispatch(RowEdit.change { $0.upsert(Row(id: 2)) })
    await clock.advance(by: .seconds(9))
    #expect(await Result.flushing(saving).message == words)
    #expect(await Result.flushing(rowSaving).message == words)
    #expect(storage.text == text)
    #expect(rows.contents?.rows.map(\.key) == ["1"])
    #expect(failures.messages == [words, words])
    await saving.discard()
    await rowSaving.discard()
    try await store.persist(
      to: StoredValue(in: storage, initial: []), replacingContents: true
    ).flush()
    try await rowStore.persist(
      \.rows, to: StoredEntities(in: rows, of: Row.self), replacingContents: true
    ).flush()
    #expect(storage.text == #"{"value":[1,2],"version":1}"#)
    #expect(rows.contents?.rows.map(\.key) == ["2"])
  }

  @Test func `Contract 42: what one store has loaded, another one has to load again`()
    async throws
  {
    let (storage, rowStorage) = (MemoryStorage(), MemoryEntityStorage())
    let stored = StoredValue(in: storage, initial: [Int]())
    let rows = StoredEntities(in: rowStorage, of: Row.self)
    let (value, collection) = (stored.load().value, rows.load().value)
    func stores() -> (Store<[Int]>, Store<RowState>) {
      (
        Store(state: value, reducer: Self.appending, onError: { _ in }),
        Store(state: RowState(rows: collection), reducer: rowReducer, onError: { _ in })
      )
    }
    do {
      let (store, rowStore) = stores()
      // The same store can go on, without another load.
      for number in 1...2 {
        let (saving, rowSaving) = (store.persist(to: stored), rowStore.persist(\.rows, to: rows))
        store.dispatch(Append(number: number))
        rowStore.dispatch(RowEdit.change { $0.upsert(Row(id: number)) })
        try await saving.flush()
        try await rowSaving.flush()
      }
    }
    let (old, oldRows) = stores()
    let (saving, rowSaving) = (old.persist(to: stored), oldRows.persist(\.rows, to: rows))
    old.dispatch(Append(number: 3))
    oldRows.dispatch(RowEdit.change { $0.upsert(Row(id: 3)) })
    let words = "has contents that were not loaded before `persist`, and is left as it is."
    #expect(await Result.flushing(saving).message == "The memory storage \(words)")
    #expect(await Result.flushing(rowSaving).message == "The memory storage \(words)")
    #expect(numbers(storage) == [1, 2])
    #expect(StoredEntities<Row>(in: rowStorage).load().value.ids == [1, 2])
  }

  @Test func `where nothing is stored, nothing needs to be loaded`() async throws {
    let storage = MemoryStorage()
    let store = Store(state: [1], reducer: Self.appending)
    let saving = store.persist(to: StoredValue(in: storage, initial: []))
    try await saving.flush()
    store.dispatch(Append(number: 2))
    try await saving.flush()
    #expect(numbers(storage) == [1, 2])
  }

  // MARK: Identity

  @Test func `a file has one identity in every spelling`() async throws {
    try await withFolder { folder in
      let url = folder.appendingPathComponent("a.json")
      let folder = url.deletingLastPathComponent()
      let inner = folder.appendingPathComponent("inner")
      let link = folder.appendingPathComponent("link.json")
      let other = folder.deletingLastPathComponent().appendingPathComponent("\(UUID())")
      #expect(symlink(folder.path, other.path) == 0 && symlink("a.json", link.path) == 0)
      defer { try? FileManager.default.removeItem(at: other) }
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
      let expected = FileStorage(url).identity
      for spelling in [
        "\(folder.path)/./a.json", "\(folder.path)//a.json", "\(inner.path)/../a.json", link.path,
        "\(other.path)/a.json", "\(other.path)/link.json",
      ] {
        #expect(FileStorage(URL(fileURLWithPath: spelling)).identity == expected)
      }
      #expect(FileStorage(folder.appendingPathComponent("b.json")).identity != expected)
      let missing = FileStorage(inner.appendingPathComponent("new/b.json"))
      let before = missing.identity
      try FileManager.default.createDirectory(
        at: inner.appendingPathComponent("new"), withIntermediateDirectories: false)
      #expect(missing.identity == before)
    }
  }

  @Test func `a structure is identified by its parts`() {
    final class Database: Sendable {}
    struct Cell: ValueStorage {
      let database: Database
      let name: String
      var fallback: MemoryStorage?
      func read() throws -> Data? { nil }
      func write(_ data: Data) throws {}
    }
    struct Wrapper: ValueStorage {
      let file: FileStorage
      let count: Int
      func read() throws -> Data? { nil }
      func write(_ data: Data) throws {}
    }
    struct Closures: ValueStorage {
      let onWrite: @Sendable (Data) -> Void
      func read() throws -> Data? { nil }
      func write(_ data: Data) throws { onWrite(data) }
    }
    let (one, two) = (Database(), Database())
    #expect(Cell(database: one, name: "a").identity != nil)
    #expect(Cell(database: one, name: "a").identity == Cell(database: one, name: "a").identity)
    #expect(Cell(database: one, name: "a").identity != Cell(database: one, name: "b").identity)
    #expect(Cell(database: one, name: "a").identity != Cell(database: two, name: "a").identity)
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("a.json")
    #expect(Wrapper(file: FileStorage(url), count: 1).identity != nil)
    #expect(Closures { _ in }.identity == nil)
    let (first, second) = (MemoryStorage(), MemoryStorage())
    #expect(first.identity == first.identity && first.identity != second.identity)
  }

  // MARK: Failures

  @Test func `Contract 42: a failed save is repeated after one second, then after two, and so on`()
    async throws
  {
    let clock = ManualClock()
    let storage = MemoryStorage()
    final class Counting: ValueStorage {
      let storage: MemoryStorage
      let attempts = Recorder<Int>()
      init(_ storage: MemoryStorage) { self.storage = storage }
      func read() throws -> Data? { try storage.read() }
      func write(_ data: Data) throws {
        attempts.record(data.count)
        try storage.write(data)
      }
    }
    let counting = Counting(storage)
    let store = Store(
      state: [Int](), reducer: Self.appending, clock: clock, onError: { _ in })
    let saving = store.persist(to: StoredValue(in: counting, initial: []).loaded())
    await clock.advance(by: .seconds(1))
    storage.writeFailure = DiskFull()
    store.dispatch(Append(number: 1))
    await clock.advance(by: .milliseconds(500))
    #expect(counting.attempts.values.count == 1)
    for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
      let before = counting.attempts.values.count
      await clock.advance(by: .seconds(seconds) - .milliseconds(1))
      #expect(counting.attempts.values.count == before)
      await clock.advance(by: .milliseconds(1))
      #expect(counting.attempts.values.count == before + 1)
    }
    storage.writeFailure = nil
    await clock.advance(by: .seconds(60))
    #expect(numbers(storage) == [1])
    #expect(clock.sleeperCount == 0)
    // Once it has succeeded, the next failure begins with a second again.
    storage.writeFailure = DiskFull()
    store.dispatch(Append(number: 2))
    await clock.advance(by: .milliseconds(500))
    storage.writeFailure = nil
    await clock.advance(by: .seconds(1))
    #expect(numbers(storage) == [1, 2])
    storage.writeFailure = DiskFull()
    store.dispatch(Append(number: 3))
    await clock.advance(by: .milliseconds(500))
    saving.dispose()
    try? await saving.flush()
    #expect(clock.sleeperCount == 0)
  }
}
