// SPDX-License-Identifier: MIT

package import Runnel

/// The action that effects in tests send.
package struct Word: Action, Equatable {
  package let word: String

  package init(_ word: String) {
    self.word = word
  }
}

/// An action for which the reducer returns an effect.
package struct Do: Action {
  package let effect: Effect

  package init(_ effect: Effect) {
    self.effect = effect
  }
}

package struct Failure: Error, Equatable {
  package let word: String

  package init(word: String = "failed") {
    self.word = word
  }
}

extension EffectOf {
  package static func say(_ word: String) -> EffectOf { EffectOf(Effect.send(Word(word))) }

  /// An effect that sends a word after a sleep.
  package static func say(_ word: String, after milliseconds: Int) -> EffectOf {
    .run { send in
      try await send.sleep(for: .milliseconds(milliseconds))
      send.dispatch(Word(word))
    }
  }

  /// An effect that fails after a sleep.
  package static func fail(after milliseconds: Int, _ word: String = "failed") -> EffectOf {
    .run { send in
      try await send.sleep(for: .milliseconds(milliseconds))
      throw Failure(word: word)
    }
  }

  /// An endless effect that sends a word every second.
  package static func tick(_ word: String = "tick") -> EffectOf {
    EffectOf(Effect.timer(every: .seconds(1)) { Word(word) })
  }
}

extension Sequence where Element: Sendable {
  /// The elements as an asynchronous sequence that finishes.
  package var async: AsyncStream<Element> {
    AsyncStream { continuation in
      forEach { continuation.yield($0) }
      continuation.finish()
    }
  }
}
