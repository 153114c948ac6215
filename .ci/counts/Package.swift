// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

// Counts the allocations, locks and queue hops of the library's operations. See `.ci/allocations`.
let package = Package(
  name: "Counts",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Runnel", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "counts",
      dependencies: ["Interposed", .product(name: "Runnel", package: "Runnel")],
      // The linker exports these to the shared libraries only on request.
      linkerSettings: [
        .unsafeFlags(
          [
            "malloc", "calloc", "realloc", "free", "posix_memalign", "aligned_alloc",
            "dispatch_async",
          ].flatMap { ["-Xlinker", "--export-dynamic-symbol=\($0)"] })
      ]
    ),
    .target(name: "Interposed"),
  ],
  swiftLanguageModes: [.v6]
)
