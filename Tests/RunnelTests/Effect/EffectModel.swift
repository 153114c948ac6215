// SPDX-License-Identifier: MIT

import RunnelTestSupport

/// A reference model of effects: one thread, closures, and a list of due calls.
final class EffectModel {
  /// A running part of a plan.
  private final class Job {
    var isOver = false
    var parts: [Job] = []
    /// Called at the end, whether the job finishes or is stopped.
    var atEnd: () -> Void = {}
    /// The queue of a limit that the job is in.
    var line: Int?
    /// Called with the error, if any, when the job finishes.
    var done: (String?) -> Void = { _ in }
  }

  private final class Scope {
    let outer: Scope?
    var isCancelled = false
    var job: Job?
    /// The number of words in the mail.
    var pending = 0

    init(in outer: Scope?) { self.outer = outer }

    var root: Scope { outer?.root ?? self }

    var isDead: Bool { isCancelled || (outer?.isDead ?? false) }

    func isAround(_ other: Scope) -> Bool {
      self === other || (other.outer.map(isAround) ?? false)
    }
  }

  private struct Window {
    var held: (job: Job, begin: () -> Void, time: Int)?
    let number: Int
  }

  private struct Line {
    var running = 0
    var waiting: [(job: Job, limit: Int, begin: () -> Void)] = []
    var isMoving = false
  }

  private enum Letter {
    case plan(EffectPlan)
    case word(String, Scope)
  }

  private(set) var log: [String] = []
  private var now = 0
  private var last = 0
  private var due: [(time: Int, number: Int, call: () -> Void)] = []
  /// The calls that the one thread has yet to make, in order.
  private var ready: [() -> Void] = []
  private var mail: [Letter] = []
  private var isDraining = false
  private var scopes: [Int: [Scope]] = [:]
  private var debounced: [Int: Job] = [:]
  private var windows: [Int: Window] = [:]
  private var lines: [Int: Line] = [:]

  // MARK: Time and actions

  func dispatch(_ plan: EffectPlan) {
    post(.plan(plan))
    settle()
  }

  func advance(by time: Int) {
    let end = now + time
    while let next = due.min(by: { ($0.time, $0.number) < ($1.time, $1.number) }), next.time <= end
    {
      due.removeAll { $0.number == next.number }
      now = next.time
      next.call()
      settle()
    }
    now = end
  }

  private func settle() {
    while !ready.isEmpty { ready.removeFirst()() }
  }

  private func after(_ time: Int, _ call: @escaping () -> Void) {
    last += 1
    due.append((now + time, last, call))
  }

  private func post(_ letter: Letter) {
    mail.append(letter)
    guard !isDraining else { return }
    isDraining = true
    ready.append { [self] in
      while !mail.isEmpty { handle(mail.removeFirst()) }
      isDraining = false
    }
  }

  private func handle(_ letter: Letter) {
    switch letter {
    case .plan(let plan):
      _ = start(plan, Scope(in: nil), []) { error in
        if let error { self.log.append("\(self.now): \(error)") }
      }
    case .word(let word, let scope):
      if !scope.isDead { log.append("\(now): \(word)") }
      count(-1, in: scope)
      forget()
    }
  }

  /// Releases all closures, which refer to the model.
  func finish() {
    due = []
    ready = []
    for scope in scopes.values.joined() { _ = scope.job.map(stop) }
    (scopes, debounced, windows, lines) = ([:], [:], [:], [:])
  }

  // MARK: Start and end

  /// Ends a job with all its parts, and returns the lines in which others may begin now.
  private func stop(_ job: Job) -> [Int] {
    guard !job.isOver else { return [] }
    job.isOver = true
    let (parts, atEnd) = (job.parts, job.atEnd)
    // Nothing is called twice, and closures that refer to jobs do not retain them.
    (job.parts, job.atEnd, job.done) = ([], {}, { _ in })
    atEnd()
    return (job.line.map { [$0] } ?? []) + parts.flatMap(stop)
  }

