import Runnel

struct SearchHandler: CommandHandler {
  let service: WordService

  func handle(_ command: Search.Command) -> EffectOf<Search.Action> {
    switch command {
    case .search(let text):
      .once { .found(try await service.words(beginningWith: text)) }
    }
  }
}
