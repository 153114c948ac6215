// SPDX-License-Identifier: MIT

public import Foundation
public import Runnel

/// The last actions of a store in memory, for a "report a problem" button.
///
/// ```swift
/// let flight = store.record(last: 5_000)
/// ```
///
/// It keeps the actions themselves, and encodes them only when a file is written. It retains up to
/// six states of the store, with which a replay can begin. It doesn't retain the store.
public final class FlightRecorder: Sendable {
  private let recent: RecentEvents
  private let token: Disposable
  private let makeEncoder: @Sendable () -> LineEncoder
  private let whenReduced: @Sendable (@escaping @Sendable () -> Void) -> Void

  init(
    _ recent: RecentEvents, _ token: Disposable,
    makeEncoder: @escaping @Sendable () -> LineEncoder,
    whenReduced: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.recent = recent
    self.token = token
    self.makeEncoder = makeEncoder
    self.whenReduced = whenReduced
  }

  /// Writes the last actions to a file that ``Session`` reads, and goes on.
  ///
  /// It has at least the number of actions that was passed to the store, if that many were reduced,
  /// and up to a quarter more, so that it begins with a recorded state. It replaces an existing
  /// file, and nothing else: not a device, a FIFO or a symbolic link.
  ///
  /// - Throws: ``RecordingError`` if the file can't be written.
  public func write(to url: URL) async throws {
    let error = await withCheckedContinuation { continuation in
      whenReduced { [recent, makeEncoder] in
        recent.withEvents { continuation.resume(returning: encode($0, to: url, makeEncoder())) }
      }
    }
    if let error { throw error }
  }

  /// Ends the recording, and releases its actions and states when the recorder is released.
  public func dispose() {
    token.dispose()
  }

  /// Transfers the recording to `disposer`, which ends it.
  public func dispose(on disposer: Disposer) {
    token.dispose(on: disposer)
  }

  /// A Boolean value that indicates whether the recording has ended.
  public var isDisposed: Bool { token.isDisposed }
}

/// Encodes events to a file, and returns the error, if there is one.
private func encode(
  _ segments: [[LoggedEvent]], to url: URL, _ encoder: LineEncoder
) -> RecordingError? {
  var encoder = encoder
  do throws(RecordingError) {
    var output = try FileOutput(url)
    for (index, segment) in segments.enumerated() {
      // Later segments begin with the state that their predecessor ends with.
      for event in segment.dropFirst(index == 0 ? 0 : 1) {
        encoder.encode(event)
        if encoder.bytes.count >= 1 << 18 { output.write(&encoder.bytes) }
      }
    }
    output.write(&encoder.bytes)
    output.close()
    return output.error
  } catch {
    return error
  }
}