  private func end(_ job: Job, _ error: String? = nil) {
    guard !job.isOver else { return }
    let done = job.done
    stop(job).forEach(move)
    done(error)
  }

  private func add(_ part: Job, to job: Job) {
    job.parts.append(part)
    // The part may have started something that ended the whole.
    if job.isOver { stop(part).forEach(move) }
  }

  private func cancel(_ id: Int, sparing spared: Scope) {
    let found = (scopes[id] ?? []).filter { !$0.isAround(spared) }
    // Words that an effect sends before it cancels a part of itself stay sent.
    for scope in found where scope.root !== spared.root { scope.isCancelled = true }
    // All of them end before anything else begins because of that.
    let ended = found.compactMap(\.job).filter { !$0.isOver }.map { job in
      let done = job.done
      return (lines: stop(job), done: done)
    }
    for job in ended {
      job.lines.forEach(move)
      job.done(nil)
    }
  }

  /// Starts a plan, and calls `done` when it finishes, possibly before the return.
  private func start(
    _ plan: EffectPlan, _ scope: Scope, _ prefixes: [String], _ done: @escaping (String?) -> Void
  ) -> Job {
    let job = Job()
    job.done = done
    guard !scope.isDead else {
      end(job)
      return job
    }
    switch plan {
    case .none:
      end(job)
    case .say(let word):
      say(word, scope, prefixes)
      end(job)
    case .cancel(let id):
      cancel(id, sparing: scope)
      end(job)
    case .work(let steps):
      ready.append { [self] in work(steps, 0, job, scope, prefixes) }
    case .merge(let plans):
      var open = plans.count
      for plan in plans where !job.isOver {
        let part = start(plan, scope, prefixes) { [self] error in
          open -= 1
          if error != nil || open == 0 { end(job, error) }
        }
        add(part, to: job)
      }
      if open == 0 { end(job) }
    case .concatenate(let plans):
      next(plans[...], job, scope, prefixes)
    case .modified(let plan, .map(let prefix)):
      add(start(plan, scope, [prefix] + prefixes) { [self] in end(job, $0) }, to: job)
    case .modified(let plan, let modifier):
      modify(plan, modifier, job, scope, prefixes)
    }
    return job
  }

  private func say(_ word: String, _ scope: Scope, _ prefixes: [String]) {
    count(1, in: scope)
    post(.word(prefixes.reduce(word) { $1 + $0 }, scope))
  }

  private func next(
    _ plans: ArraySlice<EffectPlan>, _ job: Job, _ scope: Scope, _ prefixes: [String]
  ) {
    guard !job.isOver else { return }
    guard let first = plans.first else { return end(job) }
    let part = start(first, scope, prefixes) { [self] error in
      if let error { end(job, error) } else { next(plans.dropFirst(), job, scope, prefixes) }
    }
    add(part, to: job)
  }

  private func work(
    _ steps: [EffectPlan.Step], _ position: Int, _ job: Job, _ scope: Scope, _ prefixes: [String]
  ) {
    guard !job.isOver else { return }
    guard position < steps.count else { return end(job) }
    switch steps[position] {
    case .pause(let time):
      after(time) { [self] in work(steps, position + 1, job, scope, prefixes) }
    case .say(let word):
      say(word, scope, prefixes)
      work(steps, position + 1, job, scope, prefixes)
    case .fail(let word):
      end(job, "\(Failure(word: word))")
    case .again:
      work(steps, 0, job, scope, prefixes)
    }
  }

  // MARK: Modifiers

  /// Returns a scope with an ID, which is released when the job ends.
  private func scope(_ id: Int, _ job: Job, in outer: Scope) -> Scope {
    let scope = Scope(in: outer)
    scope.job = job
    scopes[id, default: []].append(scope)
    job.atEnd = { [self] in forget() }
    return scope
  }

  private func forget() {
    for id in scopes.keys {
      scopes[id]?.removeAll { $0.pending == 0 && ($0.job?.isOver ?? true) }
    }
  }

