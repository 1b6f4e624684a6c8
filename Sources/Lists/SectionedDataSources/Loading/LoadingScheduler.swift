import Foundation

/// The schedule of a source's requests. By default they are performed in the next turn of the actor, so that several
/// requests of one turn count as one.
///
/// ```swift
/// var turn: [() -> Void] = []
/// let byHand = LoadingScheduler { turn.append($0) }
/// ```
public struct LoadingScheduler {
  let schedule: (@escaping () -> Void) -> Void

  /// Makes a scheduler.
  ///
  /// - Parameter schedule: receives a closure, to be called once, later, on the actor or queue on which the source is
  ///   used.
  public init(_ schedule: @escaping (@escaping () -> Void) -> Void) { self.schedule = schedule }

  /// Returns a scheduler that performs requests in a task on an actor. Without an actor it traps at the first request,
  /// because two requests could run at the same time.
  public static func nextTurn(isolation: isolated (any Actor)?) -> Self {
    Self { body in
      requireActor(isolation)
      Task {
        _ = isolation
        body()
      }
    }
  }
}

/// Calls a closure after a delay, on the source's actor.
struct LoadingTimer {
  /// Schedules a closure, and returns a closure that cancels it.
  let after: (Duration, @escaping () -> Void) -> () -> Void

  init(_ clock: any Clock<Duration>, isolation: isolated (any Actor)?) {
    after = { duration, body in
      requireActor(isolation)
      let task = Task {
        _ = isolation
        // `sleep` throws if the task is cancelled. The second check is for a task that is cancelled after its delay.
        guard (try? await sleep(clock, duration)) != nil, !Task.isCancelled else { return }
        body()
      }
      return { task.cancel() }
    }
  }
}

private func sleep<C: Clock<Duration>>(_ clock: C, _ duration: Duration) async throws {
  try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil)
}

func requireActor(_ isolation: (any Actor)?) {
  guard isolation == nil else { return }
  fatalError(
    "A loading source that was made outside of an actor has nowhere to go on. Make it on an actor, such as @MainActor, "
      + "or give it a scheduler and a loader that finishes by hand.")
}

/// The minimum duration, timeout and retry delays of loadings.
public struct LoadingTiming: Hashable, Sendable {
  /// The minimum time for which a loading is shown; an earlier outcome is delayed. nil for none.
  public var minimumDuration: Duration?
  /// The time after which a loading fails with ``LoadingTimeout``; nil for none.
  public var timeout: Duration?
  /// The delays of automatic retries after the first, second, … failure in a row. After the last one there is no retry.
  public var retryDelays: [Duration]

  /// Makes the timing. By default there is no minimum duration, no timeout and no retry.
  public init(minimumDuration: Duration? = nil, timeout: Duration? = nil, retryDelays: [Duration] = []) {
    self.minimumDuration = minimumDuration
    self.timeout = timeout
    self.retryDelays = retryDelays
  }
}

/// The error of a loading that took too long.
public struct LoadingTimeout: Error, Hashable, Sendable {
  /// The time after which the loading failed.
  public let duration: Duration

  /// Makes the error.
  public init(_ duration: Duration) { self.duration = duration }
}

extension LoadingTimeout: LocalizedError {
  /// A sentence for users, with the time after which the loading failed.
  public var errorDescription: String? { "Loading was given up, since it took longer than \(duration)." }
}
