// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary
import Testing

private final class ThermometerBoundary: Boundary<ThermometerBoundary.Logic> {
  struct Input: Sendable { let unit = InputPort<String>() }

  struct Output: Sendable {
    let unit: Property<String>
    let reading: ThrowingProperty<Double>
  }

  enum Logic: BoundaryLogic {
    typealias Input = ThermometerBoundary.Input
    typealias Dependencies = AsyncThrowingStream<Double, any Error>

    static func bind(_ context: Context<Logic>) -> Output { thermometer(context) }
  }
}

private func thermometer(
  _ context: Context<ThermometerBoundary.Logic>
) -> ThermometerBoundary.Output {
  struct Output { let reading: ThrowingProperty<Double> }
  func follow(_ sensor: AsyncThrowingStream<Double, any Error>) -> Output {
    let readings = MutableProperty<Result<Double, any Error>>(.success(0))
    readings.follow(sensor).dispose(on: context.disposer)
    return Output(reading: readings.property.throwing())
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
    let boundary = ThermometerBoundary(input: ThermometerBoundary.Input(), dependencies: sensor)
    boundary.input.unit("°C")
    let unit = boundary.output.unit.value
    #expect(["", "°C"].contains(unit))
    await boundary.output.unit.settled()
    #expect(boundary.output.unit.value == "°C")
    let reading = try boundary.output.reading.value
    #expect(reading == 0)
    continuation.yield(21.5)
    var values = boundary.output.reading.values().makeAsyncIterator()
    while try await values.next() != 21.5 {}
    continuation.finish(throwing: CancellationError())
    await #expect(throws: CancellationError.self) { while try await values.next() != nil {} }
    withExtendedLifetime(boundary) {}
  }

  @Test func `The examples of inputs and outputs send, read and observe`() async {
    let repositories = MutableProperty<[String]>([])
    let output = ShopOutput(repositories: repositories.property)
    repositories.send(["runnel"])
    await repositories.settled()

    struct Input: Sendable {
      let searchText = InputPort<String>()
      let retry = InputPort<Void>()
    }
    let boundary = MockBoundary(input: Input(), output: output)
    boundary.input.searchText("swift")
    boundary.input.retry()
    let query = MutableProperty("store").property
    let field = SearchField(onChange: boundary.input.searchText.send)
    query.observe(with: boundary.input.searchText.send).dispose(on: disposer)
    await query.settled()
    field.onChange("data")
    #expect(boundary.sent.searchText == ["swift", "store", "data"])

    let count = boundary.output.repositories.value.count
    boundary.output.repositories.observe { print($0) }.dispose(on: disposer)
    #expect(count == 1)
  }
}
