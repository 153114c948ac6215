// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import Testing

@testable import monitor

@Suite struct SamplerTests {
  private struct Recorded: Equatable, Sendable {
    var props = Sampler.Props()
    var samples: [SystemSampled] = []
    var failures: [String] = []
  }

  private struct PropsChanged: Action {
    var props: Sampler.Props
  }

  private let clock = ManualClock()
  private let store = Store(
    state: Recorded(),
    reducer: Reducer {
      Reducer.updating(PropsChanged.self) { $0.props = $1.props }
      Reducer.updating(SystemSampled.self) { $0.samples.append($1) }
      Reducer.updating(SamplingFailed.self) { $0.failures.append($1.reason) }
    })

  @Test func `The first sample is the baseline, and each tick dispatches a sample`() async {
    let sampler = makeSampler(.of("before"), .of("one"), .of("two"))
    await change(.init(interval: 5, isPaused: false))
    #expect(clock.interval == 5)
    #expect(store.state.samples == [])
    clock.tick()
    clock.tick()
    await store.settled()
    #expect(store.state.samples == [.of("one"), .of("two")])
    withExtendedLifetime(sampler) {}
  }

  @Test func `A paused sampler does nothing, and continues afterwards`() async {
    let sampler = makeSampler(.of("before"), .of("one"))
    await store.settled()
    #expect(clock.interval == nil)
    await change(.init(interval: 1, isPaused: false))
    #expect(clock.interval == 1)
    await change(.init(interval: 1, isPaused: true))
    #expect(clock.interval == nil)
    await change(.init(interval: 2, isPaused: false))
    #expect(clock.interval == 2)
    clock.tick()
    await store.settled()
    #expect(store.state.samples == [.of("one")])
    withExtendedLifetime(sampler) {}
  }

  @Test func `A failed sample is reported, and the next tick tries again`() async {
    let sampler = makeSampler(.of("before"))
    await change(.init(interval: 1, isPaused: false))
    clock.tick()
    clock.tick()
    await store.settled()
    #expect(store.state.failures == ["no more samples", "no more samples"])
    withExtendedLifetime(sampler) {}
  }

  @Test func `A sampler that is deallocated stops its clock`() async {
    var sampler: Sampler? = makeSampler()
    await change(.init(interval: 1, isPaused: false))
    #expect(clock.interval == 1)
    sampler = nil
    #expect(clock.interval == nil)
    _ = sampler
  }

  @Test func `Each source samples the system, including this process`() throws {
    #if os(Linux)
      var sources: [any SystemSource] = [ProcSource(), PsSource()]
    #else
      var sources: [any SystemSource] = [PsSource()]
    #endif
    for index in sources.indices {
      _ = try sources[index].sample()
      let sample = try sources[index].sample()
      let own = ProcessInfo.processInfo.processIdentifier
      #expect(sample.processes.contains { $0.id.number == own && $0.memory > 0 })
      #expect(sample.load.memoryTotal > sample.load.memoryUsed)
    }
  }

  private func makeSampler(_ samples: SystemSampled...) -> Sampler {
    var source = RecordedSource()
    source.samples = samples
    let sampler = Sampler(source, dispatcher: store, startTicking: clock.start)
    sampler.connect(to: store.scope(\.props))
    return sampler
  }

  private func change(_ props: Sampler.Props) async {
    store.dispatch(PropsChanged(props: props))
    await store.settled()
  }
}
