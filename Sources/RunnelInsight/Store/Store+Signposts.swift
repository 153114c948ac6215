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
    /// Effects are intervals. Reduced actions and deliveries are events with their durations,
    /// because the store reports them at their end. Signposts have types and places, and nothing
    /// of what actions contain. Without signposts, a store has no cost. With them, an action costs
    /// two clock readings and a text.
    ///
    /// - Parameters:
    ///   - subsystem: The subsystem that Instruments shows.
    ///   - file: The file of the caller.
    ///   - line: The line of the caller.
    /// - Returns: A token that ends the signposts. It doesn't retain the store.
    public func signposts(
      subsystem: String = "Runnel", file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
      let output = SystemSignposts(OSSignposter(subsystem: subsystem, category: "store"))
      return add(output.probe, at: CallSite(file: file, line: line), whenAdded: { _, _ in })
    }
  }

  /// The signposts of the system.
  private struct SystemSignposts: SignpostOutput {
    private let signposter: OSSignposter
    private let running = Locked<[UInt64: OSSignpostIntervalState]>([:])

    init(_ signposter: OSSignposter) {
      self.signposter = signposter
    }

    func effectBegan(_ number: UInt64, _ name: String) {
      let id = signposter.makeSignpostID()
      let interval = signposter.beginInterval("effect", id: id, "\(name, privacy: .public)")
      running.withLock { $0[number] = interval }
    }

    func effectEnded(_ number: UInt64, _ outcome: String) {
      let interval = running.withLock { $0.removeValue(forKey: number) }
      if let interval { signposter.endInterval("effect", interval, "\(outcome, privacy: .public)") }
    }

    func reduced(_ text: String) {
      signposter.emitEvent("reduce", id: .exclusive, "\(text, privacy: .public)")
    }

    func delivered(_ text: String) {
      signposter.emitEvent("delivery", id: .exclusive, "\(text, privacy: .public)")
    }
  }
#endif
