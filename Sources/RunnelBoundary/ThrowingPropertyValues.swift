// SPDX-License-Identifier: MIT

import Runnel

/// The values of a ``ThrowingProperty`` as an asynchronous sequence, up to the first error.
public struct ThrowingPropertyValues<Element: Sendable>: AsyncSequence, Sendable {
  private let results: StoreValues<Result<Element, any Error>>

  init(_ results: StoreValues<Result<Element, any Error>>) {
    self.results = results
  }

  /// Creates an iterator that subscribes to the property and starts with its current value.
  public func makeAsyncIterator() -> Iterator {
    Iterator(results: results.makeAsyncIterator())
  }

  /// An iterator over the values.
  ///
  /// Its subscription ends when the iterator is released, or with the first error.
  public struct Iterator: AsyncIteratorProtocol {
    private var results: StoreValues<Result<Element, any Error>>.Iterator?

    fileprivate init(results: StoreValues<Result<Element, any Error>>.Iterator) {
      self.results = results
    }

    /// Returns the next value, or throws the next error.
    ///
    /// Returns `nil` after an error, when the store behind the property has been released, and
    /// when the task is canceled.
    public mutating func next() async throws -> Element? {
      switch await results?.next() {
      case .success(let value):
        return value
      case .failure(let error):
        results = nil
        throw error
      case nil:
        results = nil
        return nil
      }
    }
  }
}
