// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import Testing

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
  enum Inbox {
    struct State: Equatable, Sendable { var messages: [String] = [] }
    enum Action: Runnel.Action { case sent(String) }

    static let reducer = Reducer<StateReading<State, User>>.updating(Action.self) { state, action in
      switch action {
      case .sent(let text): state.messages.append("\(state.shared.name): \(text)")
      }
    }
  }

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

    let appReducer = Reducer<AppState> {
      Session.reducer.scope(\.session)
      Inbox.reducer.scope(\.inbox, reading: \.session.user)
    }
    let store = Store(state: AppState(), reducer: appReducer)
    let inbox = store.scope(\.inbox, reading: \.session.user)

    header.connect(to: inbox) { state, _ in
      "\(state.shared.name), \(state.messages.count) messages"
    }
    inbox.run(for: { $0.shared.id }) { id in
      .stream(mail.messages(to: id)) { Inbox.Action.sent($0) }
    }
    .dispose(on: disposer)

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
      Draft.reducer.reading(\.session.user) { $0.ifPresent(\.draft) }
      Row.reducer.reading(\.session.user) { $0.forEach(\.rows) }
    }
    let store = Store(state: AppState(draft: Draft.State()), reducer: appReducer)
    let row = store.reading(\.session.user) { $0.scope(\.rows, id: 7) }
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

    let appReducer = Reducer<AppState> {
      Player.reducer.scope(\.left).instance(Side.left)
      Player.reducer.scope(\.right).instance(Side.right)
    }
    let store = Store(state: AppState(), reducer: appReducer)
    let left = store.scope(\.left, accepting: Player.Action.self).instance(Side.left)
    left.dispatch(.started)
    startPlayer(on: store.scope(\.left).instance(Side.left))
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

  private enum Inbox {
    struct State: Equatable, Sendable { var messages: [Message] = [] }
    enum Action: Runnel.Action { case sent(String) }

    static let reducer = Reducer<StateReading<State, User>>.on(Action.self) { state, action in
      switch action {
      case .sent(let text):
        state.messages.append(Message(from: state.shared.name, text))
        return .none
      }
    }
  }

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
      Inbox.reducer.scope(\.inbox, reading: \.user)
      Row.reducer.reading(\.user) { $0.forEach(\.rows) }
      Search.reducer.reading(\.user) { $0.ifPresent(\.search) }
    }
    let store = Store(state: AppState(), reducer: appReducer)
    let view = InboxView()

    let inbox = store.scope(\.inbox, reading: \.user)
    view.connect(to: inbox) { state, _ in "\(state.shared.name): \(state.messages.count)" }
    let row = store.reading(\.user) { $0.scope(\.rows, id: 7) }

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
