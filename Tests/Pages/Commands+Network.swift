// SPDX-License-Identifier: MIT

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct CommandsNetworkTests {
  struct Forecast: Codable, Equatable, Sendable { var degrees = 0 }

  enum Weather {
    struct State: Equatable, Sendable {
      var forecast: Forecast?
      var problem: String?
    }

    enum Action: Runnel.Action, Equatable {
      case opened(URL)
      case loaded(Forecast)
      case failed
    }

    enum Command: Runnel.Command, Equatable { case load(URL) }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .opened(let url):
        return .perform(Command.load(url)).catch { _ in .failed }
      case .loaded(let forecast):
        state.forecast = forecast
        return .none
      case .failed:
        state.problem = "no forecast"
        return .none
      }
    }
  }

  #snippet("Call an API with URLSession")

  /// Answers each request with a forecast.
  final class FakeServer: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
      guard let url = request.url,
        let response = HTTPURLResponse(
          url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
      else { return }
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      client?.urlProtocol(self, didLoad: Data(#"{"degrees":21}"#.utf8))
      client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
  }

  @Test func `A handler decodes the response of a server`() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [FakeServer.self]
    let session = URLSession(configuration: configuration)
    let store = Store(state: Weather.State(), reducer: Weather.reducer)
    let disposer = Disposer()
    store.handle(with: WeatherHandler(session: session)).dispose(on: disposer)

    let url = try #require(URL(string: "https://weather.example/today"))
    await store.dispatchAndWait(Weather.Action.opened(url))

    #expect(store.state == Weather.State(forecast: Forecast(degrees: 21)))
  }
}
