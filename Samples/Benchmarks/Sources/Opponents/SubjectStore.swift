// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import OpenCombine
import OpenCombineDispatch

/// A `CurrentValueSubject` behind a lock; what is dispatched is reduced at once, on the caller's thread.
///
/// So do stores on Combine. Observers are told on the thread that dispatches, and views after a hop.
package final class SubjectStore<State: Sendable, Action: Sendable>: ActionStore,
  @unchecked Sendable
{
  // `@unchecked`: the subject is sent to and subscribed to, and `cancellables` are touched, while `lock`
  // is held. It is recursive, since an observer may dispatch.
  private let lock = NSRecursiveLock()
  private let subject: CurrentValueSubject<State, Never>
  private let reducer: @Sendable (inout State, Action) -> Void
  private var cancellables: Set<AnyCancellable> = []

  package init(state: State, reducer: @escaping @Sendable (inout State, Action) -> Void) {
    subject = CurrentValueSubject(state)
    self.reducer = reducer
  }

  package func dispatch(_ action: Action) {
    lock.withLock { reducer(&subject.value, action) }
  }

  @discardableResult
  package func observe<Value: Equatable & Sendable>(
    _ path: any KeyPath<State, Value> & Sendable,
    _ observer: @escaping @Sendable (Value) -> Void
  ) -> Ending {
    keep { $0.map { $0[keyPath: path] }.removeDuplicates().sink(receiveValue: observer) }
  }

  package func show<Value: Equatable & Sendable>(
    _ path: any KeyPath<State, Value> & Sendable,
    _ observer: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    _ = keep {
      $0.map { $0[keyPath: path] }
        .removeDuplicates()
        .receive(on: DispatchQueue.main.ocombine)
        .sink { value in MainActor.assumeIsolated { observer(value) } }
    }
  }

  private func keep(
    _ subscribe: (CurrentValueSubject<State, Never>) -> AnyCancellable
  ) -> Ending {
    lock.withLock {
      // `nonisolated(unsafe)`: compared and cancelled while `lock` is held, by the closure below.
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

  package func close() {
    lock.withLock { cancellables = [] }
  }
}
