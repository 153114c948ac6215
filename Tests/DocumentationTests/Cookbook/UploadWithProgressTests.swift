// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of UploadWithProgress.md.
@Suite struct UploadWithProgressTests {
  typealias Upload = UploadWithProgressExample.Upload

  protocol Uploader: Sendable {
    func upload(_ file: String) -> AsyncThrowingStream<Double, any Error>
  }

  struct UploadHandler: CommandHandler {
    let uploader: any Uploader

    func handle(_ command: Upload.Command) -> EffectOf<Upload.Action> {
      switch command {
      case .upload(let file): .stream(uploader.upload(file)) { .progressed($0) }
      }
    }
  }

  @Test func `An upload shows its progress until it is canceled`() async {
    final class FakeUploader: Uploader {
      let sources = ValueRecorder<AsyncThrowingStream<Double, any Error>.Continuation>()

      func upload(_ file: String) -> AsyncThrowingStream<Double, any Error> {
        let (progress, source) = AsyncThrowingStream<Double, any Error>.makeStream()
        sources.record(source)
        return progress
      }
    }
    let uploader = FakeUploader()
    let store = TestStore(state: Upload.State(), reducer: Upload.reducer)
      .accepting(Upload.Action.self)
    store.handle(with: UploadHandler(uploader: uploader))

    await store.send(.uploadTapped("photo.jpg")) { $0.progress = 0 }
    uploader.sources.values[0].yield(0.5)
    await store.receive(.progressed(0.5)) { $0.progress = 0.5 }
    uploader.sources.values[0].finish()
    await store.receive(.uploaded) { $0.progress = nil }

    await store.send(.uploadTapped("photo.jpg")) { $0.progress = 0 }
    await store.send(.cancelTapped) { $0.progress = nil }
    uploader.sources.values[1].yield(0.5)
    await store.finish()
  }
}
