// swift-tools-version: 6.2

import PackageDescription

// The code that needs Combine, compiled and tested with OpenCombine in place of Combine. The
// sources are links to the library's sources. The package has the same name, so that `package`
// declarations are accessible.
let package = Package(
  name: "Runnel",
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0")
  ],
  targets: [
    .target(name: "Combine", dependencies: ["OpenCombine"]),
    .target(name: "Runnel"),
    .target(name: "RunnelObservation", dependencies: ["Runnel", "Combine"]),
    .target(name: "RunnelUDF", dependencies: ["Runnel", "Combine"]),
    .target(name: "RunnelTestSupport", dependencies: ["Runnel", "RunnelUDF"]),
    .testTarget(
      name: "BridgeTests",
      dependencies: ["Runnel", "RunnelObservation", "RunnelTestSupport", "Combine"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
  ]
}
