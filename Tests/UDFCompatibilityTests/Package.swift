// swift-tools-version: 6.2

import PackageDescription

let udf = Target.Dependency.product(name: "RunnelUDF", package: "Runnel")

// UDF's own tests, and code in its dialect, compiled as its users compile it. A package of its own,
// so that `swift test` in the library's folder doesn't compile it.
let package = Package(
  name: "UDFCompatibilityTests",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [.package(name: "Runnel", path: "../..")],
  targets: [
    .target(
      name: "UIKitStandIn",
      path: "UIKitStandIn",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
      ]
    ),
    .target(
      name: "UDFCounterFeature",
      dependencies: [udf, "UIKitStandIn"],
      path: "CounterFeature",
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .target(
      name: "UDFBigFeature",
      dependencies: [udf, "UIKitStandIn"],
      path: "BigFeature",
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    // Both targets compile the sources in `Shared`, because `Swift5` is a symbolic link to it.
    // The features are on in Swift 6. With them, both modes accept the same annotations.
    .testTarget(
      name: "UDFCompatibilitySwift5Tests",
      dependencies: [udf, "UDFBigFeature", "UDFCounterFeature", "UIKitStandIn"],
      path: "Swift5",
      swiftSettings: [
        .swiftLanguageMode(.v5),
        .enableUpcomingFeature("GlobalActorIsolatedTypesUsability"),
        .enableUpcomingFeature("InferSendableFromCaptures"),
      ]
    ),
    .testTarget(
      name: "UDFCompatibilitySwift6Tests",
      dependencies: [udf, "UDFBigFeature", "UDFCounterFeature", "UIKitStandIn"],
      path: "Shared",
      swiftSettings: [
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
      ]
    ),
    .testTarget(
      name: "UDFCompatibility24Tests",
      dependencies: [.product(name: "RunnelUDF24", package: "Runnel")],
      path: "Earlier",
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    // UDF code without concurrency annotations, with the default settings of the Swift 5 mode.
    .testTarget(
      name: "UDFCompatibilityUnannotatedTests",
      dependencies: [udf, "UIKitStandIn"],
      path: "Unannotated",
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
  ]
)
