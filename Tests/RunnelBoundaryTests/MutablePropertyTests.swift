// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct MutablePropertyTests {
  private let number = MutableProperty(0)

  @Test func `a property has the value that was sent`() async {
    let property = number.property
    #expect(property.value == 0)
    number.send(1)
    number.update { $0 += 10 }
    await number.settled()
    #expect(property.value == 11)
  }

  @Test func `a sequence of values ends when the mutable property is released`() async {
    var number: MutableProperty<Int>? = MutableProperty(0)
    let reader = number?.property.values(delivery: .every)
    var values = reader?.makeAsyncIterator()
    #expect(await values?.next() == 0)
    number?.send(1)
    number?.send(2)
    #expect(await values?.next() == 1)
    #expect(await values?.next() == 2)
    number = nil
    #expect(await values?.next() == nil)
  }

  @Test func `a mutable property follows a sequence and accepts values after its end`() async {
    let (sequence, continuation) = AsyncStream<Int>.makeStream()
    var values = number.property.values(delivery: .every).makeAsyncIterator()
    #expect(await values.next() == 0)
    let token = number.follow(sequence)
    continuation.yield(1)
    #expect(await values.next() == 1)
    continuation.finish()
    number.send(2)
    #expect(await values.next() == 2)
    token.dispose()
  }

  @Test @MainActor func `a component connects to a mutable property`() async {
    let label = ViewRecorder(-1)
    label.connect(to: number)
    number.send(1)
    await number.settled()
    #expect(label.values == [0, 1])
  }
}
