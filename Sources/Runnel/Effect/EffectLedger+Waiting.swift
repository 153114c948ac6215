// SPDX-License-Identifier: MIT

/// Pauses, windows and lines.
extension EffectLedger {
  // MARK: Time

  mutating func wait(_ duration: Duration, for node: EffectNode) {
    let timer = EffectTimer(.node(node), duration)
    node.timer = timer
    tasks += 1
    jobs.append(.wait(timer))
  }

  mutating func stop(_ timer: EffectTimer) {
    timer.isOver = true
    if let task = timer.task { jobs.append(.cancel(task)) }
    timer.task = nil
  }

  /// Opens the window of a throttle.
  mutating func open(_ id: EffectID, for duration: Duration) {
    let timer = EffectTimer(.window(id), duration)
    windows[id] = Window(timer: timer, held: nil)
    tasks += 1
    jobs.append(.wait(timer))
  }

  /// Closes the window of a throttle, and begins what has waited for that.
  mutating func shut(_ id: EffectID) {
    guard let node = windows.removeValue(forKey: id)?.held,
      case .modified(_, .throttle(_, let duration, _)) = node.kind
    else { return }
    open(id, for: duration)
    goOn(node)
  }

  // MARK: Limits

  mutating func leaveLine(_ node: EffectNode, _ id: EffectID) {
    guard let line = lines[id] else { return }
    if node.isInLine {
      node.isInLine = false
      line.running -= 1
    }
    guard !line.isMoving else { return }
    move(line)
    if line.running == 0, line.isEmpty { lines[id] = nil }
  }

  /// Lets those begin that have waited for long enough.
  mutating func move(_ line: Line) {
    // Those that end as soon as they begin would come back here, as deep as the line is long.
    line.isMoving = true
    defer { line.isMoving = false }
    while !line.isEmpty {
      let node = line.waiting[line.head]
      guard !node.hasEnded, case .modified(_, .limited(_, let limit)) = node.kind else {
        line.passBy()
        continue
      }
      guard line.running < limit else { return }
      line.passBy()
      line.running += 1
      node.isInLine = true
      goOn(node)
    }
  }
}

extension EffectLedger {
  /// Who runs, and who waits, under a limit.
  final class Line {
    var running = 0
    var waiting: [EffectNode] = []
    /// How many of the first have begun or ended.
    var head = 0
    var isMoving = false

    var isEmpty: Bool { head == waiting.count }

    /// Takes the first out. O(1) amortised.
    func passBy() {
      head += 1
      guard 2 * head >= waiting.count else { return }
      waiting.removeFirst(head)
      head = 0
    }
  }
}
