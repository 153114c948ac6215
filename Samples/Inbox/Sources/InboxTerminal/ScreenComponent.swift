// SPDX-License-Identifier: MIT

import Runnel

/// The component that receives the props of the screen.
final class ScreenComponent: ViewComponent {
  let disposer = Disposer()
  var props = ScreenProps() { didSet { if props != oldValue { changed() } } }

  /// A function that is called when the props have changed.
  var changed: () -> Void = {}
}
