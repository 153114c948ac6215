// SPDX-License-Identifier: MIT

#if canImport(AppKit)
  public import AppKit

  @available(iOS, unavailable)
  @MainActor @preconcurrency @propertyWrapper
  public struct NSApplicationDelegateAdaptor<
    DelegateType: NSObject & NSApplicationDelegate
  > {
    @MainActor @preconcurrency public init(
      _ delegateType: DelegateType.Type = DelegateType.self
    ) {}
    @MainActor @preconcurrency public var wrappedValue: DelegateType {
      fatalError("A stand-in has no value.")
    }
  }
#endif
