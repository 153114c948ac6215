# Functions that build the stand-ins for Apple's modules, and modules of the library against them. The current folder
# is the root of the repository.
features=(
  -enable-upcoming-feature ExistentialAny
  -enable-upcoming-feature MemberImportVisibility
  -enable-upcoming-feature InternalImportsByDefault
)

# Not /dev/null: a compiler that runs as root removes its output file after an error.
mkdir -p .build
output=.build/apple.sil

# stand_in <folder> <module> [flags]: builds a module for which `#if canImport` is true.
stand_in() {
  mkdir -p "$1"
  swiftc -emit-module -module-name "$2" -parse-as-library -swift-version 6 -I "$1" "${@:3}" \
    -emit-module-path "$1/$2.swiftmodule" ".ci/stand-ins/$2"{,+*}.swift
}

# interfaces <folder> [flags]: builds the modules of user interfaces. The one of SwiftUI imports UIKit.
interfaces() {
  stand_in "$1" UIKit
  stand_in "$1" AppKit
  stand_in "$1" SwiftUI "${@:2}"
}

# library <folder> <module>: compiles a module of the library without warnings.
library() {
  find "Sources/$2" -name '*.swift' -not -path '*.docc/*' -print0 | xargs -0 swiftc -emit-sil -o "$output" -wmo -module-name "$2" \
    -emit-module -emit-module-path "$1/$2.swiftmodule" -parse-as-library \
    -swift-version 6 -package-name Runnel -warnings-as-errors -I "$1" "${features[@]}"
}
