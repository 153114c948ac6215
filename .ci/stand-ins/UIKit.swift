// SPDX-License-Identifier: MIT

// The declarations of Apple's `UIKit` module that the examples use, for type checks elsewhere. They
// have no behavior. What Objective-C declares optional in a protocol has a default implementation.

@_exported import Foundation

#if canImport(Combine)
  @_exported import Combine
#endif

@MainActor @preconcurrency open class UIResponder: NSObject {
  public nonisolated override init() { super.init() }
}

// MARK: Views

@MainActor @preconcurrency open class UIView: UIResponder {
  public init(frame: CGRect) {}
  public required init?(coder: NSCoder) {}
  public override convenience nonisolated init() { fatalError("A stand-in has no behavior.") }
  open func addSubview(_ view: UIView) {}
}

@MainActor @preconcurrency open class UILabel: UIView { open var text: String? }

@MainActor @preconcurrency open class UIAction: NSObject {
  public convenience init(handler: @escaping (UIAction) -> Void) { self.init() }
}

@MainActor @preconcurrency open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public static let touchUpInside = Event(rawValue: 1), editingChanged = Event(rawValue: 2)
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) {}
}

@MainActor @preconcurrency open class UIButton: UIControl {}

@MainActor @preconcurrency open class UITextField: UIControl {
  open var text: String?
  weak open var delegate: (any UITextFieldDelegate)?
}

@MainActor @preconcurrency public protocol UITextFieldDelegate: NSObjectProtocol {
  func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

// MARK: Tables

@MainActor @preconcurrency open class UITableView: UIView {
  open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {}
  open func dequeueReusableCell(
    withIdentifier identifier: String, for indexPath: IndexPath
  ) -> UITableViewCell { UITableViewCell(style: .default, reuseIdentifier: nil) }
}

@MainActor @preconcurrency open class UITableViewCell: UIView {
  public enum CellStyle: Int, Sendable { case `default` }
  public init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(frame: .zero)
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  open var textLabel: UILabel? { nil }
  open func prepareForReuse() {}
}

@MainActor @preconcurrency open class UITableViewDiffableDataSource<
  Section: Hashable & Sendable, Item: Hashable & Sendable
>: NSObject {
  public init(
    tableView: UITableView,
    cellProvider: @escaping (UITableView, IndexPath, Item) -> UITableViewCell?
  ) {}
  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<Section, Item>, animatingDifferences: Bool = true,
    completion: (() -> Void)? = nil
  ) {}
}

public struct NSDiffableDataSourceSnapshot<
  Section: Hashable & Sendable, Item: Hashable & Sendable
>: Sendable {
  public init() {}
  public mutating func appendSections(_ identifiers: [Section]) {}
  public mutating func appendItems(_ identifiers: [Item]) {}
}

// MARK: View controllers

@MainActor @preconcurrency open class UIViewController: UIResponder {
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}
  public required init?(coder: NSCoder) {}
  public override convenience nonisolated init() { fatalError("A stand-in has no behavior.") }
  open var view: UIView!
  open var isViewLoaded: Bool { false }
  open func viewDidLoad() {}
}

@MainActor @preconcurrency open class UINavigationController: UIViewController {
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  open var viewControllers: [UIViewController] = []
  open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {}
  weak open var delegate: (any UINavigationControllerDelegate)?
}

@MainActor @preconcurrency public protocol UINavigationControllerDelegate: NSObjectProtocol {
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController,
    animated: Bool)
}

// MARK: The app

public struct UIBackgroundTaskIdentifier: Hashable, Sendable {}

@MainActor @preconcurrency open class UIApplication: UIResponder {
  public nonisolated static let didBecomeActiveNotification =
    Notification.Name("UIApplicationDidBecomeActiveNotification")
  public nonisolated static let didReceiveMemoryWarningNotification =
    Notification.Name("UIApplicationDidReceiveMemoryWarningNotification")

  open class var shared: UIApplication { fatalError("A stand-in has no behavior.") }
  open nonisolated func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier { UIBackgroundTaskIdentifier() }
  open nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
}

@MainActor @preconcurrency open class UIScene: UIResponder {
  @MainActor @preconcurrency open class ConnectionOptions: NSObject {
    open var urlContexts: Set<UIOpenURLContext> { [] }
  }
}

@MainActor @preconcurrency open class UISceneSession: NSObject {}

@MainActor @preconcurrency open class UIOpenURLContext: NSObject {
  open var url: URL { URL(fileURLWithPath: "/") }
}

@MainActor @preconcurrency public protocol UIWindowSceneDelegate: NSObjectProtocol {
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions)
  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
}
