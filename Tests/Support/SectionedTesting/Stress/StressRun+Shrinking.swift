extension StressRun {
  /// Runs events once. ``find(in:making:)`` names the events of a failure for this.
  ///
  /// - Parameter making: makes the run.
  /// - Throws: ``Failure`` for the first event that goes wrong.
  package static func replay(_ events: [StressEvent], making: () throws -> StressRun) throws {
    if let failure = try failure(of: events, making) { throw failure }
  }

  /// Runs events, and shrinks a failing run to the fewest events that still fail.
  ///
  /// - Parameter making: makes a run. All runs must begin in the same state.
  /// - Throws: ``Failure`` with the seeds of the remaining events.
  package static func find(in events: [StressEvent], making: () throws -> StressRun) throws {
    guard let failure = try failure(of: events, making) else { return }
    var left = Array(events.prefix(failure.event + 1))
    var last = failure
    var step = left.count / 2
    while step > 0 {
      var start = 0
      while start < left.count {
        var fewer = left
        fewer.removeSubrange(start..<min(start + step, left.count))
        if let failure = try Self.failure(of: fewer, making) {
          left = Array(fewer.prefix(failure.event + 1))
          last = failure
        } else {
          start += step
        }
      }
      step /= 2
    }
    throw Failure(
      event: last.event,
      description: "\(last) — the fewest events that fail: \(StressEvent.list(left))")
  }
}
