# Sets BROWSER and DRIVER to Chromium and its driver, which are installed if that is possible. They are empty
# where there is none.
export PYTHONDONTWRITEBYTECODE=1 BROWSER="" DRIVER=""

# install PACKAGE...: installs Debian packages, or does nothing where that isn't possible.
install() {
  if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    apt-get update -qq >/dev/null && apt-get install -y -qq "$@" >/dev/null 2>&1 || true
  fi
}

find_browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; }
if ! find_browser >/dev/null || ! command -v chromedriver >/dev/null; then install chromium chromium-driver; fi

environment=.build/page-environment
if ! python3 -c 'import selenium' 2>/dev/null; then
  if [ ! -d "$environment" ]; then
    python3 -m venv "$environment" && "$environment/bin/pip" install -q selenium || rm -rf "$environment"
  fi
  PATH="$PWD/$environment/bin:$PATH"
fi

if find_browser >/dev/null && command -v chromedriver >/dev/null && python3 -c 'import selenium' 2>/dev/null; then
  BROWSER=$(find_browser) DRIVER=$(command -v chromedriver)
fi
