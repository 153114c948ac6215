// SPDX-License-Identifier: MIT

#if canImport(Combine)
  import Combine

  /// What an observable object announces its changes by.
  ///
  /// `@unchecked`: the publisher is constant, and may be used from any thread, whether the SDK says so or
  /// not.
  struct ChangePublisher: @unchecked Sendable {
    let publisher = ObservableObjectPublisher()

    func send() { publisher.send() }
  }
#endif
