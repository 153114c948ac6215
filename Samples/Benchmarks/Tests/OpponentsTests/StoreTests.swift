// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Opponents
import Synchronization
import TestSupport
import Testing

struct StoreTests {
  @Test("No action is lost, from however many threads they come", arguments: Kind.allCases)
  func losesNothing(kind: Kind) async throws {
    try await onOwnThread {
      let end = DispatchSemaphore(value: 0)
      let store = kind.makeStore { state in if state.count == 400 { end.signal() } }
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        for _ in 0..<100 { store.dispatch(.increment) }
      }
      end.wait()
      #expect(store.current.count == 400)
      store.close()
    }
  }

  @Test("Actions of one thread are reduced in their order", arguments: Kind.allCases)
  func keepsOrder(kind: Kind) async throws {
    try await onOwnThread {
      let end = DispatchSemaphore(value: 0)
      let store = kind.makeStore { state in if state.letters.count == 26 { end.signal() } }
      for letter in "abcdefghijklmnopqrstuvwxyz" { store.dispatch(.append(letter)) }
      end.wait()
      #expect(store.current.letters == "abcdefghijklmnopqrstuvwxyz")
      store.close()
    }
  }

  @Test("An observer is told the present value, and each new one once", arguments: Kind.allCases)
  func observes(kind: Kind) async throws {
    try await onOwnThread {
      let told = Told()
      let store = kind.makeStore()
      store.observe(\.count) { told.add($0) }
      #expect(told.next() == 0)
      for value in 1...3 {
        store.dispatch(.increment)
        // Of another part of the state: there is nothing to tell.
        store.dispatch(.append("a"))
        #expect(told.next() == value)
      }
      store.dispatch(.append("b"))
      store.dispatch(.increment)
      #expect(told.next() == 4)
      store.close()
      #expect(told.all == [0, 1, 2, 3, 4])
    }
  }

  @Test("Stores that tell each change tell each of many at once", arguments: Kind.allCases)
  func tellsEach(kind: Kind) async throws {
    try await onOwnThread {
      let told = Told()
      let store = kind.makeStore()
      guard !type(of: store).isCoalescing else { return }
      store.observe(\.count) { told.add($0) }
      #expect(told.next() == 0)
      for _ in 1...50 { store.dispatch(.increment) }
      #expect((1...50).map { _ in told.next() } == Array(1...50))
      store.close()
    }
  }

  @Test("An observer that has ended is told nothing more", arguments: Kind.allCases)
  func ends(kind: Kind) async throws {
    try await onOwnThread {
      let (ended, other) = (Told(), Told())
      let isLetGo = DispatchSemaphore(value: 0)
      let store = kind.makeStore()
      let ending = observe(store, ended) { isLetGo.signal() }
      store.observe(\.letters) { other.add($0.count) }
      #expect(ended.next() == 0)
      #expect(other.next() == 0)
      ending()
      // Some stores end it a turn later. It has ended when nobody holds the closure any more.
      isLetGo.wait()
      store.dispatch(.increment)
      store.dispatch(.append("a"))
      #expect(other.next() == 1)
      #expect(ended.all == [0])
      store.close()
    }
  }

  /// Observes, and says when the observer has been let go of.
  private func observe(
    _ store: any ActionStore<Model, Change>,
    _ told: Told,
    letGo: @escaping @Sendable () -> Void
  ) -> Ending {
    let lifetime = Lifetime(letGo)
    return store.observe(\.count) { value in
      withExtendedLifetime(lifetime) { told.add(value) }
    }
  }

  @Test("A view is shown the last of many changes, on the main actor", arguments: Kind.allCases)
  func shows(kind: Kind) async throws {
    try await onOwnThread {
      let end = DispatchSemaphore(value: 0)
      let shown = Told()
      let store = kind.makeStore()
      store.show(\.count) { value in
        shown.add(value)
        if value == 1_000 { end.signal() }
      }
      #expect(shown.next() == 0)
      for _ in 1...1_000 { store.dispatch(.increment) }
      end.wait()
      #expect(shown.all == shown.all.sorted())
      #expect(shown.all.last == 1_000)
      store.close()
    }
  }
}

/// Each of the stores.
enum Kind: String, CaseIterable, Sendable {
  case blocks, stream, subject, observable

  func makeStore(
    _ reduced: @escaping @Sendable (Model) -> Void = { _ in }
  ) -> any ActionStore<Model, Change> {
    let reducer: @Sendable (inout Model, Change) -> Void = { state, action in
      switch action {
      case .increment: state.count += 1
      case .append(let letter): state.letters.append(letter)
      }
      reduced(state)
    }
    switch self {
    case .blocks: return BlockStore(state: Model(), reducer: reducer)
    case .stream: return StreamStore(state: Model(), reducer: reducer)
    case .subject: return SubjectStore(state: Model(), reducer: reducer)
    case .observable: return ObservableStore(state: Model(), reducer: reducer)
    }
  }
}

struct Model: Equatable, Sendable {
  var count = 0
  var letters = ""
}

enum Change: Sendable {
  case increment
  case append(Character)
}

/// Calls a closure when it goes away.
private final class Lifetime: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }
}

/// What an observer was told, one after the other.
private final class Told: Sendable {
  private let values = Mutex<(all: [Int], taken: Int)>(([], 0))
  private let isThere = DispatchSemaphore(value: 0)

  var all: [Int] { values.withLock { $0.all } }

  func add(_ value: Int) {
    values.withLock { $0.all.append(value) }
    isThere.signal()
  }

  /// Waits for the next value.
  func next() -> Int {
    isThere.wait()
    return values.withLock { values in
      values.taken += 1
      return values.all[values.taken - 1]
    }
  }
}
