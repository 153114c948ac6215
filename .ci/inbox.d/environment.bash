# Installs what the build of the inbox needs from Debian: the headers of SQLite.

# install PACKAGE...: installs Debian packages, or does nothing where that isn't possible.
install() {
  if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    apt-get update -qq >/dev/null && apt-get install -y -qq "$@" >/dev/null 2>&1 || true
  fi
}

if command -v dpkg >/dev/null && ! dpkg -s libsqlite3-dev >/dev/null 2>&1; then install libsqlite3-dev; fi
