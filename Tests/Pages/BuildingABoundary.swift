// SPDX-License-Identifier: MIT

private #snippet("Define inputs and outputs")

private #snippet("Define inputs and outputs", 2)

private struct SearchCommand: Command, Equatable { let text: String }

private struct SearchClient: Sendable { let search: @Sendable (String) async -> [String] }

#snippet("Write the logic")
#snippet("Create a boundary")

private #snippet("Use a boundary in another boundary")

@MainActor private final class Spinner { var isOn = false }

private struct SearchField { let onChange: @Sendable (String) -> Void }

@MainActor final class RepositoryList: ViewComponent {
  let disposer = Disposer()
  var props: [String] = []
}

@MainActor private final class CharacterCount: ViewComponent {
  let disposer = Disposer()
  var props = 0
}

@Suite struct BoundaryTests {
  let clock = ManualClock()
  private let client = SearchClient { text in ["\(text)-1", "\(text)-2"] }

  @MainActor private func use(_ boundary: SearchBoundary, _ spinner: Spinner, _ disposer: Disposer)
  {
    #snippet("Use a boundary")
    #snippet("Use a boundary", 2)
  }

  @MainActor private func follow(
    _ boundary: SearchBoundary, _ dictation: AsyncStream<String>, _ prices: AsyncStream<Double>,
    _ disposer: Disposer
  ) {
    #snippet("Use a boundary", 4)
    #snippet("Use a boundary", 3)
    #snippet("UsingSwiftUI.md", "Outputs of a boundary, and sequences", 2)
  }

  @Test func `The boundary is tested with a manual clock`() async { #snippet("Test a boundary") }
  @Test func `The screen is tested with a mock`() async { #snippet("Test a boundary", 2) }
}

// The examples of the documentation comments.

private #snippet("BoundaryLogic.swift")

private func thermometer(
  _ context: Context<ThermometerBoundary.Logic>
) -> ThermometerBoundary.Output {
  struct Output { let reading: ThrowingProperty<Double> }
  func follow(_ sensor: AsyncThrowingStream<Double, any Error>) -> Output {
    #snippet("MutableProperty.swift", 2)
  }
  let unit = MutableProperty("")
  context.input.unit.observe { unit.send($0) }.dispose(on: context.disposer)
  return ThermometerBoundary.Output(
    unit: unit.property, reading: follow(context.dependencies).reading)
}

private struct ShopOutput: Sendable { let repositories: Property<[String]> }

struct BoundaryDocComments {
  let disposer = Disposer()

  private func read(_ sensor: AsyncThrowingStream<Double, any Error>) throws {
    #snippet("Boundary.swift")
    #snippet("ThrowingProperty.swift")
  }

  private func send(_ query: Property<String>) {
    #snippet("MutableProperty.swift")
    let boundary = MockBoundary(input: SearchBoundary.Input(), output: output)
    #snippet("Sender.swift", 2)
  }
}
