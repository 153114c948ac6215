// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of OptimisticUpdate.md.
@Suite struct OptimisticUpdateTests {
  enum Photo {
    struct State: Identifiable, Equatable, Sendable {
      let id: Int
      /// The visible value.
      var isLiked = false
      /// The last value that the server confirmed.
      var isLikedThere = false
    }

    enum Event: Equatable { case likeTapped, saved(Bool), notSaved }

    struct Action: ElementAction, Equatable {
      let elementID: Int
      let event: Event
    }

    enum Command: Runnel.Command, Equatable { case like(Int, Bool) }

    struct SavingID: Hashable, Sendable {
      let photo: Int
    }

    static let reducer = Reducer<State>.on(Action.self) { photo, action in
      let id = photo.id
      switch action.event {
      case .likeTapped:
        photo.isLiked.toggle()
        return .perform(Command.like(id, photo.isLiked))
          .catch { _ in Action(elementID: id, event: .notSaved) }
          .debounce(id: SavingID(photo: id), for: .milliseconds(500))
          .cancellable(id: SavingID(photo: id), cancelInFlight: true)
      case .saved(let isLiked):
        photo.isLikedThere = isLiked
        return .none
      case .notSaved:
        photo.isLiked = photo.isLikedThere
        return .none
      }
    }
  }

  private static let photos: Reducer<[Photo.State]> = Photo.reducer.forEach(\.self, id: \.id)

  @Test func `A like is shown at once, and reverted if it cannot be saved`() async {
    struct Offline: Error {}
    let clock = ManualClock()
    let store = TestStore(
      state: [Photo.State(id: 1), Photo.State(id: 2)],
      reducer: Photo.reducer.forEach(\.self, id: \.id), clock: clock)
    let spy = CommandSpy(Photo.Command.self) { command in
      guard case .like(let id, let isLiked) = command else { return .none }
      return .once {
        if id == 2 { throw Offline() }
        return Photo.Action(elementID: id, event: .saved(isLiked))
      }
    }
    store.handle(with: spy)

    await store.send(Photo.Action(elementID: 1, event: .likeTapped)) { $0[0].isLiked = true }
    await store.send(Photo.Action(elementID: 2, event: .likeTapped)) { $0[1].isLiked = true }
    await clock.advance(by: .milliseconds(500))
    await store.receive(Photo.Action(elementID: 1, event: .saved(true))) {
      $0[0].isLikedThere = true
    }
    await store.receive(Photo.Action(elementID: 2, event: .notSaved)) { $0[1].isLiked = false }

    // Two taps in a row are saved once.
    await store.send(Photo.Action(elementID: 1, event: .likeTapped)) { $0[0].isLiked = false }
    await store.send(Photo.Action(elementID: 1, event: .likeTapped)) { $0[0].isLiked = true }
    await clock.advance(by: .milliseconds(500))
    await store.receive(Photo.Action(elementID: 1, event: .saved(true)))
    #expect(spy.commands == [.like(1, true), .like(2, true), .like(1, true)])
    await store.finish()
  }

  @Test func `A row dispatches an action with its ID`() async {
    let store = Store(state: [Photo.State(id: 1)], reducer: Self.photos, clock: ManualClock())

    if let photo = store.scope(\.self, id: 1) {
      photo.dispatch(Photo.Action(elementID: photo.state.id, event: .likeTapped))
    }

    await store.settled()
    #expect(store.state[0].isLiked)
  }
}
