// SPDX-License-Identifier: MIT

import RunnelBoundary

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

private struct SearchField { let onChange: @Sendable (String) -> Void }

private struct ShopOutput: Sendable { let repositories: Property<[String]> }

@Suite struct BoundaryDocCommentTests {
  let disposer = Disposer()

  @Test func `The example of a boundary reads a thermometer`() async throws {
    let (sensor, continuation) = AsyncThrowingStream<Double, any Error>.makeStream()
    #snippet("Boundary.swift")
    #expect(["", "°C"].contains(unit))
    await boundary.output.unit.settled()
    #expect(boundary.output.unit.value == "°C")
    #snippet("ThrowingProperty.swift")
    #expect(reading == 0)
    continuation.yield(21.5)
    var values = boundary.output.reading.values().makeAsyncIterator()
    while try await values.next() != 21.5 {}
    continuation.finish(throwing: CancellationError())
    await #expect(throws: CancellationError.self) { while try await values.next() != nil {} }
    withExtendedLifetime(boundary) {}
  }

  @Test func `The examples of inputs and outputs send, read and observe`() async {
    #snippet("MutableProperty.swift")
    await repositories.settled()
    #snippet("InputPort.swift")
    let boundary = MockBoundary(input: Input(), output: output)
    #snippet("Sender.swift")
    let query = MutableProperty("store").property
    #snippet("Sender.swift", 2)
    await query.settled()
    field.onChange("data")
    #expect(boundary.sent.searchText == ["swift", "store", "data"])

    let count = boundary.output.repositories.value.count
    boundary.output.repositories.observe { print($0) }.dispose(on: disposer)
    #expect(count == 1)
  }
}
