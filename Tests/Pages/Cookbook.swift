// SPDX-License-Identifier: MIT

// The recipes of the Cookbook. Those that have views define their features in
// Apple/CookbookFeatures.swift, and are tested in extensions.

@Suite struct CancelEffectsOnLogoutTests {
  #snippet("CancelEffectsOnLogout.md", "Define the feature")
  #snippet("CancelEffectsOnLogout.md", "Test it")

  private func logOut(_ store: Store<AppState>) { #snippet("CancelEffectsOnLogout.md", "Log out") }
}

extension CountdownTimerExample { #snippet("CountdownTimer.md", "Test it") }

@Suite struct DebounceAndThrottleTests {
  #snippet("DebounceAndThrottle.md", "Define the feature")
  #snippet("DebounceAndThrottle.md", "Test it")

  private func edit(_ store: StoreOf<Editor.State, Editor.Action>) {
    #snippet("DebounceAndThrottle.md", "Dispatch from a view")
  }
}

@Suite struct DispatchFromOutsideTests {
  #snippet("DispatchFromOutside.md", "Define the feature")
  #snippet("DispatchFromOutside.md", "Dispatch from a delegate")
  #snippet("DispatchFromOutside.md", "Wrap a callback in an effect", 1...2)
  #snippet("DispatchFromOutside.md", "Test it")
}

extension FormRecipeExample { #snippet("FormRecipe.md", "Test it") }

@Suite struct MigrateFromASingletonTests {
  #snippet("MigrateFromASingleton.md", "Define the feature")
  #snippet("MigrateFromASingleton.md", "Keep the object as a facade")
  #snippet("MigrateFromASingleton.md", "Test it")
}

@Suite struct OptimisticUpdateTests {
  #snippet("OptimisticUpdate.md", "Define the feature")

  private static let photos: Reducer<[Photo.State]> = Photo.reducer.forEach(\.self)

  #snippet("OptimisticUpdate.md", "Test it")

  private func like(in store: Store<[Photo.State]>) {
    #snippet("OptimisticUpdate.md", "Dispatch from a row")
  }
}

extension PaginationExample { #snippet("Pagination.md", "Test it", 1...2) }

@Suite struct ParallelLoadsTests {
  #snippet("ParallelLoads.md", "Define the feature")
  #snippet("ParallelLoads.md", "Perform the commands")
  #snippet("ParallelLoads.md", "Test it")

  private func open(_ store: StoreOf<Home.State, Home.Action>, _ disposer: Disposer) {
    #snippet("ParallelLoads.md", "Perform the commands", 2)
  }
}

extension PollingExample { #snippet("Polling.md", "Test it") }
extension PullToRefreshExample { #snippet("PullToRefresh.md", "Test it") }

@Suite struct RetryWithBackoffTests {
  #snippet("RetryWithBackoff.md", "Define the feature")
  #snippet("RetryWithBackoff.md", "Stop at errors that another attempt doesn't fix")
  #snippet("RetryWithBackoff.md", "Test it")

  private func open(
    _ store: StoreOf<Article.State, Article.Action>, _ disposer: Disposer,
    load: @escaping @Sendable () async throws -> String
  ) {
    #snippet("RetryWithBackoff.md", "Stop at errors that another attempt doesn't fix", 2)
  }

  struct Unauthorized: Error {}

  enum Inbox {
    enum Action: Runnel.Action, Equatable { case opened, loaded(String), failed(String) }
    enum Command: Runnel.Command, Equatable { case load, refreshToken }

    static let reducer = Reducer<[String]>.on(Action.self) { texts, action in
      switch action {
      case .opened:
        return #snippet("RetryWithBackoff.md", "Refresh an expired token")
      case .loaded(let text), .failed(let text):
        texts.append(text)
        return .none
      }
    }
  }

  @Test(arguments: [1, 2])
  func `An expired token is refreshed once, and a second refusal is reported`(
    acceptedToken: Int
  ) async {
    let tokens = Counter()
    let store = Store(state: [], reducer: Inbox.reducer)
    let spy = CommandSpy(Inbox.Command.self, sending: Inbox.Action.self) { command in
      .run { send in
        if command == .refreshToken { return tokens.increment() }
        if tokens.value < acceptedToken { throw Unauthorized() }
        send(.loaded("Hello"))
      }
    }
    let handler = store.handle(with: spy)
    await store.dispatchAndWait(Inbox.Action.opened)
    #expect(store.state == [acceptedToken == 1 ? "Hello" : "Unauthorized()"])
    #expect(spy.commands == [.load, .refreshToken, .load])
    handler.dispose()
  }
}

extension SearchAsYouTypeExample { #snippet("SearchAsYouType.md", "Test it") }

@Suite struct ShareAValueTests {
  #snippet("ShareAValue.md", "Define the feature")
  #snippet("ShareAValue.md", "Compose them")
  #snippet("ShareAValue.md", "Test it", 1...2)
}

extension ShowAnErrorExample { #snippet("ShowAnError.md", "Test it") }

@Suite struct TestWithoutWaitingTests {
  #snippet("TestWithoutWaiting.md", "Define the feature")
  #snippet("TestWithoutWaiting.md", "Advance the time")
  #snippet("TestWithoutWaiting.md", "Wait for a state, not for a duration")
}

@Suite struct UndoAndRedoTests {
  #snippet("UndoAndRedo.md", "Define the feature")
  #snippet("UndoAndRedo.md", "Test it")

  private func show(
    _ store: StoreOf<Note.State, Note.Action>, _ disposer: Disposer,
    setUndoEnabled: @escaping @MainActor (Bool) -> Void
  ) {
    #snippet("UndoAndRedo.md", "Show it")
  }
}

extension UploadWithProgressExample {
  #snippet("UploadWithProgress.md", "Stream the progress")
  #snippet("UploadWithProgress.md", "Test it")
}

@Suite struct WebSocketConnectionTests {
  #snippet("WebSocketConnection.md", "Define the feature")
  #snippet("WebSocketConnection.md", "Connect to the socket")
  #snippet("WebSocketConnection.md", "Test it", 1...2)

  private func connect(
    _ store: StoreOf<Chat.State, Chat.Action>, to socket: FakeSocket, _ disposer: Disposer
  ) {
    #snippet("WebSocketConnection.md", "Start and stop it")
  }
}

@Suite struct WizardAcrossScreensTests {
  #snippet("WizardAcrossScreens.md", "Define the screens")
  #snippet("WizardAcrossScreens.md", "Define the wizard", 1...2)
  #snippet("WizardAcrossScreens.md", "Test it")

  @Test func `Each screen has a store of its part`() {
    let store = Store(state: AppState(), reducer: SignUp.reducer.ifPresent(\.signUp))
    #snippet("WizardAcrossScreens.md", "Pass a store to each screen")
  }
}
