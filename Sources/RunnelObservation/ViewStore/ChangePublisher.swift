// SPDX-License-Identifier: MIT

#if canImport(Combine)
  import Combine

  /// The change publisher of an observable object.
  ///
  /// `@unchecked`: the publisher is a constant and thread-safe, but not every SDK declares that.
  struct ChangePublisher: @unchecked Sendable {
    let publisher = ObservableObjectPublisher()

    func send() { publisher.send() }
  }
#endif
