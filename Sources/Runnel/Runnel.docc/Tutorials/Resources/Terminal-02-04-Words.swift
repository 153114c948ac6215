import Runnel

@main @MainActor
struct Words {
  static func main() async {
    let store = Store(state: Search.State(), reducer: Search.reducer)
      .accepting(Search.Action.self)

    while let line = readLine() {
      store.dispatch(.typed(line))
    }
    await store.settled()
  }
}
