// SPDX-License-Identifier: MIT

#if canImport(os)
  public import Runnel
  import os

  extension StoreOf {
    /// Shows what this store does as signposts in Instruments.
    ///
    /// ```swift
    /// let signposts = store.signposts()
    /// ```
    ///
    /// Effects are intervals. Reduced actions and deliveries are events with their durations, since
    /// the store reports them at their end. Signposts have types and places, and nothing of what
    /// actions contain. An action costs two clock readings and a text with them, and nothing
    /// without. They end with the token, which doesn't retain the store.
    public func signposts(
      subsystem: String = "Runnel", file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
      let signposter = OSSignposter(subsystem: subsystem, category: "store")
      let running = Locked<[UInt64: OSSignpostIntervalState]>([:])
      let probe = Signpost.probe { signpost in
        switch signpost {
        case .effectBegan(let number, let name):
          let id = signposter.makeSignpostID()
          let interval = signposter.beginInterval("effect", id: id, "\(name, privacy: .public)")
          running.withLock { $0[number] = interval }
        case .effectEnded(let number, let outcome):
          guard let interval = running.withLock({ $0.removeValue(forKey: number) }) else { return }
          signposter.endInterval("effect", interval, "\(outcome, privacy: .public)")
        case .reduced(let text):
          signposter.emitEvent("reduce", id: .exclusive, "\(text, privacy: .public)")
        case .delivered(let text):
          signposter.emitEvent("delivery", id: .exclusive, "\(text, privacy: .public)")
        }
      }
      return add(probe, at: CallSite(file: file, line: line), whenAdded: { _, _ in })
    }
  }
#else
  import Runnel
#endif

/// What a profiler shows of a store: types, places and durations, and no contents of actions.
enum Signpost {
  case effectBegan(UInt64, String)
  case effectEnded(UInt64, outcome: String)
  case reduced(String)
  case delivered(String)

  /// Returns a probe that calls `emit` on the thread of each event.
  static func probe(_ emit: @escaping @Sendable (Signpost) -> Void) -> Probe {
    Probe([.reduced, .time, .delivered, .effects]) { event in
      switch event {
      case .reduced(let action):
        let duration = Duration.nanoseconds(action.duration)
        emit(.reduced("\(type(of: action.record.action)) at \(action.record.site): \(duration)"))
      case .delivered(let delivery):
        emit(.delivered("\(delivery.describe()): \(Duration.nanoseconds(delivery.duration))"))
      case .effectBegan(let effect):
        emit(.effectBegan(effect.number, "\(effect.describe()) at \(effect.site)"))
      case .effectEnded(let effect, .finished):
        emit(.effectEnded(effect.number, outcome: "finished"))
      case .effectEnded(let effect, .failed): emit(.effectEnded(effect.number, outcome: "failed"))
      case .effectEnded(let effect, .canceled):
        emit(.effectEnded(effect.number, outcome: "canceled"))
      default: break
      }
    }
  }
}
