// SPDX-License-Identifier: MIT

@Suite struct OptimisticUpdateTests {
  #snippet("Define the feature")

  private static let photos: Reducer<[Photo.State]> = Photo.reducer.forEach(\.self, id: \.id)

  #snippet("Test it")

  @Test func `A row dispatches an action with its ID`() async {
    let store = Store(state: [Photo.State(id: 1)], reducer: Self.photos, clock: ManualClock())
    #snippet("Dispatch from a row")
    await store.settled()
    #expect(store.state[0].isLiked)
  }
}