  private func count(_ difference: Int, in scope: Scope) {
    scope.pending += difference
    if let outer = scope.outer { count(difference, in: outer) }
  }

  private func modify(
    _ plan: EffectPlan, _ modifier: EffectPlan.Modifier, _ job: Job, _ outer: Scope,
    _ prefixes: [String]
  ) {
    func begin(_ scope: Scope) {
      let part = start(plan, scope, prefixes) { [self] in end(job, $0) }
      add(part, to: job)
    }
    switch modifier {
    case .map:
      break
    case .cancellable(let id, let cancelInFlight):
      if cancelInFlight { cancel(id, sparing: outer) }
      if job.isOver { return }
      begin(scope(id, job, in: outer))
    case .delay(let time):
      after(time) { if !job.isOver { begin(outer) } }
    case .debounce(let id, let time):
      let scope = scope(id, job, in: outer)
      let other = debounced[id]
      debounced[id] = job
      if let other { end(other) }
      after(time) { [self] in
        guard !job.isOver else { return }
        if debounced[id] === job { debounced[id] = nil }
        begin(scope)
      }
    case .throttle(let id, let time, let latest):
      let scope = scope(id, job, in: outer)
      if windows[id] == nil {
        open(id, time)
        begin(scope)
      } else if latest {
        let other = windows[id]?.held
        windows[id]?.held = (job, { begin(scope) }, time)
        if let other { end(other.job) }
      } else {
        end(job)
      }
    case .limited(let id, let limit):
      let scope = scope(id, job, in: outer)
      if lines[id, default: Line()].running < limit,
        lines[id, default: Line()].waiting.allSatisfy({ $0.job.isOver })
      {
        enter(id, job)
        begin(scope)
      } else {
        job.line = id
        lines[id, default: Line()].waiting.append((job, limit, { begin(scope) }))
      }
    case .timeout(let time):
      after(time) { [self] in
        let duration = Duration.nanoseconds(time)
        end(job, "The effect did not end within \(duration).")
      }
      begin(outer)
    case .retry(let limit, let pause):
      retry(plan, limit, pause, job, outer, prefixes)
    case .catching(let other):
      let part = start(plan, outer, prefixes) { [self] error in
        guard error != nil else { return end(job) }
        add(start(other, outer, prefixes) { [self] in end(job, $0) }, to: job)
      }
      add(part, to: job)
    }
  }

  private func open(_ id: Int, _ time: Int) {
    last += 1
    let number = last
    windows[id] = Window(held: nil, number: number)
    after(time) { [self] in
      guard let window = windows[id], window.number == number else { return }
      windows[id] = nil
      guard let held = window.held, !held.job.isOver else { return }
      open(id, held.time)
      held.begin()
    }
  }

  private func enter(_ id: Int, _ job: Job) {
    lines[id, default: Line()].running += 1
    let forget = job.atEnd
    job.line = id
    job.atEnd = { [self] in
      forget()
      lines[id]?.running -= 1
    }
  }

  private func move(_ id: Int) {
    guard lines[id]?.isMoving == false else { return }
    lines[id]?.isMoving = true
    while let first = lines[id]?.waiting.first {
      if first.job.isOver {
        lines[id]?.waiting.removeFirst()
        continue
      }
      guard let running = lines[id]?.running, running < first.limit else { break }
      lines[id]?.waiting.removeFirst()
      enter(id, first.job)
      first.begin()
    }
    lines[id]?.isMoving = false
  }

  private func retry(
    _ plan: EffectPlan, _ limit: Int, _ pause: Int, _ job: Job, _ scope: Scope, _ prefixes: [String]
  ) {
    guard !job.isOver else { return }
    let part = start(plan, scope, prefixes) { [self] error in
      guard error != nil, limit > 0 else { return end(job, error) }
      if pause == 0 {
        retry(plan, limit - 1, pause, job, scope, prefixes)
      } else {
        after(pause) { [self] in retry(plan, limit - 1, pause, job, scope, prefixes) }
      }
    }
    add(part, to: job)
  }
}
