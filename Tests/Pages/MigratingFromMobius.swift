// SPDX-License-Identifier: MIT

@Suite struct MigratingFromMobiusTests {
  let clock = ManualClock()
  let disposer = Disposer()

  #snippet("Equivalents")

  struct API: Sendable {
    func login(_ name: String) async throws {}
    func track(_ name: String) {}
  }

  #snippet("Equivalents", 2)

  @Test func `An update is tested as a function`() { #snippet("Equivalents", 9) }

  private struct Network: Sendable {
    func watch(_ listener: @escaping @Sendable (Bool) -> Void) {}
    func unwatch() {}
  }

  #snippet("Equivalents", 6)

  @MainActor private func start(
    _ api: API, _ network: Network, _ view: LoginView, _ store: Store<Login.Model>
  ) async {
    do { #snippet("Equivalents", 3) }
    #snippet("Equivalents", 4...5)
    #snippet("Equivalents", 7...8)
  }
}
