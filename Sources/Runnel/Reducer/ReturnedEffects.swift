// SPDX-License-Identifier: MIT

/// Interprets the value that a reducer closure returns: nothing, an effect, or a side effect.
///
/// Any other value is ignored: a closure that is one call of a function with a discardable result,
/// such as `state.rows.remove(at: 0)`, returns that result.
@usableFromInline
enum ReturnedEffects<Returned> {
  /// Reports a type that is easily mistaken for an effect and would be ignored.
  @usableFromInline
  static func check(at site: CallSite) {
    if Returned.self is any Action.Type {
      Misuse.returnedByReducer(Returned.self, "an action", "send", at: site).warn()
    } else if Returned.self is any Command.Type {
      Misuse.returnedByReducer(Returned.self, "a command", "perform", at: site).warn()
    }
  }

  /// Adds the effects of a returned value to the output.
  @inlinable
  @inline(__always)
  static func add(_ returned: Returned, to output: ReducerOutput.Pointer, _ site: CallSite) {
    if Returned.self == Void.self { return }
    if Returned.self == Effect.self {
      return output.pointee.add(unsafeBitCast(returned, to: Effect.self))
    }
    addDynamically(returned, to: output, site)
  }

  @inline(never)
  @usableFromInline
  static func addDynamically(
    _ returned: Returned, to output: ReducerOutput.Pointer, _ site: CallSite
  ) {
    switch returned {
    case let effect as Effect: output.pointee.add(effect)
    case let effects as [Effect]: for effect in effects { output.pointee.add(effect) }
    case let object as any SideEffect:
      output.pointee.add(.execute(object, at: site))
    default: break
    }
  }
}
