// SPDX-License-Identifier: MIT

/// The way in which an effect ended.
enum EffectOutcome {
  case finished
  /// An effect that was made at a place threw an error.
  case failed(any Error, CallSite)
}
