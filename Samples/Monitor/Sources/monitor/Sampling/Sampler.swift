// SPDX-License-Identifier: MIT

import Dispatch
import Runnel

/// Looks at the system at intervals, unless it is paused, and dispatches what it sees.
///
/// Its timer runs on the queue on which it is given its props, so that it needs no lock: whatever changes
/// here, changes on ``queue``. That is what makes it safe to send.
final class Sampler: ServiceComponent, @unchecked Sendable {
  struct Props: Equatable, Sendable {
    /// In seconds.
    var interval = 1.0
    var isPaused = true
  }

  /// Calls a closure on a queue, soon and then at intervals, until what it returns is disposed of.
  typealias StartTicking = (
    _ interval: Double, _ queue: DispatchQueue, _ tick: @escaping @Sendable () -> Void
  ) -> Disposable

  let disposer = Disposer()
  let queue = DispatchQueue(label: "monitor.sampler", qos: .utility)
  /// A slow sampler need not try every interval that the user has gone through.
  let delivery = Delivery.latest
  var props = Props() { didSet { restart() } }

  private let dispatcher: any ActionDispatcher
  private let startTicking: StartTicking
  private var source: any SystemSource
  private var hasBegun = false
  private var ticking: Disposable?

  init(
    _ source: sending any SystemSource,
    dispatcher: any ActionDispatcher,
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
      // The first sample says how busy things have been since this one.
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

  /// A timer of the system's, which may be late a little, to save power.
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
