// SPDX-License-Identifier: MIT

@Suite struct MigratingFromSwiftRexTests {
  let disposer = Disposer()

  typealias Search = FromSwiftRex.Search
  typealias Detail = Features.Detail
  typealias Row = Features.Row

  struct AppState: Equatable, Sendable {
    var search = Search.State()
    var detail: Detail.State? = Detail.State()
    var rows = [Row.State(id: 7), Row.State(id: 8)]
  }

  struct API: Sendable { func find(_ text: String) async throws -> [String] { [text] } }

  private #snippet("Equivalents", 2)

  private let api = API()

  private func makeStore() { #snippet("Equivalents", 3) }
  private func observe(_ store: Store<AppState>) { #snippet("Equivalents", 4) }
  private func follow(_ search: StoreOf<Search.State, Search.Action>) { #snippet("Equivalents", 5) }
  @Test func `A test store runs effects`() async { #snippet("Equivalents", 7) }
}
