// SPDX-License-Identifier: MIT

/// The limits of an operation's costs, with `nil` for costs that are reported but not limited.
struct Limit {
  var allocations: Double?
  var locks: Double?
  var hops: Double?
  var bytes: Double?
}

/// The operations that are counted, and their limits.
///
/// Each action has a share of the costs of a turn of the store's queue, so "none" is a tenth.
enum Operation: String, CaseIterable {
  case nothing = "nothing at all"
  case dispatch = "dispatch"
  case dispatchTyped = "dispatch, typed store"
  case dispatchLarge = "dispatch, an action of 48 bytes"
  case dispatchUnobserved = "dispatch, observer of another slice"
  case dispatchObserved = "dispatch, an observer, own queue"
  case dispatchEvery = "dispatch, an observer, other queue"
  case dispatchLatest = "dispatch, a .latest one, in a burst"
  case dispatchView = "dispatch, a view, in a burst"
  case dispatchFeature = "dispatch, one of 100 features"
  case send = "send, an idle store"
  case sendView = "send on main, a view"
  case hopSend = "a hop with Effect.send"
  case hopRun = "a hop with Effect.run"
  case scope = "scope"
  case subscribe = "scope, observe, dispose"
  case subscribeIdle = "the same, with an idle store"
  case connect = "connect a view"
  case connectTyped = "connect a view, typed store"
  case live = "a live subscription of a scope"
  case read = "state of a scope"
  case settled = "settled()"

  var limit: Limit {
    let none = 0.1
    return switch self {
    case .nothing: Limit(allocations: none, locks: none, hops: none)
    case .dispatch, .dispatchTyped, .dispatchUnobserved, .dispatchFeature:
      Limit(allocations: none, locks: 1.5, hops: none)
    case .dispatchLarge: Limit(allocations: 1.5, locks: 1.5, hops: none)
    case .dispatchObserved: Limit(allocations: none, locks: 4.5, hops: none)
    case .dispatchLatest, .dispatchView: Limit(allocations: none, locks: 2.5, hops: none)
    case .dispatchEvery: Limit(allocations: none, locks: 5.5, hops: none)
    case .send: Limit(allocations: 2.5, locks: 7.5, hops: none)
    case .sendView: Limit(allocations: 4.5, locks: 19.5, hops: none)
    case .hopSend: Limit(allocations: 1.5, locks: 3.5, hops: none)
    case .hopRun: Limit(allocations: 20.5, locks: 13.5, hops: 1.5)
    case .scope: Limit(allocations: 1.5, locks: 2.5, hops: none)
    case .subscribe: Limit(allocations: 7.5, locks: 17.5, hops: none)
    case .subscribeIdle: Limit(allocations: 7.5, locks: 17.5, hops: none)
    case .connect, .connectTyped: Limit(allocations: 9.5, locks: 18.5, hops: none)
    case .live: Limit(allocations: 7.5, locks: 14.5, hops: none, bytes: 180)
    case .read: Limit(allocations: none, locks: 1.5, hops: none)
    case .settled: Limit(allocations: 9.5, locks: 8.5, hops: 1.5)
    }
  }
}
