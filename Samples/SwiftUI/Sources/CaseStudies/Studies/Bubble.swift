// SPDX-License-Identifier: MIT

import Runnel

/// A circle that changes its size, its position and its color.
nonisolated enum Bubble {
  enum Tint: CaseIterable, Sendable { case blue, green, orange, red }

  struct State: Equatable, Sendable {
    var isLarge = false
    var isRaised = false
    var tint = Tint.blue
  }

  enum Action: Runnel.Action, Equatable {
    case largeChanged(Bool)
    case raiseTapped
    case rainbowTapped
    case tinted(Tint)
  }

  enum ID { case rainbow }

  static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .largeChanged(let isLarge): state.isLarge = isLarge
    case .raiseTapped: state.isRaised.toggle()
    case .rainbowTapped:
      return .run { send in
        for tint in [Tint.green, .orange, .red, .blue] {
          send(.tinted(tint))
          try await send.sleep(for: .seconds(1))
        }
      }
      .cancellable(id: ID.rainbow, cancelInFlight: true)
    case .tinted(let tint): state.tint = tint
    }
    return .none
  }
}

#if canImport(SwiftUI)
  import Foundation
  import RunnelObservation
  import SwiftUI

  /// Three ways to animate: an action, a binding, and changes that an effect makes.
  ///
  /// See *Animations* in `UsingSwiftUI.md`.
  struct BubbleView: View {
    @State private var model: ViewStoreOf<Bubble.State, Bubble.Action>

    init(_ store: StoreOf<Bubble.State, Bubble.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      VStack {
        Circle()
          .foregroundStyle(model.tint.color)
          .frame(width: 100, height: 100)
          // An effect sends outside of any animation, so the view animates the value.
          .animation(.easeInOut, value: model.tint)
          .scaleEffect(model.isLarge ? 1.5 : 1)
          .offset(y: model.isRaised ? -80 : 0)
          .padding(.vertical, 120)
        // A write to a binding has been reduced when it returns.
        Toggle("Large", isOn: model.binding(\.isLarge) { .largeChanged($0) }.animation())
        // `send` has been reduced when it returns. `dispatch` has not, so it would not animate.
        Button(model.isRaised ? "Lower" : "Raise") {
          withAnimation(.easeOut) { model.send(.raiseTapped) }
        }
        Button("Rainbow") { model.dispatch(.rainbowTapped) }
      }
      .padding()
      .navigationTitle("Animation")
    }
  }

  extension Bubble.Tint {
    fileprivate var color: Color {
      switch self {
      case .blue: .blue
      case .green: .green
      case .orange: .orange
      case .red: .red
      }
    }
  }
#endif
