// swift-tools-version: 6.2

import PackageDescription

// Two modules ask for the metadata of files, and say so to Apple's reviewers. Elsewhere, the bundle
// that a resource brings would be for nothing.
#if canImport(Darwin)
  let privacy: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
  let unused: [String] = []
#else
  let privacy: [Resource] = []
  let unused = ["PrivacyInfo.xcprivacy"]
#endif

let package = Package(
  name: "Runnel",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Runnel", targets: ["Runnel"]),
    .library(name: "RunnelBoundary", targets: ["RunnelBoundary"]),
    .library(name: "RunnelInsight", targets: ["RunnelInsight"]),
    .library(name: "RunnelNavigation", targets: ["RunnelNavigation"]),
    .library(name: "RunnelObservation", targets: ["RunnelObservation"]),
    .library(name: "RunnelPersistence", targets: ["RunnelPersistence"]),
    .library(name: "RunnelTesting", targets: ["RunnelTesting"]),
    .library(name: "RunnelUDF", targets: ["RunnelUDF"]),
    .library(name: "RunnelUDF24", targets: ["RunnelUDF24"]),
    .plugin(name: "runnel", targets: ["RunnelPlugin"]),
  ],
  targets: [
    .target(name: "Runnel", dependencies: ["RunnelText"], exclude: ["Engine/README.md"]),
    .target(name: "RunnelBoundary", dependencies: ["Runnel"]),
    .target(
      name: "RunnelInsight", dependencies: ["Runnel", "RunnelShrinking", "RunnelText"],
      exclude: unused,
      resources: privacy),
    .target(name: "RunnelNavigation", dependencies: ["Runnel", "RunnelText"]),
    .target(name: "RunnelObservation", dependencies: ["Runnel", "RunnelNavigation"]),
    .target(
      name: "RunnelPersistence", dependencies: ["Runnel", "RunnelText"], exclude: unused,
      resources: privacy),
    .plugin(
      name: "RunnelPlugin",
      capability: .command(
        intent: .custom(verb: "runnel", description: "Creates a feature with its view and tests"),
        permissions: [
          .writeToPackageDirectory(reason: "The command writes the files of the new feature.")
        ]
      ),
      path: "Sources/RunnelPlugin"
    ),
    // The shortest failing sequence and its source, for the modules of this package.
    .target(name: "RunnelShrinking", dependencies: ["Runnel", "RunnelText"]),
    .target(name: "RunnelTesting", dependencies: ["Runnel", "RunnelShrinking", "RunnelText"]),
    // Texts of values, for the modules of this package.
    .target(name: "RunnelText"),
    .target(name: "RunnelUDF", dependencies: ["Runnel"]),
    .target(name: "RunnelUDF24", dependencies: ["Runnel", "RunnelUDF"]),
    .target(
      name: "RunnelTestSupport",
      dependencies: ["Runnel", "RunnelUDF"],
      path: "Tests/RunnelTestSupport"
    ),
    .testTarget(
      name: "RunnelTests",
      dependencies: [
        "Runnel", "RunnelNavigation", "RunnelTesting", "RunnelTestSupport", "RunnelText",
      ]
    ),
    .testTarget(
      name: "RunnelNavigationTests",
      dependencies: ["Runnel", "RunnelNavigation", "RunnelTesting", "RunnelTestSupport"]
    ),
    .testTarget(
      name: "RunnelBoundaryTests",
      dependencies: ["Runnel", "RunnelBoundary", "RunnelTesting", "RunnelTestSupport"]
    ),
    .testTarget(
      name: "RunnelInsightTests",
      dependencies: [
        "Runnel", "RunnelInsight", "RunnelNavigation", "RunnelTesting", "RunnelTestSupport",
      ]
    ),
    .testTarget(
      name: "RunnelTestingTests",
      dependencies: [
        "Runnel", "RunnelNavigation", "RunnelShrinking", "RunnelTesting", "RunnelTestSupport",
        "RunnelText",
      ]
    ),
    .testTarget(
      name: "RunnelObservationTests",
      dependencies: [
        "Runnel", "RunnelObservation", "RunnelNavigation", "RunnelTesting", "RunnelTestSupport",
      ]
    ),
    .testTarget(
      name: "RunnelPersistenceTests",
      dependencies: ["Runnel", "RunnelPersistence", "RunnelTesting", "RunnelTestSupport"]
    ),
    // Tests can't import a plugin. This folder has a symbolic link to the plugin's sources.
    .testTarget(name: "RunnelPluginTests"),
  ],
  swiftLanguageModes: [.v6]
)

// Code that is compiled as its users would compile it brings its own settings.
for target in package.targets where target.swiftSettings == nil && target.type != .plugin {
  target.swiftSettings = [
    // `any` is written out (SE-0335).
    .enableUpcomingFeature("ExistentialAny"),
    // What a file uses, it imports (SE-0444), and passes on only if it says so (SE-0409).
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
}
