// SPDX-License-Identifier: MIT

import Runnel

/// How busy the processor has been of late, and how full the memory.
///
/// It knows nothing of where the numbers come from, nor of the terminal: an app dispatches
/// ``Action/sampled(_:)``, and is handed lines to draw.
public enum LoadFeature {
  /// The load at one time.
  public struct Sample: Equatable, Sendable {
    /// How busy the processor is, from 0 to 1.
    public var processor: Double
    /// How much memory is in use, in bytes.
    public var memoryUsed: UInt64
    /// How much memory there is, in bytes.
    public var memoryTotal: UInt64

    /// The load at one time.
    public init(processor: Double, memoryUsed: UInt64, memoryTotal: UInt64) {
      self.processor = processor
      self.memoryUsed = memoryUsed
      self.memoryTotal = memoryTotal
    }

    /// How full the memory is, from 0 to 1.
    public var memory: Double {
      memoryTotal == 0 ? 0 : Double(memoryUsed) / Double(memoryTotal)
    }
  }

  /// What has been measured, the newest last.
  public struct State: Equatable, Sendable {
    /// The samples that are kept.
    public internal(set) var samples: [Sample] = []

    /// Nothing has been measured yet.
    public init() {}
  }

  /// What can happen to the load.
  public enum Action: Runnel.Action, Equatable {
    /// The system has been sampled.
    case sampled(Sample)
  }

  /// How many samples are kept, and drawn. More would take long to send to a slow terminal, and be no
  /// easier to read.
  public static let capacity = 60

  /// What actions mean for the load.
  public static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .sampled(let sample):
      state.samples.append(sample)
      state.samples.removeFirst(max(0, state.samples.count - capacity))
    }
  }

  /// Shows the load, for as long as somebody holds what this returns.
  @MainActor public static func start(
    on store: Store<State>,
    show: @escaping ([Line]) -> Void
  ) -> LoadPane {
    let pane = LoadPane(show: show)
    pane.connect(to: store, state: \.samples)
    return pane
  }
}
