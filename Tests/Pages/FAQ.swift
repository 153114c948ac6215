// SPDX-License-Identifier: MIT

@Suite struct FAQTests {
  private enum Draft {
    struct State: Equatable, Sendable { var text = "" }
    enum Action: Runnel.Action, Equatable { case opened, resetTapped }
    enum ID { case load }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .opened:
        return .run { _ in }
        #snippet("How do I reset a feature to its initial state?")
      }
    }
  }
}

enum StyleGuideExamples { #snippet("StyleGuide.md", "Overview") }

@Suite struct ComparisonTests {
  #snippet("Comparison.md", "Plain Observable objects")

  @Test func `An action calls only the reducers of its type`() async {
    struct First: Action {}
    struct Second: Action {}
    let calls = Recorder<String>()
    #snippet("Comparison.md", "The Composable Architecture")
  }
}
