// SPDX-License-Identifier: MIT

/// The last props of a connection, which a state equal to the last one leads to again.
final class LastProps<State, Props> {
  private let isSame: (State, State) -> Bool
  private var last: (state: State, props: Props)?

  init(_ isSame: @escaping (State, State) -> Bool) {
    self.isSame = isSame
  }

  /// Returns the last props if the state is the same, or the result of `map`.
  func props(for state: State, _ map: (State) -> Props) -> Props {
    if let last, isSame(last.state, state) { return last.props }
    let props = map(state)
    last = (state, props)
    return props
  }
}
