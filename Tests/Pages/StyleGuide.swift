// SPDX-License-Identifier: MIT

@Suite struct StyleGuideTests {
  #snippet("Overview")

  enum Profile {
    struct State: Equatable, Sendable {
      var account = ""
      var items = ["tea"]
      var selection: String?
    }

    enum Action: Runnel.Action { case clearTapped, accountChanged(String) }

    #snippet("Call a function in place of a chain of actions", 2)
  }

  private func makeReducer() -> Reducer<Profile.State> {
    #snippet("Keep a rule in one place")
    return reducer
  }
}

private typealias Profile = StyleGuideTests.Profile

#snippet("Call a function in place of a chain of actions")
