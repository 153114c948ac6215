// SPDX-License-Identifier: MIT

import Foundation
import Harness

/// What features cost to compile: one target with a file for each of them, and their composition.
struct FeatureBuild {
  /// How the features are written.
  enum Style: String {
    /// With a `Reducer` for each.
    case reducers = "Runnel"
    /// With a function for each, which checks the type of the action, and no library.
    case closures
  }

  let style: Style
  let count: Int

  /// Builds the target, and returns the processor time per feature.
  ///
  /// Without what the package manager needs to find out that a target is up to date.
  func round() throws -> Reading {
    try SwiftBuild.inTemporaryFolder { folder in
      try write("Features", features: count, in: folder)
      try write("Single", features: 1, in: folder)
      try manifest.write(
        to: folder.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
      let build = SwiftBuild(package: folder, products: folder.appendingPathComponent(".build"))
      // Builds the library as well.
      _ = try build("Single")
      let idle = try build("Single")
      let cost = try build("Features")
      return Reading([
        .processorTime: (cost.processorTime - idle.processorTime) / Double(count)
      ])
    }
  }

  private var manifest: String {
    let isLibraryUsed = style == .reducers
    let library = #".product(name: "Runnel", package: "Runnel")"#
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "FeatureBuild",
        platforms: [.macOS(.v15)],
        dependencies: [
          \(isLibraryUsed ? ".package(name: \"Runnel\", path: \"\(SwiftBuild.repository.path)\")" : "")
        ],
        targets: [
          .target(name: "Features", dependencies: [\(isLibraryUsed ? library : "")]),
          .target(name: "Single", dependencies: [\(isLibraryUsed ? library : "")]),
        ],
        swiftLanguageModes: [.v6]
      )
      """
  }

  private func write(_ target: String, features count: Int, in folder: URL) throws {
    let sources = folder.appendingPathComponent("Sources/\(target)")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    func add(_ name: String, _ text: String) throws {
      try text.write(
        to: sources.appendingPathComponent("\(name).swift"), atomically: true, encoding: .utf8)
    }
    for number in 0..<count { try add("Feature\(number)", feature(number)) }
    try add("App", app(features: count))
  }

  private func feature(_ number: Int) -> String {
    let cases = """
      switch action {
          case .incremented(let amount): state.count += amount
          case .renamed(let name): state.name = name
          case .toggled: state.isOn.toggle()
          }
      """
    let reducer =
      switch style {
      case .reducers:
        """
        public static let reducer = Reducer<State>.on(Action.self) { state, action in
            \(cases)
            return .none
          }
        """
      case .closures:
        """
        public static func reduce(_ state: inout State, _ action: any AppAction) {
            guard let action = action as? Action else { return }
            \(cases)
          }
        """
      }
    return """
      \(style == .reducers ? "import Runnel" : "")

      public enum Feature\(number) {
        public struct State: Equatable, Sendable {
          public var count = 0
          public var name = ""
          public var isOn = false
        }

        public enum Action: \(style == .reducers ? "Runnel.Action" : "AppAction"), Equatable {
          case incremented(Int), renamed(String), toggled
        }

        \(reducer)
      }
      """
  }

  private func app(features count: Int) -> String {
    func lines(_ line: (Int) -> String) -> String {
      (0..<count).map { "  \(line($0))\n" }.joined()
    }
    let state = """
      public struct AppState: Equatable, Sendable {
      \(lines { "public var feature\($0) = Feature\($0).State()" })}
      """
    switch style {
    case .reducers:
      return """
        import Runnel

        \(state)

        public let appReducer = Reducer<AppState> {
        \(lines { "Feature\($0).reducer.scope(\\.feature\($0))" })}
        """
    case .closures:
      return """
        public protocol AppAction: Sendable {}

        \(state)

        public func reduce(_ state: inout AppState, _ action: any AppAction) {
        \(lines { "Feature\($0).reduce(&state.feature\($0), action)" })}
        """
    }
  }

  static func workload(_ scale: Scale) -> Workload {
    let sizes = scale == .quick ? [2, 4] : [100, 400]
    let entrants = sizes.flatMap { count in
      [Style.reducers, .closures].map { style in
        Entrant(
          style.rawValue, setting(count), size: count,
          round: { try FeatureBuild(style: style, count: count).round() })
      }
    }
    func id(_ style: Style, _ size: Int) -> Entrant.ID {
      .init(style.rawValue, setting(sizes[size]))
    }
    return Workload(
      name: "compile",
      title: "a release build of a target with features",
      operation: "feature",
      entrants: entrants,
      budgets: [
        Budget(id(.reducers, 0), .processorTime, against: id(.closures, 0), atMost: 2),
        Budget(id(.reducers, 1), .processorTime, against: id(.closures, 1), atMost: 2),
        Budget(id(.reducers, 1), .processorTime, against: id(.reducers, 0), atMost: 1.25),
      ],
      mostRounds: 1,
      warmsUp: false
    )
  }

  private static func setting(_ count: Int) -> String { "\(count) features" }
}
