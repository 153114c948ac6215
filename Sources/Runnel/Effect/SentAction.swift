// SPDX-License-Identifier: MIT

/// An action that an effect sent, on its way to the reducers.
///
/// `@unchecked`: the context refers to parts of the ledger, which are read and written with it locked.
struct SentAction: Action, @unchecked Sendable {
  let action: any Action
  let context: EffectContext
}
