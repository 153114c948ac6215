// SPDX-License-Identifier: MIT

/// The result of a reducer closure: nothing, an effect, or a ``SideEffect`` object.
///
/// Any other result is ignored: a closure with one call of a function with a discardable result,
/// such as `state.rows.remove(at: 0)`, returns that result.
@usableFromInline
enum ReturnedEffects<Returned> {
  /// Reports a result that resembles an effect and would be ignored.
  @usableFromInline
  static func check(at site: CallSite) {
    if Returned.self is any Action.Type {
      Misuse.returnedByReducer(Returned.self, "an action", "send", at: site).warn()
    } else if Returned.self is any Command.Type {
      Misuse.returnedByReducer(Returned.self, "a command", "perform", at: site).warn()
    }
  }

  /// Appends the returned effects to `effects`.
  @inlinable
  @inline(__always)
  static func add(_ returned: Returned, to effects: ReducerEntry.Effects, _ site: CallSite) {
    if Returned.self == Void.self { return }
    if Returned.self == Effect.self { return effects.add(unsafeBitCast(returned, to: Effect.self)) }
    addDynamically(returned, to: effects, site)
  }

  @inline(never)
  @usableFromInline
  static func addDynamically(
    _ returned: Returned,
    to effects: ReducerEntry.Effects,
    _ site: CallSite
  ) {
    switch returned {
    case let effect as Effect: effects.add(effect)
    case let list as [Effect]: list.forEach(effects.add)
    case let object as any SideEffect:
      effects.add(Effect(.work(EffectWork(executing: object)), at: site))
    default: break
    }
  }
}
