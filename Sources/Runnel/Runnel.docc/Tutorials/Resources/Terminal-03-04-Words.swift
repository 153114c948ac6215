import Runnel

@main @MainActor
struct Words {
  static func main() async {
    let store = Store(state: Search.State(), reducer: Search.reducer)
      .accepting(Search.Action.self)
    let disposer = Disposer()
    store.handle(with: SearchHandler(list: WordList())).dispose(on: disposer)

    store.scope { $0.report }
      .observe { report in
        if let report { print(report) }
      }
      .dispose(on: disposer)

    while let line = readLine() {
      store.dispatch(.typed(line))
    }
    await store.settled(includingEffects: true)
    disposer.dispose()
  }
}
