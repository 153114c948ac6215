# Functions that the checks share. The current folder is the root of the repository.
export PYTHONDONTWRITEBYTECODE=1
mkdir -p .build

# install COMMAND PACKAGE...: installs Debian packages unless the command exists, or does nothing where that isn't
# possible. Two checks at once take turns.
install() {
  command -v "$1" >/dev/null && return
  if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    (
      flock 9
      apt-get update -qq >/dev/null && apt-get install -y -qq "${@:2}" >/dev/null 2>&1 || true
    ) 9>.build/install.lock
  fi
}

# python_module MODULE [PACKAGE]: lets python3 import a module. If it has none, a package of PyPI is installed in the
# build folder, or the function fails where that isn't possible. Two checks at once take turns.
python_module() {
  local environment=.build/python-environment
  python3 -c "import $1" 2>/dev/null && return
  (
    flock 9
    [ -d "$environment" ] || python3 -m venv --system-site-packages "$environment" || rm -rf "$environment"
    "$environment/bin/python3" -c "import $1" 2>/dev/null || "$environment/bin/pip" install -q "${2:-$1}"
  ) 9>.build/install.lock || return 1
  PATH="$PWD/$environment/bin:$PATH"
}

# find_browser: sets BROWSER and DRIVER to Chromium and its driver, which are installed if that is possible. They are
# empty where there is none.
find_browser() {
  export BROWSER="" DRIVER=""
  install chromedriver chromium chromium-driver
  if command -v chromedriver >/dev/null && python_module selenium; then
    BROWSER=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || true
    DRIVER=$(command -v chromedriver)
  else
    echo "Chromium and its driver can't be installed here: no page is opened"
  fi
}

# without_warnings COMMAND...: runs a command, and fails if it fails or if a line of its output is a warning. What is
# up to date is not compiled, and doesn't warn: a fresh clone compiles all.
without_warnings() {
  local output status=0
  output=$(mktemp .build/output.XXXXXX)
  "$@" 2>&1 | tee "$output" || status=$?
  if [ "$status" = 0 ] && grep -E '(^|: )warning: ' "$output"; then
    echo "there are warnings"
    status=1
  fi
  rm "$output"
  return "$status"
}

# What only a debugger reads takes an eighth of the time of a build; modules in parts, for quick rebuilds, and their
# interfaces before them take a third of the rest. All checks have the same options, or they would compile each other's
# modules once more.
# An incremental build with other options, such as the next `swift test`, would link new objects of files to objects that
# were compiled with the whole module, and find functions twice. Without its records, it compiles the module again.
rm -f .build/*/debug/*.build/*.priors
quick=(-debug-info-format none)
for option in -wmo -num-threads 2 -disable-batch-mode -no-emit-module-separately-wmo; do
  quick+=(-Xswiftc "$option")
done
# Options with which another package uses the build folder of the library, so that the library is compiled once for
# all of them. Without the second one, SwiftPM builds and tests the package of the previous call.
shared=("${quick[@]}" --scratch-path "$PWD/.build" --disable-build-manifest-caching)
# The same for packages that a check writes, in a folder of their own: they are built beside the samples.
written=("${quick[@]}" --scratch-path "$PWD/.build/written" --disable-build-manifest-caching)

# The settings of the library, and the name that SwiftPM gives to its package, for what is compiled without SwiftPM.
features=(
  -enable-upcoming-feature ExistentialAny
  -enable-upcoming-feature MemberImportVisibility
  -enable-upcoming-feature InternalImportsByDefault
)
package_name=$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | tr -c '[:alnum:]\n' _)

# Where SwiftPM's debug builds lie. Not .build/debug: each build removes that link and makes it again, and for a moment a
# check beside it finds nothing there.
triple=$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)",/\1/p')
export PRODUCTS=.build/$triple/debug

# is_current PROGRAM SOURCE...: whether a program of the build folder is newer than its sources. In a run of all checks it
# is, and SwiftPM isn't called: it would remove the dependencies of the sample that another check builds meanwhile.
is_current() {
  local built=$PRODUCTS/$1
  # SwiftPM writes Package.resolved into the folder of a sample whenever it builds it.
  [ "$built" -nt Package.swift ] &&
    [ -z "$(find Sources "${@:2}" -mindepth 1 -not -name Package.resolved -newer "$built" -print -quit)" ]
}

# build_tests: builds the library and its tests, unless they are current.
build_tests() {
  is_current RunnelPackageTests.xctest Tests || swift build --build-tests "${shared[@]}"
}

# build_sample SAMPLE PROGRAM: builds a sample without warnings, unless its program is current. Samples share Terminal.
build_sample() {
  is_current "$2" "Samples/$1" Samples/Terminal || without_warnings swift build --package-path "Samples/$1" "${shared[@]}"
}

# list_objects MODULE...: sets OBJECTS to the object files of modules of the debug build, without those of sources that
# have gone.
list_objects() {
  local module list
  list=$(for module in "$@"; do
    sed "s|.*/|$PRODUCTS/$module.build/|; s|['\"]*\$|.o|" "$PRODUCTS/$module.build/sources" || exit
  done)
  mapfile -t OBJECTS <<<"$list"
}

# compile FOLDER MODULE OPTION...: compiles a module of the library to FOLDER without warnings, unless its object there is
# newer than the sources. A whole module at once takes two thirds of the time of SwiftPM's debug builds.
compile() {
  local sources object=$1/$2.whole.o
  mapfile -t sources < <(find Sources Tests/RunnelTestSupport -path "*/$2/*" -name '*.swift' -not -path '*.docc/*')
  if [ -e "$object" ] && [ -z "$(find Sources Tests/RunnelTestSupport -newer "$object" -print -quit)" ]; then return; fi
  without_warnings swiftc -wmo -parse-as-library -swift-version 6 -module-name "$2" -package-name "$package_name" \
    -I "$1" "${features[@]}" "${@:3}" -emit-module-path "$1/$2.swiftmodule" -c -o "$object" "${sources[@]}"
}

# test_package PACKAGE: builds a package without warnings, and runs its tests.
test_package() {
  echo "-- $1"
  without_warnings swift test --package-path "$1" "${shared[@]}"
}
