// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import Synchronization

/// Effects of all kinds, each of which ends within a few milliseconds.
enum JobKind: CaseIterable, Sendable {
  case send, run, stream, callback, concatenate, merge, retried, command, delayed, limited, timed
  case caught, failing, cancellable, replaced, debounced, throttled
}

enum JobEvent: Sendable {
  case started(JobKind, size: Int, pause: Int, lane: Int)
  case cancelled(lane: Int)
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

enum JobCommand: Command {
  case work(source: Int, size: Int, pause: Int, Life)
}

private struct JobError: Error {}

private enum JobID: Hashable {
  case lane(Int), replaced(Int), debounced(Int), throttled(Int), limited(Int)
}

/// Sends numbered actions, with occasional short pauses.
func work(
  _ source: Int,
  _ numbers: Range<Int>,
  _ pause: Int,
  _ life: Life
) -> @Sendable (SendOf<JobAction>) async throws -> Void {
  { send in
    for number in numbers {
      if number % 4 == 3 { try await send.sleep(for: .microseconds(pause)) }
      send(.came(source, number))
    }
    life.touch()
  }
}

struct JobHandler: CommandHandler {
  func handle(_ command: JobCommand) -> EffectOf<JobAction> {
    switch command {
    case .work(let source, let size, let pause, let life): .run(work(source, 0..<size, pause, life))
    }
  }
}

func jobReducer(_ books: Books) -> Reducer<Int> {
  .on(JobAction.self) { came, act in
    switch act.event {
    case .came:
      came += 1
      return .none
    case .cameLast(let key, let number):
      came += 1
      books.ledger.came(key, number)
      return .none
    case .cancelled(let lane):
      books.ledger.cancel(.lane(lane))
      return .cancel(id: JobID.lane(lane))
    case .started(let kind, let size, let pause, let lane):
      return Job(books: books, size: size, pause: pause, lane: lane).effect(of: kind)
    }
  }
}

private struct Job {
  let books: Books
  let size: Int
  let pause: Int
  let lane: Int

  func effect(of kind: JobKind) -> EffectOf<JobAction> {
    switch kind {
    case .send, .run, .stream, .callback, .concatenate, .merge: plain(kind)
    case .retried, .timed, .caught, .failing: failing(kind)
    case .command:
      .perform(JobCommand.work(source: exact(size), size: size, pause: pause, books.lives.begin()))
    case .delayed: running(exact(size)).delay(for: .microseconds(pause))
    case .limited: running(exact(size)).limited(id: JobID.limited(lane), to: 2)
    case .cancellable, .replaced: cancellable(kind)
    case .debounced: newest(.debounced(lane)).debounce(id: JobID.debounced(lane), for: span)
    case .throttled:
      newest(.throttled(lane)).throttle(id: JobID.throttled(lane), for: span, latest: true)
    }
  }

  private var span: Duration { .microseconds(pause) }

  private func exact(_ count: Int) -> Int { books.ledger.open(.exactly(count)) }

  private func running(_ source: Int) -> EffectOf<JobAction> {
    .run(work(source, 0..<size, pause, books.lives.begin()))
  }

  private func plain(_ kind: JobKind) -> EffectOf<JobAction> {
    let source = exact(kind == .send ? 1 : size)
    let life = books.lives.begin()
    switch kind {
    case .send:
      return .send(.came(source, 0))
    case .stream:
      let numbers = AsyncStream { stream in
        for number in 0..<size { stream.yield(number) }
        stream.finish()
      }
      return .stream(numbers) { number in
        life.touch()
        return .came(source, number)
      }
    case .callback:
      return .callback { [size] send, end in
        end.onEnd { life.touch() }
        DispatchQueue.global().async {
          for number in 0..<size { send(.came(source, number)) }
          end()
        }
      }
    case .concatenate:
      return .concatenate(
        .run(work(source, 0..<(size / 2), pause, life)),
        .run(work(source, (size / 2)..<size, pause, life)))
    default:
      return .merge(running(source), running(exact(size)), running(exact(size)))
    }
  }

  private func failing(_ kind: JobKind) -> EffectOf<JobAction> {
    let life = books.lives.begin()
    switch kind {
    case .retried:
      let source = exact(size)
      let attempts = Attempts()
      let body = work(source, 0..<size, pause, life)
      return .run { send in
        if attempts.next() < 2 { throw JobError() }
        try await body(send)
      }
      .retry(3, backoff: .constant(span))
    case .timed:
      // Not longer: the system retains the timer of a canceled sleep until it is due, and a busy
      // machine can run out of timers.
      return running(books.ledger.open(.atMost)).timeout(after: .seconds(4))
        .catch { _ in EffectOf.none }
    case .caught:
      let source = exact(2)
      return .run { send in
        life.touch()
        send(.came(source, 0))
        throw JobError()
      } catch: { _ in
        .came(source, 1)
      }
    default:
      books.ledger.expectFailure()
      return .run { _ in
        life.touch()
        throw JobError()
      }
    }
  }

  private func cancellable(_ kind: JobKind) -> EffectOf<JobAction> {
    guard kind == .replaced else {
      return running(books.ledger.open(.atMost, in: .lane(lane)))
        .cancellable(id: JobID.lane(lane))
    }
    books.ledger.cancel(.replaced(lane))
    return running(books.ledger.open(.atMost, in: .replaced(lane)))
      .cancellable(id: JobID.replaced(lane), cancelInFlight: true)
  }

  private func newest(_ key: Ledger.Key) -> EffectOf<JobAction> {
    let number = books.ledger.request(key)
    let stamp = Stamp(source: books.ledger.open(.atMost), number: 0)
    return .send(JobAction(stamp, .cameLast(key, number)))
  }
}

/// A counter of attempts.
private final class Attempts: Sendable {
  private let count = Atomic(0)

  func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
}
