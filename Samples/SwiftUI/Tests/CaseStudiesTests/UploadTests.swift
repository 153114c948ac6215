// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import CaseStudies

@Suite struct UploadTests {
  private let clock = ManualClock()

  private func testStore() -> TestStoreOf<Upload.State, Upload.Action> {
    TestStore(
      state: Upload.State(), reducer: Upload.reducer, handlers: AppHandlers.live, clock: clock
    ).accepting(Upload.Action.self)
  }

  @Test func theProgressArrivesInSteps() async {
    let store = testStore()
    await store.send(.startTapped) { $0.status = .uploading(progress: 0) }
    await store.send(.startTapped)
    for part in 1...10 {
      await clock.advance(by: .milliseconds(300))
      let progress = Double(part) / 10
      await store.receive(.progressed(progress)) { $0.status = .uploading(progress: progress) }
    }
    await store.receive(.finished) { $0.status = .done }
    await store.finish()
  }

  @Test func cancelingEndsTheUpload() async {
    let store = testStore()
    await store.send(.startTapped) { $0.status = .uploading(progress: 0) }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.progressed(0.1)) { $0.status = .uploading(progress: 0.1) }
    await store.send(.cancelTapped) { $0.status = .ready }
    await clock.advance(by: .seconds(5))
    await store.finish()
  }

  @Test func anErrorEndsTheUpload() async {
    struct Offline: Error {}
    let store = testStore()
    store.handle(Upload.Send.self) { _ in .once { throw Offline() } }
    await store.send(.startTapped) { $0.status = .uploading(progress: 0) }
    await store.receive(.failed("Offline()")) { $0.status = .failed("Offline()") }
    await store.finish()
  }
}
