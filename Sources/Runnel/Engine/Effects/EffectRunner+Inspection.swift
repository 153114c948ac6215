// SPDX-License-Identifier: MIT

/// Waiting for effects, and inspecting them.
extension EffectRunner {
  /// Makes a group wait for all running effects, except bindings.
  func join(_ group: WaitGroup) {
    inspect { machine in
      for root in machine.roots.values where !root.isBinding {
        group.enter()
        root.groups.append(group)
      }
    }
  }

  /// The number of effects that end with a part of the state.
  var boundCount: Int { inspect { $0.rootsWithLifetime.count } }

  /// Returns a function that returns whether an effect with a part of the state has not ended.
  func liveBoundEffects() -> (EffectRoot) -> Bool {
    let live = inspect { $0.rootsWithLifetime }
    return { live[$0.number] != nil }
  }

  var running: [RunningEffect] { running(includingBindings: true) }

  func running(includingBindings: Bool) -> [RunningEffect] {
    let found = inspect { machine in
      var found: [RunningEffect.Findings] = []
      machine.forEachLeaf { node in
        if includingBindings || !node.context.root.isBinding { found.append(.init(node)) }
      }
      return found
    }
    return found.map(RunningEffect.init)
  }

  /// Returns whether an effect has not ended, or an action of an effect is pending.
  func isBusy(countingBindings: Bool) -> Bool {
    inspect { $0.roots.values.contains { countingBindings || !$0.isBinding } }
  }

  /// The numbers of effects, of tasks, and of IDs in use.
  var counts: (roots: Int, tasks: Int, remembered: Int) {
    inspect { ($0.roots.count, $0.taskCount, $0.rememberedCount) }
  }

  /// The number of scopes that cancellations have visited.
  var cancellationVisits: Int { inspect { $0.index.visits } }
}
