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
    var line: LineID?
    /// What the job has yet to begin, if it waits.
    var content: Part?
    let whole: Job?
    /// Called with the error, if any, when the job finishes.
    var done: (String?) -> Void = { _ in }

    init(in whole: Job?) { self.whole = whole }

    func isIn(_ other: Job) -> Bool { self === other || (whole?.isIn(other) ?? false) }
  }

  /// A plan, which is canceled in parts while it waits.
  private final class Part {
    let plan: EffectPlan
    let parts: [Part]
    var isCancelled = false
    /// The job that is to begin the part.
    var waitsFor: Job?
    var number = 0

    init(_ plan: EffectPlan) {
      self.plan = plan
      parts =
        switch plan {
        case .merge(let plans), .concatenate(let plans): plans.map(Part.init)
        case .modified(let inner, _): [Part(inner)]
        case .none, .say, .work, .cancel: []
        }
    }

    var id: Int? {
      guard case .modified(_, let modifier) = plan else { return nil }
      switch modifier {
      case .cancellable(let id, _), .debounce(let id, _), .throttle(let id, _, _),
        .limited(let id, _):
        return id
      case .delay, .timeout, .retry, .catching, .map: return nil
      }
    }

    var isDebounced: Bool {
      if case .modified(_, .debounce) = plan { true } else { false }
    }

    /// The plan does nothing, and is left out of a list.
    var isNothing: Bool {
      switch plan {
      case .none: true
      case .merge, .concatenate: parts.allSatisfy(\.isNothing)
      case .modified(_, .delay): false
      case .modified: id == nil && parts[0].isNothing
      case .say, .work, .cancel: false
      }
    }

    /// Nothing is left to begin.
    var isOver: Bool {
      let something = parts.filter { !$0.isNothing }
      return isCancelled || !something.isEmpty && something.allSatisfy(\.isOver)
    }
  }

  private final class Scope {
    let outer: Scope?
    var number = 0
    var isDebounced = false
    /// The ID of an effect that is limited or throttled.
    var (limitedID, throttledID): (Int?, Int?)
    var isCancelled = false
    var job: Job?
    /// The number of words in the mail.
    var pending = 0

    init(in outer: Scope?) { self.outer = outer }

    var root: Scope { outer?.root ?? self }

    /// The number of the innermost scope around this one that is limited with an ID, or zero.
    func limit(_ id: Int) -> Int {
      outer.map { $0.limitedID == id ? $0.number : $0.limit(id) } ?? 0
    }

    func isThrottled(_ id: Int) -> Bool {
      outer.map { $0.throttledID == id || $0.isThrottled(id) } ?? false
    }

    var isDead: Bool { isCancelled || (outer?.isDead ?? false) }

    func isAround(_ other: Scope) -> Bool {
      self === other || (other.outer.map(isAround) ?? false)
    }
  }

  private struct Window {
    var held: (job: Job, begin: () -> Void, time: Int)?
    let number: Int
  }

  /// The effects limited with an ID, those inside another one with this ID by themselves.
  struct LineID: Hashable {
    let id: Int
    let outer: Int
  }

  private struct Line {
    var running = 0
    var waiting: [(job: Job, limit: Int, begin: () -> Void)] = []
    var isMoving = false
  }

  private(set) var log: [String] = []
  private var now = 0
  private var last = 0
  private var due: [(time: Int, number: Int, call: () -> Void)] = []
  /// The calls that the one thread has yet to make, in order.
  private var ready: [() -> Void] = []
  /// The words on their way to the reducer, and the plans.
  private var mail: [() -> Void] = []
  private var isDraining = false
  private var scopes: [Int: [Scope]] = [:]
  private var waiting: [Part] = []
  private var windows: [Int: Window] = [:]
  private var lines: [LineID: Line] = [:]

  // MARK: Time and actions

  func dispatch(_ plan: EffectPlan) {
    post { [self] in
      _ = start(Part(plan), in: nil, Scope(in: nil), []) { error in
        if let error { self.log.append("\(self.now): \(error)") }
      }
    }
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

  private func settle() { while !ready.isEmpty { ready.removeFirst()() } }

  private func after(_ time: Int, _ call: @escaping () -> Void) {
    last += 1
    due.append((now + time, last, call))
  }

  private func post(_ letter: @escaping () -> Void) {
    mail.append(letter)
    guard !isDraining else { return }
    isDraining = true
    ready.append { [self] in
      while !mail.isEmpty { mail.removeFirst()() }
      isDraining = false
    }
  }

  /// Releases all closures, which refer to the model.
  func finish() {
    due = []
    ready = []
    mail = []
    for scope in scopes.values.joined() { _ = scope.job.map(stop) }
    (scopes, waiting, windows, lines) = ([:], [], [:], [:])
  }

  // MARK: Start and end

  /// Ends a job with all its parts, and returns the lines in which others may begin now.
  private func stop(_ job: Job) -> [LineID] {
    guard !job.isOver else { return [] }
    job.isOver = true
    let (parts, atEnd) = (job.parts, job.atEnd)
    // Nothing is called twice, and closures that refer to jobs do not retain them.
    (job.parts, job.atEnd, job.done, job.content) = ([], {}, { _ in }, nil)
    waiting.removeAll { $0.waitsFor === job }
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
    // The part may have started something that ended the whole, which keeps no parts then.
    guard !job.isOver else { return stop(part).forEach(move) }
    job.parts.append(part)
  }

  /// Has a job wait for its turn to begin a part.
  private func wait(_ part: Part, for job: Job) {
    // Once it begins, another job may begin the parts inside.
    if part.waitsFor == nil {
      waiting.append(part)
      last += 1
      part.number = last
    }
    part.waitsFor = job
    for inner in part.parts { wait(inner, for: job) }
  }

  private func cancel(
    _ id: Int, onlyDebounced: Bool = false, sparing spared: Scope, by canceler: Job
  ) {
    let found = (scopes[id] ?? []).filter {
      !$0.isAround(spared) && ($0.isDebounced || !onlyDebounced)
    }
    // Words that an effect sends before it cancels a part of itself stay sent.
    for scope in found where scope.root !== spared.root { scope.isCancelled = true }
    // All of them end before anything else begins because of that.
    var ended: [(number: Int, then: () -> Void)] = []
    for scope in found {
      guard let job = scope.job, !job.isOver else { continue }
      let done = job.done
      let lines = stop(job)
      ended.append(
        (
          scope.number,
          { [self] in
            lines.forEach(move)
            done(nil)
          }
        ))
    }
    for part in waiting where part.id == id {
      guard let waiter = part.waitsFor, !canceler.isIn(waiter) else { continue }
      if onlyDebounced, !part.isDebounced { continue }
      part.isCancelled = true
      ended.append(
        (part.number, { [self] in if waiter.content?.isOver == true { end(waiter) } }))
    }
    for job in ended.sorted(by: { $0.number < $1.number }) { job.then() }
  }

  /// Starts a plan, and calls `done` when it finishes, possibly before the return.
  private func start(
    _ part: Part, in whole: Job?, _ scope: Scope, _ prefixes: [String],
    _ done: @escaping (String?) -> Void
  ) -> Job {
    let job = Job(in: whole)
    job.done = done
    waiting.removeAll { $0 === part }
    guard !scope.isDead, !part.isOver else {
      end(job)
      return job
    }
    switch part.plan {
    case .none:
      end(job)
    case .say(let word):
      say(word, scope, prefixes)
      end(job)
    case .cancel(let id):
      cancel(id, sparing: scope, by: job)
      end(job)
    case .work(let steps):
      ready.append { [self] in work(steps, 0, job, scope, prefixes) }
    case .merge:
      var open = part.parts.count
      for part in part.parts where !job.isOver {
        let inner = start(part, in: job, scope, prefixes) { [self] error in
          open -= 1
          if error != nil || open == 0 { end(job, error) }
        }
        add(inner, to: job)
      }
      if open == 0 { end(job) }
    case .concatenate:
      for part in part.parts.filter({ !$0.isNothing }).dropFirst() { wait(part, for: job) }
      next(part.parts[...], job, scope, prefixes)
    case .modified(_, let modifier):
      modify(part.parts[0], modifier, job, scope, prefixes)
    }
    return job
  }

  private func say(_ word: String, _ scope: Scope, _ prefixes: [String]) {
    count(1, in: scope)
    post { [self] in
      if !scope.isDead { log.append("\(now): \(prefixes.reduce(word) { $1 + $0 })") }
      count(-1, in: scope)
      forget()
    }
  }

  private func next(
    _ parts: ArraySlice<Part>, _ job: Job, _ scope: Scope, _ prefixes: [String]
  ) {
    guard !job.isOver else { return }
    guard let first = parts.first else { return end(job) }
    let inner = start(first, in: job, scope, prefixes) { [self] error in
      if let error { end(job, error) } else { next(parts.dropFirst(), job, scope, prefixes) }
    }
    add(inner, to: job)
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
    last += 1
    scope.number = last
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
    _ part: Part, _ modifier: EffectPlan.Modifier, _ job: Job, _ outer: Scope,
    _ prefixes: [String]
  ) {
    func begin(_ scope: Scope, _ prefixes: [String] = prefixes) {
      job.content = nil
      let inner = start(part, in: job, scope, prefixes) { [self] in end(job, $0) }
      add(inner, to: job)
    }
    func waitToBegin() {
      job.content = part
      wait(part, for: job)
    }
    switch modifier {
    case .map(let prefix):
      begin(outer, [prefix] + prefixes)
    case .cancellable(let id, let cancelInFlight):
      let scope = scope(id, job, in: outer)
      if cancelInFlight { cancel(id, sparing: scope, by: job) }
      if !job.isOver { begin(scope) }
    case .delay(let time):
      waitToBegin()
      after(time) { if !job.isOver { begin(outer) } }
    case .debounce(let id, let time):
      let scope = scope(id, job, in: outer)
      scope.isDebounced = true
      cancel(id, onlyDebounced: true, sparing: scope, by: job)
      if job.isOver { return }
      waitToBegin()
      after(time) { if !job.isOver { begin(scope) } }
    case .throttle(let id, let time, let latest):
      let scope = scope(id, job, in: outer)
      scope.throttledID = id
      if scope.isThrottled(id) {
        begin(scope)
      } else if windows[id] == nil {
        open(id, time)
        begin(scope)
      } else if latest {
        let other = windows[id]?.held
        windows[id]?.held = (job, { begin(scope) }, time)
        waitToBegin()
        if let other { end(other.job) }
      } else {
        end(job)
      }
    case .limited(let id, let limit):
      let scope = scope(id, job, in: outer)
      scope.limitedID = id
      let line = LineID(id: id, outer: scope.limit(id))
      if lines[line, default: Line()].running < limit,
        lines[line, default: Line()].waiting.allSatisfy({ $0.job.isOver })
      {
        enter(line, job)
        begin(scope)
      } else {
        job.line = line
        waitToBegin()
        lines[line, default: Line()].waiting.append((job, limit, { begin(scope) }))
      }
    case .timeout(let time):
      after(time) { [self] in
        let duration = Duration.nanoseconds(time)
        end(job, "The effect did not end within \(duration).")
      }
      begin(outer)
    case .retry(let limit, let pause):
      retry(part, limit, pause, job, outer, prefixes)
    case .catching(let other):
      let inner = start(part, in: job, outer, prefixes) { [self] error in
        guard error != nil else { return end(job) }
        add(start(Part(other), in: job, outer, prefixes) { [self] in end(job, $0) }, to: job)
      }
      add(inner, to: job)
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

  private func enter(_ line: LineID, _ job: Job) {
    lines[line, default: Line()].running += 1
    let forget = job.atEnd
    job.line = line
    job.atEnd = { [self] in
      forget()
      lines[line]?.running -= 1
    }
  }

  private func move(_ line: LineID) {
    guard lines[line]?.isMoving == false else { return }
    lines[line]?.isMoving = true
    while let first = lines[line]?.waiting.first {
      if first.job.isOver {
        lines[line]?.waiting.removeFirst()
        continue
      }
      guard let running = lines[line]?.running, running < first.limit else { break }
      lines[line]?.waiting.removeFirst()
      enter(line, first.job)
      first.begin()
    }
    lines[line]?.isMoving = false
  }

  private func retry(
    _ part: Part, _ limit: Int, _ pause: Int, _ job: Job, _ scope: Scope, _ prefixes: [String]
  ) {
    guard !job.isOver else { return }
    job.content = nil
    let inner = start(part, in: job, scope, prefixes) { [self] error in
      guard error != nil, limit > 0 else { return end(job, error) }
      let again = Part(part.plan)
      job.content = again
      wait(again, for: job)
      if pause == 0 {
        retry(again, limit - 1, pause, job, scope, prefixes)
      } else {
        after(pause) { [self] in retry(again, limit - 1, pause, job, scope, prefixes) }
      }
    }
    add(inner, to: job)
  }
}
