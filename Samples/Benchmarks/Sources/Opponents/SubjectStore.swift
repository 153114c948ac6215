// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import OpenCombine
import OpenCombineDispatch

/// A `CurrentValueSubject` behind a lock, which reduces actions immediately on the caller's thread.
///
/// Stores on Combine work this way. Observers are notified on the dispatching thread, and views on
/// main.
package final class SubjectStore<State: Sendable, Action: Sendable>: ActionStore,
  @unchecked Sendable
{
  // Invariant for `@unchecked`: `subject` and `cancellables` are accessed while `lock` is locked.
  // The lock is recursive, because an observer can dispatch.
  private let lock = NSRecursiveLock()
  private let subject: CurrentValueSubject<State, Never>
  private let reducer: Reduce<State, Action>
  private var cancellables: Set<AnyCancellable> = []

  package init(state: State, reducer: @escaping Reduce<State, Action>) {
    subject = CurrentValueSubject(state)
    self.reducer = reducer
  }

  package func dispatch(_ action: Action) { lock.withLock { reducer(&subject.value, action) } }

  @discardableResult
  package func observe<Value: Equatable & Sendable>(
    _ path: Path<State, Value>, _ observer: @escaping Observer<Value>
  ) -> Ending {
    keep { $0.map { $0[keyPath: path] }.removeDuplicates().sink(receiveValue: observer) }
  }

  package func show<Value: Equatable & Sendable>(
    _ path: Path<State, Value>, _ observer: @escaping Viewer<Value>
  ) {
    _ = keep {
      $0.map { $0[keyPath: path] }
        .removeDuplicates()
        .receive(on: DispatchQueue.main.ocombine)
        .sink { value in MainActor.assumeIsolated { observer(value) } }
    }
  }

  private func keep(_ subscribe: (CurrentValueSubject<State, Never>) -> AnyCancellable) -> Ending {
    lock.withLock {
      // `nonisolated(unsafe)`: the closure below accesses it while `lock` is locked.
      nonisolated(unsafe) let cancellable = subscribe(subject)
      cancellables.insert(cancellable)
      return { [self] in
        lock.withLock {
          cancellable.cancel()
          cancellables.remove(cancellable)
        }
      }
    }
  }

  package var current: State { lock.withLock { subject.value } }

  package func close() { lock.withLock { cancellables = [] } }
}
