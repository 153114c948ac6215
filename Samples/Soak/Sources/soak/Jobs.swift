// SPDX-License-Identifier: MIT

import Dispatch
import Runnel

/// Effects of all kinds, each of which ends within a few milliseconds.
enum JobKind: CaseIterable, Sendable {
  case send, run, stream, callback, concatenate, merge, retried, command, delayed, limited, timed
  case caught, failing, cancellable, replaced, debounced, throttled
}

enum JobEvent: Sendable {
  case started(JobKind, size: Int, pause: Int, lane: Int)
  case canceled(lane: Int)
  case came
  case cameLast(Ledger.Key, Int)
}

typealias JobAction = Act<JobEvent>

extension JobAction {
  /// Returns an action that counts one number of a source.
  static func came(_ source: Int, _ number: Int) -> JobAction {
    JobAction(Stamp(source: source, number: number), .came)
  }
}

/// Sends numbered actions, with occasional short pauses.
func work(
  _ source: Int, _ numbers: Range<Int>, _ pause: Int, _ life: Life
) -> @Sendable (SendOf<JobAction>) async throws -> Void {
  { send in
    for number in numbers {
      if number % 4 == 3 { try await send.sleep(for: .microseconds(pause)) }
      send(.came(source, number))
    }
    life.touch()
  }
}

struct JobCommand: Command { let body: @Sendable (SendOf<JobAction>) async throws -> Void }

struct JobHandler: CommandHandler {
  func handle(_ command: JobCommand) -> EffectOf<JobAction> { .run(command.body) }
}

func jobReducer(_ books: Books) -> Reducer<Int> {
  .on(JobAction.self) { came, act in
    switch act.event {
    case .came:
      came += 1
    case .cameLast(let key, let number):
      came += 1
      books.ledger.came(key, number)
    case .canceled(let lane):
      books.ledger.cancel(.lane(lane))
      return .cancel(id: Ledger.Group.lane(lane))
    case .started(let kind, let size, let pause, let lane):
      return Job(books: books, size: size, pause: pause, lane: lane).effect(of: kind)
    }
    return .none
  }
}

private struct JobError: Error {}

private struct Job {
  let books: Books
  let size: Int, pause: Int, lane: Int

  private var span: Duration { .microseconds(pause) }

  private func exact(_ count: Int) -> Int { books.ledger.open(.exactly(count)) }

  private func running(_ source: Int) -> EffectOf<JobAction> {
    .run(work(source, 0..<size, pause, books.lives.begin()))
  }

  private func newest(_ key: Ledger.Key) -> EffectOf<JobAction> {
    let number = books.ledger.request(key)
    let stamp = Stamp(source: books.ledger.open(.atMost), number: 0)
    return .send(JobAction(stamp, .cameLast(key, number)))
  }

  func effect(of kind: JobKind) -> EffectOf<JobAction> {
    let life = books.lives.begin()
    switch kind {
    case .send: return .send(.came(exact(1), 0))
    case .run: return running(exact(size))
    case .merge: return .merge(running(exact(size)), running(exact(size)), running(exact(size)))
    case .delayed: return running(exact(size)).delay(for: span)
    case .limited: return running(exact(size)).limited(id: lane, to: 2)
    case .command:
      return .perform(JobCommand(body: work(exact(size), 0..<size, pause, life)))
    case .stream:
      let source = exact(size)
      let numbers = AsyncStream { stream in
        for number in 0..<size { stream.yield(number) }
        stream.finish()
      }
      return .stream(numbers) { number in
        life.touch()
        return .came(source, number)
      }
    case .callback:
      let source = exact(size)
      return .callback { [size] send, end in
        end.onEnd { life.touch() }
        DispatchQueue.global().async {
          for number in 0..<size { send(.came(source, number)) }
          end()
        }
      }
    case .concatenate:
      let source = exact(size)
      return .concatenate(
        .run(work(source, 0..<(size / 2), pause, life)),
        .run(work(source, (size / 2)..<size, pause, life)))
    case .retried:
      let attempts = Locked(0)
      let body = work(exact(size), 0..<size, pause, life)
      return .run { send in
        attempts.withLock { $0 += 1 }
        if attempts.withLock({ $0 < 3 }) { throw JobError() }
        try await body(send)
      }
      .retry(3, backoff: .constant(span))
    case .timed:
      // Not longer: the system retains the timer of a canceled sleep until it is due, and a busy
      // machine can run out of timers.
      return running(books.ledger.open(.atMost)).timeout(after: .seconds(4)).catch { _ in .none }
    case .caught:
      return .run { _ in
        throw JobError()
      } catch: { [source = exact(1)] _ in
        .came(source, 0)
      }
    case .failing:
      books.ledger.noteFailure(expected: 1)
      return .run { _ in throw JobError() }
    case .cancellable:
      return running(books.ledger.open(.atMost, in: .lane(lane))).cancellable(
        id: Ledger.Group.lane(lane))
    case .replaced:
      books.ledger.cancel(.replaced(lane))
      return running(books.ledger.open(.atMost, in: .replaced(lane)))
        .cancellable(id: Ledger.Group.replaced(lane), cancelInFlight: true)
    case .debounced:
      return newest(.debounced(lane)).debounce(id: Ledger.Key.debounced(lane), for: span)
    case .throttled:
      return newest(.throttled(lane))
        .throttle(id: Ledger.Key.throttled(lane), for: span, latest: true)
    }
  }
}
