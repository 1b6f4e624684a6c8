import Foundation

/// The schedule of a source's requests: by default in the next turn, so that several requests of one turn are one.
///
/// ```swift
/// var turn: [() -> Void] = []
/// let byHand = LoadingScheduler { turn.append($0) }
/// ```
public struct LoadingScheduler {
  let schedule: (@escaping () -> Void) -> Void

  /// Makes a scheduler.
  ///
  /// - Parameter schedule: gets a closure to call once, later, where the source is used.
  public init(_ schedule: @escaping (@escaping () -> Void) -> Void) { self.schedule = schedule }

  /// Performs requests in a task of the caller's actor. Without an actor it traps at the first request, because nothing
  /// else would prevent two requests from running at the same time.
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
        // Sleep throws when the task is cancelled; the second check covers a task cancelled after its delay.
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
  /// The minimum time for which a loading is shown: an earlier outcome waits.
  public var minimumDuration: Duration?
  /// The time after which a loading fails with ``LoadingTimeout``.
  public var timeout: Duration?
  /// The delays of retries after the first, second, … failure in a row. After the last one there is no retry.
  public var retryDelays: [Duration]

  /// Makes timing from its parts: by default without any waiting.
  public init(minimumDuration: Duration? = nil, timeout: Duration? = nil, retryDelays: [Duration] = []) {
    self.minimumDuration = minimumDuration
    self.timeout = timeout
    self.retryDelays = retryDelays
  }
}

/// The error of a loading that took too long.
public struct LoadingTimeout: Error, Hashable, Sendable {
  /// The time after which the loading was cancelled.
  public let duration: Duration

  /// Makes the error.
  public init(_ duration: Duration) { self.duration = duration }
}

extension LoadingTimeout: LocalizedError {
  /// A sentence for a reader, with the time after which the loading was cancelled.
  public var errorDescription: String? { "Loading was given up, since it took longer than \(duration)." }
}
