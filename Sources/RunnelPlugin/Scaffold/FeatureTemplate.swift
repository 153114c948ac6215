// SPDX-License-Identifier: MIT

struct FeatureTemplate {
  let name: FeatureName
  let module: String
  /// Whether another module uses the feature.
  let isPublic: Bool

  /// Returns the files of the feature in two folders.
  func files(sources: String, tests: String) -> [FeaturePlan.File] {
    [
      FeaturePlan.File(path: "\(sources)/\(name).swift", text: feature),
      FeaturePlan.File(path: "\(sources)/\(name)Handler.swift", text: handler),
      FeaturePlan.File(path: "\(sources)/\(name)View.swift", text: view),
      FeaturePlan.File(path: "\(tests)/\(name)Tests.swift", text: self.tests),
    ]
  }

  /// Returns the manifest of a package in `folder`.
  func manifest(in folder: String, _ runnel: RunnelSource) -> String {
    """
    // swift-tools-version: 6.2

    import PackageDescription

    let package = Package(
      name: "\(name)",
      platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
      products: [
        .library(name: "\(name)", targets: ["\(name)"])
      ],
      dependencies: [
        \(runnel.declaration(from: folder))
      ],
      targets: [
        .target(
          name: "\(name)",
          dependencies: [
            .product(name: "Runnel", package: "\(runnel.package)"),
            .product(name: "RunnelObservation", package: "\(runnel.package)"),
          ]
        ),
        .testTarget(
          name: "\(name)Tests",
          dependencies: [
            "\(name)",
            .product(name: "Runnel", package: "\(runnel.package)"),
            .product(name: "RunnelTesting", package: "\(runnel.package)"),
          ]
        ),
      ],
      swiftLanguageModes: [.v6]
    )

    """
  }

  /// The lines with which an app uses the feature.
  var composition: String {
    """
    Compose the feature in the app:
      var \(name.property) = \(name).State()      // in the state of the app
      \(name).reducer.scope(\\.\(name.property))   // in the reducer of the app
      store.handle(with: \(name)Handler { try await api.items() }).dispose(on: disposer)
      \(name)View(store.scope(\\.\(name.property), accepting: \(name).Action.self))
    """
  }

  private var `public`: String { isPublic ? "public " : "" }

  private var itemInitializer: String {
    guard isPublic else { return "" }
    return """


          public init(id: Int, title: String) {
            self.id = id
            self.title = title
          }
      """
  }

  private var stateInitializer: String {
    guard isPublic else { return "" }
    return """


          public init(items: [Item] = [], status: Status = .idle) {
            self.items = items
            self.status = status
          }
      """
  }

  private var feature: String {
    """
    \(`public`)import Runnel

    /// A list of items that the app loads.
    \(`public`)nonisolated enum \(name) {
      /// An item of the list.
      \(`public`)struct Item: Identifiable, Equatable, Sendable {
        \(`public`)let id: Int
        \(`public`)var title: String\(itemInitializer)
      }

      /// The progress of the latest request.
      \(`public`)enum Status: Equatable, Sendable {
        case idle
        case loading
        case loaded
        case failed
      }

      \(`public`)struct State: Equatable, Sendable {
        /// The items of the last request that succeeded.
        \(`public`)var items: [Item]\(isPublic ? "" : " = []")
        \(`public`)var status: Status\(isPublic ? "" : " = .idle")\(stateInitializer)
      }

      \(`public`)enum Action: Runnel.Action, Equatable {
        case appeared
        case refreshed
        case retried
        case loaded([Item])
        case failed(String)
      }

      /// The work that a handler performs outside the reducer.
      \(`public`)enum Command: Runnel.Command, Equatable {
        case load
      }

      enum ID { case load }

      \(`public`)static let reducer = Reducer<State>.on(Action.self) { state, action in
        switch action {
        case .appeared where state.status != .idle:
          return .none
        case .appeared, .retried:
          state.status = .loading
          return load
        case .refreshed:
          // The view shows an indicator of its own, and cancels the request when it disappears.
          return state.status == .loading ? .none : load
        case .loaded(let items):
          state.items = items
          state.status = .loaded
          return .none
        case .failed:
          state.status = .failed
          return .none
        }
      }

      /// A request of the items. A new one cancels the one before.
      private static var load: EffectOf<Action> {
        .perform(Command.load)
          .timeout(after: .seconds(30))
          .catch { .failed("\\($0)") }
          .cancellable(id: ID.load, cancelInFlight: true)
      }
    }

    """
  }

  private var handler: String {
    """
    \(`public`)import Runnel

    /// Performs the commands of ``\(name)`` with a function of the app.
    \(`public`)nonisolated struct \(name)Handler: CommandHandler {
      private let loadItems: @Sendable () async throws -> [\(name).Item]

      /// Creates a handler that loads the items with `loadItems`.
      \(`public`)init(loadItems: @escaping @Sendable () async throws -> [\(name).Item]) {
        self.loadItems = loadItems
      }

      \(`public`)func handle(_ command: \(name).Command) -> EffectOf<\(name).Action> {
        switch command {
        case .load: .once { .loaded(try await loadItems()) }
        }
      }
    }

    """
  }

