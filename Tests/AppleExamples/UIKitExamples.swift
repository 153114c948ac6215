// SPDX-License-Identifier: MIT

// The examples that need UIKit or AppKit. DocumentationTests checks that they contain the snippets
// of the documentation.

import AppKit
import Runnel
import RunnelObservation
import SwiftUI
import UIKit

enum UIKitExamples {
  struct AppState: Equatable, Sendable {
    var counter = 0
    var name = ""
    var rows: Entities<Row> = []
    var path = ScreenStack<Screen>()
  }

  struct Row: Equatable, Identifiable, Sendable {
    var id: Int
    var title = "untitled"
  }

  enum Screen: Equatable, Sendable { case thread(Int) }
  enum CounterAction: Action { case incremented }
  enum NameAction: Action { case changed(String), submitted, refused(String) }

  struct CounterProps: Equatable {
    var text = ""
    var onIncrement = Callback {}
  }

  struct CounterConnector: Connector {
    func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> CounterProps {
      CounterProps(
        text: "\(state.counter)",
        onIncrement: Callback { dispatcher.dispatch(CounterAction.incremented) })
    }
  }

  final class CounterController: UIViewController, ViewComponent {
    let disposer = Disposer()
    private let label = UILabel()
    private let button = UIButton()
    var props = CounterProps() { didSet { if isViewLoaded { show() } } }

    override func viewDidLoad() {
      super.viewDidLoad()
      view.addSubview(label)
      view.addSubview(button)
      button.addAction(UIAction { [weak self] _ in self?.props.onIncrement() }, for: .touchUpInside)
      show()
    }

    private func show() { label.text = props.text }
  }

  final class NameController: UIViewController, ViewComponent, UITextFieldDelegate {
    let disposer = Disposer()
    private let store: Store<AppState>
    private let field = UITextField()
    var props = "" { didSet { if field.text != props { field.text = props } } }

    init(store: Store<AppState>) {
      self.store = store
      super.init(nibName: nil, bundle: nil)
      field.delegate = self
      field.addAction(UIAction { [weak self] _ in self?.textChanged() }, for: .editingChanged)
      connect(to: store.scope(\.name))
    }

    required init?(coder: NSCoder) { nil }

    func textFieldShouldReturn(_ textField: UITextField) -> Bool {
      store.dispatch(NameAction.submitted)
      return true
    }

    private func textChanged() {
      store.send(NameAction.changed(field.text ?? ""))
      if field.text != props { field.text = props }
    }
  }

  final class RowCell: UITableViewCell, ViewComponent {
    let disposer = Disposer()
    var props = Row(id: 0) { didSet { textLabel?.text = props.title } }

    override func prepareForReuse() {
      super.prepareForReuse()
      disposer.dispose()
    }
  }

  final class RowsController: UIViewController, ViewComponent {
    let disposer = Disposer()
    private let store: Store<AppState>
    private let table = UITableView(frame: .zero)
    private var dataSource: UITableViewDiffableDataSource<Int, Row.ID>?
    var props: [Row.ID] = [] { didSet { if isViewLoaded { show() } } }

    init(store: Store<AppState>) {
      self.store = store
      super.init(nibName: nil, bundle: nil)
      connect(to: store.scope(\.rows.ids))
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      view.addSubview(table)
      table.register(RowCell.self, forCellReuseIdentifier: "row")
      dataSource = UITableViewDiffableDataSource(tableView: table) { [store] table, indexPath, id in
        let cell = table.dequeueReusableCell(withIdentifier: "row", for: indexPath)
        if let row = store.scope(\.rows, id: id) { (cell as? RowCell)?.connect(to: row) }
        return cell
      }
      show()
    }

    private func show() {
      var snapshot = NSDiffableDataSourceSnapshot<Int, Row.ID>()
      snapshot.appendSections([0])
      snapshot.appendItems(props)
      dataSource?.apply(snapshot)
    }
  }

  final class StackNavigator: NSObject, ViewComponent, UINavigationControllerDelegate {
    let disposer = Disposer()
    private let navigation: UINavigationController
    private let store: Store<AppState>
    private let root: [UIViewController]
    private let makeController: @MainActor (ScreenID) -> UIViewController
    private var controllers: [ScreenID: UIViewController] = [:]
    var props: [ScreenID] = [] { didSet { show() } }

    init(
      _ navigation: UINavigationController, store: Store<AppState>,
      makeController: @escaping @MainActor (ScreenID) -> UIViewController
    ) {
      self.navigation = navigation
      self.store = store
      root = navigation.viewControllers
      self.makeController = makeController
      super.init()
      navigation.delegate = self
      connect(to: store.scope(\.path.entries.ids))
    }

    private func show() {
      controllers = controllers.filter { props.contains($0.key) }
      for id in props where controllers[id] == nil { controllers[id] = makeController(id) }
      let shown = root + props.compactMap { controllers[$0] }
      if navigation.viewControllers != shown {
        navigation.setViewControllers(shown, animated: true)
      }
    }

    func navigationController(
      _ navigationController: UINavigationController, didShow viewController: UIViewController,
      animated: Bool
    ) {
      let count = navigationController.viewControllers.count - root.count
      guard count < props.count else { return }
      store.send(StackAction<Screen>.dismiss(props[count]))
    }
  }

  @MainActor static func start(_ store: Store<AppState>) -> [UIViewController] {
    let controller = CounterController()
    controller.connect(to: store, by: CounterConnector())
    let hosting = UIHostingController(rootView: CounterScreen(store: store))
    return [controller, hosting]
  }

  struct CounterScreen: View {
    @State private var model: ViewStore<AppState>

    init(store: Store<AppState>) {
      _model = State(initialValue: ViewStore(store))
    }

    var body: some View { Text("\(model.counter)") }
  }

  struct CounterControllerView: UIViewControllerRepresentable {
    let store: Store<AppState>

    func makeUIViewController(context: Context) -> CounterController {
      let controller = CounterController()
      controller.connect(to: store, by: CounterConnector())
      return controller
    }

    func updateUIViewController(_ controller: CounterController, context: Context) {}
  }

  final class CountController: NSViewController, ViewComponent {
    let disposer = Disposer()
    private let label = NSTextField(labelWithString: "")
    var props = 0 { didSet { label.stringValue = "\(props)" } }

    override func loadView() { view = label }
  }
}
