// SPDX-License-Identifier: MIT

import Dispatch
import Load
import Processes
import Runnel

/// Samples the system at intervals, unless it is paused, and dispatches the samples.
///
/// The timer runs on the queue that delivers the props, so no lock is needed. Invariant for
/// `@unchecked`: all mutable state is accessed on ``queue``.
final class Sampler: ServiceComponent, @unchecked Sendable {
  struct Props: Equatable, Sendable {
    /// The time between two samples, in seconds.
    var interval = 1.0
    var isPaused = true
  }

  /// A function that calls a closure on a queue, soon and then at intervals, until it is disposed.
  typealias StartTicking = (
    _ interval: Double, _ queue: DispatchQueue, _ tick: @escaping @Sendable () -> Void
  ) -> Disposable

  let disposer = Disposer()
  let queue = DispatchQueue(label: "monitor.sampler", qos: .utility)
  /// A slow sampler skips the intervals that the user has already changed again.
  let delivery = Delivery.latest
  var props = Props() { didSet { restart() } }

  private let dispatcher: any ActionDispatcher
  private let startTicking: StartTicking
  private var source: any SystemSource
  private var hasBegun = false
  private var ticking: Disposable?

  init(
    _ source: sending any SystemSource, dispatcher: any ActionDispatcher,
    startTicking: @escaping StartTicking = Sampler.startTimer
  ) {
    self.source = source
    self.dispatcher = dispatcher
    self.startTicking = startTicking
  }

  private func restart() {
    ticking = nil
    guard !props.isPaused else { return }
    if !hasBegun {
      // The load of the first sample is the load since this one.
      hasBegun = true
      _ = try? source.sample()
    }
    ticking = startTicking(props.interval, queue) { [weak self] in self?.tick() }
  }

  private func tick() {
    do {
      dispatcher.dispatch(try source.sample())
    } catch {
      dispatcher.dispatch(error)
    }
  }

  /// Starts a system timer with a leeway, which saves power.
  static func startTimer(
    _ interval: Double, _ queue: DispatchQueue, _ tick: @escaping @Sendable () -> Void
  ) -> Disposable {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler(handler: tick)
    timer.schedule(
      deadline: .now() + min(interval, 0.25), repeating: interval, leeway: .milliseconds(20))
    timer.activate()
    return Disposable { timer.cancel() }
  }
}

/// An action for a sample of the system, which ``translate(_:in:)`` splits for two features.
struct SystemSampled: Action, Codable, Equatable {
  var processes: [Process]
  var load: LoadFeature.Sample
}

struct SamplingFailed: Action, Error, Codable, Equatable { var reason: String }

protocol SystemSource {
  /// Samples the system.
  ///
  /// Loads are averages since the previous call.
  mutating func sample() throws(SamplingFailed) -> SystemSampled
}
