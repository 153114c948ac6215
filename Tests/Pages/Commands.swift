// SPDX-License-Identifier: MIT

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct CommandsTests {
  let clock = ManualClock()
  let disposer = Disposer()

  #snippet("Overview")
  #snippet("Handle commands")

  struct LoginAPI: Sendable {
    static let stub = LoginAPI(login: { user, _ in "Ms \(user)" })
    var login: @Sendable (String, String) async throws -> String
    var forget: @Sendable () async -> Void = {}
  }

  enum Weather {
    struct Forecast: Codable, Equatable, Sendable { var degrees = 0 }
    enum Action: Runnel.Action, Equatable { case loaded(Forecast) }
    enum Command: Runnel.Command, Equatable { case load(URL) }
  }

  typealias Forecast = Weather.Forecast

  #snippet("Call an API with URLSession")

  struct Speaker: Sendable {}
  struct Beep: Command {}

  struct PlayerHandler: CommandHandler {
    let speaker: Speaker
    func handle(_ command: Beep) -> Effect { .none }
  }

  struct AppState: Equatable, Sendable { var login = Login.State() }

  private func handle(
    _ store: Store<Login.State>, _ previewStore: Store<Login.State>,
    _ testStore: Store<Login.State>, _ api: LoginAPI, _ speaker: Speaker
  ) {
    #snippet("Combine handlers", 1...3)
    do { #snippet("Add a handler from a feature's package", 1...2) }
  }

  enum Basket {
    struct State: Equatable, Sendable { var items: [String] = [] }
    enum Event: Action { case added(String) }
  }

  private func narrow(_ store: Store<Basket.State>) { #snippet("Separate events and results") }
}
