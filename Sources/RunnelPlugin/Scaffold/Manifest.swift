// SPDX-License-Identifier: MIT

/// The `Package.swift` of a feature's package.
struct Manifest {
  let name: FeatureName
  let runnel: RunnelSource

  /// Returns the manifest of a package in `folder`.
  func text(in folder: String) -> String {
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
}
