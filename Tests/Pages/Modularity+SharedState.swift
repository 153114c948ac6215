// SPDX-License-Identifier: MIT

import Dispatch

private struct User: Equatable, Sendable {
  var id = 1
  var name = "Ada"
}

private enum Session {
  struct State: Equatable, Sendable { var user = User() }
  struct Renamed: Action { let name: String }

  static let reducer = Reducer<State>.updating(Renamed.self) { $0.user.name = $1.name }
}

/// The example of the article.
private enum Article {
  #snippet("Read a value that another feature owns")

  struct AppState: Equatable, Sendable {
    var session = Session.State()
    var inbox = Inbox.State()
    var draft: Draft.State?
    var rows = [Row.State(id: 7)]
  }
}

private enum Draft {
  struct State: Equatable, Sendable { var signature = "" }
  struct Signed: Action {}

  static let reducer = Reducer<StateReading<State, User>>.updating(Signed.self) { state, _ in
    state.signature = state.shared.name
  }
}

private enum Row {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var owner = ""
  }
  struct Claimed: ElementAction { let elementID: Int }

  static let reducer = Reducer<StateReading<State, User>>.updating(Claimed.self) { state, _ in
    state.owner = state.shared.name
  }
}

private enum Player {
  struct State: Equatable, Sendable { var isPlaying = false }
  enum Action: Runnel.Action { case started, paused }

  static let reducer = Reducer<State>.updating(Action.self) { state, action in
    state.isPlaying = action == .started
  }
}

private enum Side: Hashable, Sendable { case left, right }

@Suite struct SharedStateTests {
  private let disposer = Disposer()

  private struct Mail: Sendable {
    let received: RecordedIDs = RecordedIDs()

    func messages(to id: Int) -> AsyncStream<String> {
      received.ids.record(id)
      return AsyncStream { $0.finish() }
    }
  }

  private final class RecordedIDs: Sendable {
    let ids = Recorder<Int>()
  }

  private final class Header: ServiceComponent {
    let disposer = Disposer()
    let queue = DispatchQueue(label: "header")
    let received = Recorder<String>()
    var props = "" { didSet { received.record(props) } }
  }

  @Test func `A feature reads the user of the session`() async {
    typealias AppState = Article.AppState
    typealias Inbox = Article.Inbox
    let (header, mail) = (Header(), Mail())
    #snippet("Read a value that another feature owns", 2)
    #snippet("Read a value that another feature owns", 3)
    inbox.dispatch(Inbox.Action.sent("hi"))
    store.dispatch(Session.Renamed(name: "Bo"))
    await store.settled(includingEffects: true)
    header.queue.sync {}
    #expect(header.received.values == ["Ada, 0 messages", "Ada, 1 messages", "Bo, 1 messages"])

    let alone = Store(state: StateReading(Inbox.State(), shared: User()), reducer: Inbox.reducer)
    alone.dispatch(Inbox.Action.sent("hi"))
    await alone.settled()
    #expect(alone.state.messages == ["Ada: hi"])
  }

  @Test func `Optional state and elements read the user of the session`() async {
    typealias AppState = Article.AppState
    let appReducer = Reducer<AppState> {
      #snippet("Read a value that another feature owns", 4)
    }
    let store = Store(state: AppState(draft: Draft.State()), reducer: appReducer)
    #snippet("Read a value that another feature owns", 5)
    store.dispatch(Draft.Signed())
    store.dispatch(Row.Claimed(elementID: 7))
    await store.settled()
    #expect(store.state.draft?.signature == "Ada")
    #expect(row?.state.owner == "Ada")
  }

  @Test func `Two players don't receive each other's actions`() async {
    struct AppState: Equatable, Sendable {
      var left = Player.State()
      var right = Player.State()
    }
    func startPlayer(on store: StoreOf<Player.State, some Any>) {}
    #snippet("Use a feature several times")
    let store = Store(state: AppState(), reducer: appReducer)
    #snippet("Use a feature several times", 2)
    #snippet("Store+Instance.swift")
    await store.settled()
    #expect(store.state == AppState(left: Player.State(isPlaying: true)))
    store.dispatch(Player.Action.paused)
    await store.settled()
    #expect(store.state == AppState())
  }
}

/// The examples of the documentation comments.
@Suite struct ReadingDocCommentTests {
  private struct Message: Equatable, Sendable {
    let author: String
    let text: String

    init(from author: String, _ text: String) {
      self.author = author
      self.text = text
    }
  }

  private #snippet("StateReading.swift")

  private enum Search {
    struct State: Equatable, Sendable { var author = "" }
    struct Started: Action {}

    static let reducer = Reducer<StateReading<State, User>>.updating(Started.self) { state, _ in
      state.author = state.shared.name
    }
  }

  private struct AppState: Equatable, Sendable {
    var user = User()
    var inbox = Inbox.State()
    var search: Search.State? = Search.State()
    var rows = [Row.State(id: 7)]
  }

  private final class InboxView: ServiceComponent {
    let disposer = Disposer()
    let queue = DispatchQueue(label: "view")
    var props = ""
  }

  @Test func `Features of a composition read the user`() async {
    let appReducer = Reducer<AppState> {
      #snippet("Reducer+Reading.swift")
      #snippet("Reducer+Reading.swift", 2)
    }
    let store = Store(state: AppState(), reducer: appReducer)
    let view = InboxView()
    #snippet("Store+Reading.swift")
    #snippet("Store+Reading.swift", 2)
    store.dispatch(Inbox.Action.sent("hi"))
    store.dispatch(Row.Claimed(elementID: 7))
    store.dispatch(Search.Started())
    await store.settled()
    view.queue.sync { #expect(view.props == "Ada: 1") }
    #expect(store.state.inbox.messages == [Message(from: "Ada", "hi")])
    #expect(store.state.search?.author == "Ada")
    #expect(row?.state.shared == User())
  }
}
