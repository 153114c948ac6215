// SPDX-License-Identifier: MIT

#if canImport(AppKit)
  public import AppKit

  @MainActor @preconcurrency @propertyWrapper
  public struct NSApplicationDelegateAdaptor<DelegateType: NSObject & NSApplicationDelegate> {
    @MainActor @preconcurrency public init(_ delegateType: DelegateType.Type) {}
    @MainActor @preconcurrency public var wrappedValue: DelegateType { absent() }
  }
#endif

#if canImport(UIKit)
  @_exported import UIKit

  @MainActor @preconcurrency open class UIHostingController<Content: View>: UIViewController {
    public init(rootView: Content) { super.init(nibName: nil, bundle: nil) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
  }

  @MainActor @preconcurrency public protocol UIViewControllerRepresentable: View
  where Body == Never {
    associatedtype UIViewControllerType: UIViewController
    typealias Context = UIViewControllerRepresentableContext<Self>
    func makeUIViewController(context: Context) -> UIViewControllerType
    func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)
  }

  extension UIViewControllerRepresentable {
    public var body: Never { absent() }
  }

  @MainActor @preconcurrency public struct UIViewControllerRepresentableContext<
    Representable: UIViewControllerRepresentable
  > {}
#endif
