// SPDX-License-Identifier: MIT

#if canImport(UIKit)
  @_exported import UIKit

  @MainActor @preconcurrency open class UIHostingController<Content: View>: UIViewController {
    public init(rootView: Content) { super.init(nibName: nil, bundle: nil) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
  }

  @MainActor @preconcurrency public protocol UIViewControllerRepresentable: View
  where Body == Never {
    associatedtype UIViewControllerType: UIViewController
    associatedtype Coordinator = Void
    typealias Context = UIViewControllerRepresentableContext<Self>
    func makeUIViewController(context: Context) -> UIViewControllerType
    func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)
  }

  extension UIViewControllerRepresentable {
    public var body: Never { fatalError("A stand-in has no content.") }
  }

  @MainActor @preconcurrency public struct UIViewControllerRepresentableContext<
    Representable: UIViewControllerRepresentable
  > {}
#endif
