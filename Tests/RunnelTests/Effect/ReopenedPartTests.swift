// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Effects of parts that are opened and closed several times.
@Suite struct ReopenedPartTests {
  struct Photo: Equatable, Sendable {
    var id = 0
    var image = Image(nil)
    var count = 0
  }

  /// Retains a token, which isn't compared.
  struct Image: Equatable, Sendable {
    let token: LifetimeToken?

    init(_ token: LifetimeToken?) { self.token = token }

    static func == (left: Image, right: Image) -> Bool { left.token === right.token }
  }

  enum Row: Equatable, Sendable, Identifiable {
    case photo(Photo), other

    var id: Int { if case .photo(let photo) = self { photo.id } else { 0 } }
  }

  struct State: Equatable, Sendable {
    var photo: Photo?
    var rows: [Row] = []
  }

  enum PhotoAction: Action { case appeared, loaded, waits }

  private let photo = Reducer<Photo>.on(PhotoAction.self) { photo, action in
    switch action {
    case .appeared: return .run { $0(.loaded) }
    case .waits: return .run { send in try await send.sleep(for: .seconds(3_600)) }
    case .loaded: photo.count += 1
    }
    return .none
  }

  private var store: Store<State> {
    Store(
      state: State(),
      reducer: Reducer {
        photo.ifPresent(\.photo)
        photo.forEach(\.rows, .photo, at: CallSite())
        Reducer<State>.edits
      })
  }

  @Test(arguments: [false, true], [false, true])
  func `Contract 32: an effect ends with a part that was opened and closed before`(
    isObserved: Bool, isOwned: Bool
  ) async throws {
    let store = store
    for round in 0..<3 {
      await store.editAndWait { $0.photo = Photo() }
      let scope = try #require(store.ifPresent(\.photo))
      // The first one is observed until it has gone. The next effect must find the part again.
      let observer = isObserved && round == 0 ? scope.observe { _ in } : nil
      let token =
        isOwned ? scope.run(.run { try await $0.sleep(for: .seconds(3_600)) }) : Disposable {}
      if !isOwned { scope.dispatch(PhotoAction.waits) }
      await store.settled()
      #expect(store.runningEffects.count == 1)
      await store.editAndWait { $0.photo = nil }
      #expect(store.runningEffects.isEmpty)
      observer?.dispose()
      token.dispose()
    }
  }

  @Test func `Contract 14: a disposer keeps no value of a connection that it has ended`() async {
    let store = store
    let (tracker, viewer) = (LifetimeTracker(), ServiceRecorder(0))
    await store.editAndWait { $0.photo = Photo(image: Image(tracker.token())) }
    if let photo = store.ifPresent(\.photo) {
      viewer.connect(to: photo) { photo, _ in photo.count }
    }
    await store.settled()
    await store.editAndWait { $0.photo = nil }
    viewer.disposer.dispose()
    await tracker.allReleased()
    withExtendedLifetime(viewer) {}
  }

  @Test func `Contract 14: nothing of a part stays behind whose effects have ended`() async {
    let store = store
    let tracker = LifetimeTracker()
    for id in 0..<4 {
      await store.editAndWait { $0.rows = [.photo(Photo(id: id, image: Image(tracker.token())))] }
      store.scope(\.rows, id: id, .photo, at: CallSite())?.dispatch(PhotoAction.appeared)
      await store.settled()
      store.edit { $0.rows = [] }
      await store.settled(includingEffects: true)
      await tracker.allReleased()
      #expect(store.retainedSlices == 0)
    }
  }

  struct Player: Equatable, Identifiable, Sendable {
    let id = 1
    var tracks = [1, 2]
    // Last, so that there is no padding: a player comes back with the same bytes.
    var isPlaying = true
  }

  @Test(arguments: PartKind.allCases, [false, true])
  func `Contract 27, 32: effects that a part requests run again when it is back`(
    kind: PartKind, isObserved: Bool
  ) async throws {
    let store = Store(state: Parts(Player()), reducer: Reducer<Parts<Player>>.edits)
    let player = try #require(store.part(kind))
    let observer = isObserved ? player.observe { _ in } : nil
    let waiting = Effect.run { try await $0.sleep(for: .seconds(3_600)) }
    let tokens = [
      player.run(while: \.isPlaying) { waiting }, player.run(while: { $0.isPlaying }) { waiting },
      player.run(forEach: \.tracks) { _ in waiting }, player.run(for: { $0.id }) { _ in waiting },
    ]
    await store.settled()
    for part in [nil, Player(), nil, Player()] {
      #expect(store.runningEffects.count == (part == nil ? 5 : 0))
      await store.editAndWait { $0 = Parts(part) }
    }
    #expect(store.runningEffects.count == 5)
    tokens.forEach { $0.dispose() }
    observer?.dispose()
    #expect(store.runningEffects.isEmpty)
  }

  @Test(arguments: PartKind.allCases)
  func `Contract 27, 32: a detached effect that has ended runs again with its part`(
    kind: PartKind
  ) async throws {
    let store = Store(state: Parts(Player()), reducer: Reducer<Parts<Player>>.edits)
    let player = try #require(store.part(kind))
    let started = Recorder<Int>()
    let observer = player.observe { _ in }
    let running = player.run(forEach: \.tracks) { track in
      started.record(track)
      return .run { _ in }.detachedFromState()
    }
    store.edit { $0 = Parts(nil) }
    await store.editAndWait { $0 = Parts(Player()) }
    #expect(started.values == [1, 2, 1, 2])
    running.dispose()
    observer.dispose()
  }
}

extension CasePath where Root == ReopenedPartTests.Row, Value == ReopenedPartTests.Photo {
  fileprivate static var photo: Self {
    CasePath(embed: Root.photo) { if case .photo(let photo) = $0 { photo } else { nil } }
  }
}
