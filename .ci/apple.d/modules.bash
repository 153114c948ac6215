# Functions that build the stand-ins for Apple's modules, and modules of the library against them. The current folder
# is the root of the repository, and environment.bash was read.
# A module without a second file has no match for it.
shopt -s nullglob

# Not /dev/null: a compiler that runs as root removes its output file after an error.
output=.build/apple.$$.sil
trap 'rm -f "$output"' EXIT

# What every Apple system has, and the modules of the library that need no more.
base=.build/stand-ins/base
# With Combine and the modules of user interfaces: what an app sees.
all=.build/stand-ins/all

# stand_in FOLDER MODULE [FLAG...]: builds a module for which `#if canImport` is true.
stand_in() {
  mkdir -p "$1"
  swiftc -emit-module -module-name "$2" -parse-as-library -swift-version 6 -I "$1" -I "$base" "${@:3}" \
    -emit-module-path "$1/$2.swiftmodule" .ci/stand-ins/"$2"{,+*}.swift
}

# interfaces FOLDER [FLAG...]: builds the modules of user interfaces. The one of SwiftUI imports UIKit.
interfaces() {
  stand_in "$1" UIKit
  stand_in "$1" AppKit
  stand_in "$1" SwiftUI "${@:2}"
}

# library FOLDER MODULE: compiles a module of the library without warnings, and writes its symbol graph.
library() {
  # By default, the module is emitted by a second compiler, which checks everything once more.
  find "Sources/$2" -name '*.swift' -not -path '*.docc/*' -print0 | xargs -0 swiftc -emit-sil -o "$output" -wmo \
    -module-name "$2" -no-emit-module-separately-wmo -emit-module -emit-module-path "$1/$2.swiftmodule" -parse-as-library \
    -swift-version 6 -package-name Runnel -warnings-as-errors -I "$1" -I "$base" "${features[@]}" \
    -emit-symbol-graph -emit-symbol-graph-dir "$1"
}

# stand_ins: builds the two folders, unless they are newer than their sources. Two checks at once take turns.
stand_ins() {
  local module stamp=.build/stand-ins/complete
  exec 8>.build/stand-ins.lock
  flock 8
  if [ ! -e "$stamp" ] || [ -n "$(find Sources .ci/stand-ins .ci/apple.d -name '*.swift' -newer "$stamp" -print -quit)" ]; then
    rm -rf .build/stand-ins
    for module in Darwin os Security XCUIAutomation; do stand_in "$base" "$module"; done
    for module in RunnelText Runnel RunnelShrinking RunnelBoundary RunnelNavigation RunnelInsight RunnelPersistence RunnelTesting; do
      library "$base" "$module"
    done
    stand_in "$all" Combine
    interfaces "$all"
    for module in RunnelObservation RunnelUDF RunnelUDF24; do library "$all" "$module"; done
    touch "$stamp"
  fi
  exec 8>&-
}

# symbol_graphs: writes the symbol graphs of all modules to .build/docs/symbol-graphs, for the documentation.
# Some symbols exist only where SwiftUI and Combine are.
symbol_graphs() {
  stand_ins
  python3 .ci/docs.d/graphs.py split .build/docs/symbol-graphs "$base" "$all"
}