  private var view: String {
    """
    #if canImport(SwiftUI)
      \(`public`)import Runnel
      import RunnelObservation
      \(`public`)import SwiftUI

      /// Shows the items of ``\(name)``, and loads them when it appears.
      \(`public`)struct \(name)View: View {
        @State private var model: ViewStoreOf<\(name).State, \(name).Action>

        \(`public`)init(_ store: StoreOf<\(name).State, \(name).Action>) {
          _model = State(initialValue: ViewStoreOf(store))
        }

        \(`public`)var body: some View {
          List {
            switch model.status {
            case .idle, .loaded:
              EmptyView()
            case .loading:
              ProgressView()
            case .failed:
              Text("The items can't be loaded.")
              Button("Try Again") { model.dispatch(.retried) }
            }
            ForEach(model.items) { Text($0.title) }
          }
          .onAppear { model.dispatch(.appeared) }
          .refreshable { await model.dispatchAndWait(.refreshed) }
        }
      }

      #Preview("Loaded") {
        \(name)View(preview([\(name).Item(id: 1, title: "Otter")], .loaded))
      }

      #Preview("Loading") {
        \(name)View(preview([], .loading))
      }

      #Preview("Failed") {
        \(name)View(preview([], .failed))
      }

      /// Returns a store of a state that never changes.
      private func preview(
        _ items: [\(name).Item], _ status: \(name).Status
      ) -> StoreOf<\(name).State, \(name).Action> {
        Store(state: \(name).State(items: items, status: status)).accepting(\(name).Action.self)
      }
    #endif

    """
  }

  /// The imports of the tests, in the order of swift-format.
  ///
  /// The import of the type makes its name win over one such as `Testing.Comment`.
  private var testImports: String {
    let modules = ["Runnel", "RunnelTesting", "Testing"] + (isPublic ? [module] : [])
    let imports = modules.sorted().map { "import \($0)\n" }.joined() + "\n"
    return isPublic
      ? imports + "import enum \(module).\(name)"
      : imports + "@testable import \(module)\n@testable import enum \(module).\(name)"
  }

  private var tests: String {
    """
    \(testImports)

    @Suite struct \(name)Tests {
      @Test func `The first appearance loads the items`() async {
        let items = [\(name).Item(id: 1, title: "Otter")]
        let store = makeStore()
        let spy = CommandSpy(\(name).Command.self, sending: \(name).Action.self) { _ in
          .once { .loaded(items) }
        }
        store.handle(with: spy)
        await store.send(.appeared) { $0.status = .loading }
        await store.receive(.loaded(items)) {
          $0.items = items
          $0.status = .loaded
        }
        await store.send(.appeared)
        await store.finish()
        #expect(spy.commands == [.load])
      }

      @Test func `A failure keeps the items until another request succeeds`() async {
        let old = [\(name).Item(id: 1, title: "Otter")]
        let new = [\(name).Item(id: 2, title: "Heron")]
        let store = makeStore(\(name).State(items: old, status: .loaded))
        store.handle(\(name).Command.self) { _ in .once { throw Unavailable() } }
        await store.send(.refreshed)
        await store.receive(.failed("Unavailable()")) { $0.status = .failed }
        store.handle(\(name).Command.self) { _ in .once { .loaded(new) } }
        await store.send(.retried) { $0.status = .loading }
        await store.receive(.loaded(new)) {
          $0.items = new
          $0.status = .loaded
        }
        await store.finish()
      }

      @Test func `A request without a response fails after 30 seconds`() async {
        let clock = ManualClock()
        let store = makeStore(clock: clock)
        store.handle(\(name).Command.self) { _ in .run { try await $0.sleep(for: .seconds(60)) } }
        await store.send(.appeared) { $0.status = .loading }
        await store.send(.refreshed)
        await clock.advance(by: .seconds(30))
        let reason = "\\(EffectTimeoutError(duration: .seconds(30)))"
        await store.receive(.failed(reason)) { $0.status = .failed }
        await store.finish()
      }

      @Test func `The handler loads the items with the function of the app`() async {
        let items = [\(name).Item(id: 1, title: "Otter")]
        let store = makeStore()
        store.handle(with: \(name)Handler { items })
        await store.send(.appeared) { $0.status = .loading }
        await store.receive(.loaded(items)) {
          $0.items = items
          $0.status = .loaded
        }
        await store.finish()
      }

      private func makeStore(
        _ state: \(name).State = \(name).State(), clock: ManualClock = ManualClock()
      ) -> TestStoreOf<\(name).State, \(name).Action> {
        TestStore(state: state, reducer: \(name).reducer, clock: clock)
          .accepting(\(name).Action.self)
      }
    }

    private nonisolated struct Unavailable: Error {}

    """
  }
}
