import Runnel

struct SearchHandler: CommandHandler {
  let list: WordList

  func handle(_ command: Search.Command) -> EffectOf<Search.Action> {
    switch command {
    case .search(let text):
      .once { .found(try list.words(beginningWith: text)) }
    }
  }
}
