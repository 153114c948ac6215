// SPDX-License-Identifier: MIT

import Foundation

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

  private func handle(_ store: Store<Login.State>, _ api: LoginAPI) {
    #snippet("Handle commands", 2)
  }

  enum Weather {
    struct Forecast: Codable, Equatable, Sendable { var degrees = 0 }
    enum Action: Runnel.Action, Equatable { case loaded(Forecast) }
    enum Command: Runnel.Command, Equatable { case load(URL) }
  }

  typealias Forecast = Weather.Forecast

  #snippet("Call an API with URLSession")

  enum Player {
    enum Command: Runnel.Command { case beep, duration, positions, fadeOut }
    enum Action: Runnel.Action { case duration(Double), position(Double), faded }
  }

  struct Speaker: Sendable {
    func beep() {}
    func duration() async throws -> Double { 9 }
    func positions() -> AsyncStream<Double> { [0.5, 1].async }
    func setVolume(_ volume: Double) {}
  }

  #snippet("Return results from a command")

  private func combineHandlers(
    _ store: Store<Login.State>, _ previewStore: Store<Login.State>,
    _ testStore: Store<Login.State>, _ api: LoginAPI, _ speaker: Speaker
  ) {
    #snippet("Combine handlers")
    #snippet("Combine handlers", 2)
    #snippet("Combine handlers", 3)
  }

  struct AppState: Equatable, Sendable { var login = Login.State() }

  private func addHandler(_ api: LoginAPI) {
    #snippet("Add a handler from a feature's package")
    #snippet("Add a handler from a feature's package", 2)
  }

  #snippet("Separate events and results")

  private func narrow(_ store: Store<Basket.State>) -> StoreOf<Basket.State, Basket.Event> {
    #snippet("Separate events and results", 2)
    return view
  }

  @Test func `The handler of orders receives the order`() async {
    #snippet("Separate events and results", 3)
  }
}
