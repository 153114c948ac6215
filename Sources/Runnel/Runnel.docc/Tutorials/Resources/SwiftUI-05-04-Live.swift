import Runnel

enum Live {
  static let store: StoreOf<Search.State, Search.Action> = {
    let store = Store(state: Search.State(), reducer: Search.reducer)
      .accepting(Search.Action.self)
    store.handle(with: SearchHandler(service: WordService())).dispose(on: handlers)
    return store
  }()

  private static let handlers = Disposer()
}
