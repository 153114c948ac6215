// SPDX-License-Identifier: MIT

import Runnel

/// Records the runtime warnings whose message contains a text, until it is released.
package final class WarningRecorder: Sendable {
  private let recorder: Recorder<Misuse>
  private let listener: Disposable

  package init(containing text: String) {
    let recorder = Recorder<Misuse>()
    self.recorder = recorder
    listener = Misuse.onWarning { if $0.description.contains(text) { recorder.record($0) } }
  }

  deinit {
    listener.dispose()
  }

  package var messages: [String] { recorder.values.map(\.message) }

  /// The messages with their file and line.
  package var descriptions: [String] { recorder.values.map(\.description) }
}
