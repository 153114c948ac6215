// SPDX-License-Identifier: MIT

import Dispatch
public import Runnel

/// A token of a connection that saves a slice of a store, until it is disposed or released.
///
/// ```swift
/// let saving = store.persist(\.settings, to: stored)
/// try await saving.flush()
/// ```
///
/// So retain it, or transfer it to a `Disposer`. Its end, and the end of the store, save the last
/// value. It doesn't retain the store.
public final class Saving: Sendable, CustomDebugStringConvertible {
  private let saver: Saver
  private let token: Disposable

  init(_ saver: Saver, at site: CallSite) {
    self.saver = saver
    token = Disposable(at: site) { saver.dispose() }
  }

  /// Saves the state after all actions dispatched so far, and returns when it is stored.
  ///
  /// It writes only if the state isn't stored yet, and repeats a save that failed. After the end of
  /// this token or of the store, it waits for the last save.
  ///
  /// - Throws: The error that kept the state from being saved.
  public func flush() async throws(PersistenceError) {
    let error = await withCheckedContinuation { continuation in
      saver.flush { continuation.resume(returning: $0) }
    }
    if let error { throw error }
  }

  /// Blocks the calling thread until the state is stored, as ``flush()`` does.
  ///
  /// For scripts, and for an app that is about to end. Where the save needs the thread, it is a
  /// fatal error: on the store's queue, such as in an observer, or in an `onError` listener.
  ///
  /// - Throws: The error that kept the state from being saved.
  @available(*, noasync, message: "Use flush() where there is await.")
  public func waitUntilFlushed(
    file: StaticString = #fileID, line: UInt = #line
  ) throws(PersistenceError) {
    if !saver.prepareToWait() { Misuse.waitForSaving(CallSite(file: file, line: line)).trap() }
    let isDone = DispatchSemaphore(value: 0)
    let result = Locked<PersistenceError?>(nil)
    saver.flush { error in
      result.withLock { $0 = error }
      isDone.signal()
    }
    isDone.wait()
    if let error = result.withLock({ $0 }) { throw error }
  }

  /// Saves the last value and ends the connection, as releasing the token does.
  ///
  /// The value after all actions dispatched so far is written off this thread: to wait for it, call
  /// ``flush()`` afterward. Later changes aren't saved.
  public func dispose() { token.dispose() }

  /// Ends the connection without saving, and returns when no write is under way anymore: the
  /// storage can then be deleted, for example after logging out.
  public func discard() async {
    await withCheckedContinuation { continuation in
      saver.discard { continuation.resume() }
    }
    token.dispose()
  }

  /// Transfers this to `disposer`, which ends it.
  public func dispose(on disposer: Disposer) { token.dispose(on: disposer) }

  /// A Boolean value that indicates whether this has ended.
  public var isDisposed: Bool { token.isDisposed }

  /// The creator's file and line, and whether this has ended.
  public var debugDescription: String {
    "Saving" + token.debugDescription.dropFirst("Disposable".count)
  }
}
