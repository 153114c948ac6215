// swift-tools-version: 6.2

import PackageDescription

// What is compiled only where Combine is, compiled and run with OpenCombine in its place. The sources are those of
// the library, in links; a package of the same name may use what they keep to the package.
let package = Package(
  name: "Runnel",
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0")
  ],
  targets: [
    .target(name: "Combine", dependencies: ["OpenCombine"]),
    .target(name: "Runnel"),
    .target(name: "RunnelObservation", dependencies: ["Runnel", "Combine"]),
    .target(name: "RunnelTestSupport", dependencies: ["Runnel"]),
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
