import Foundation

/// When a source carries out what was asked of it: in the next turn, so that several requests of one turn are one.
///
/// ```swift
/// var turn: [() -> Void] = []
/// let byHand = LoadingScheduler { turn.append($0) }
/// ```
public struct LoadingScheduler {
  let schedule: (@escaping () -> Void) -> Void

  /// Makes a scheduler.
  ///
  /// - Parameter schedule: is given what to call later, once, where the source is used.
  public init(_ schedule: @escaping (@escaping () -> Void) -> Void) { self.schedule = schedule }

  /// Carries requests out in a task of the caller's actor. Without one it traps when the first request is made, since
  /// nothing else would keep two of them apart.
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

/// Calls something after a while, where the source is used.
struct LoadingTimer {
  /// Returns what gives it up.
  let after: (Duration, @escaping () -> Void) -> () -> Void

  init(_ clock: any Clock<Duration>, isolation: isolated (any Actor)?) {
    after = { duration, body in
      requireActor(isolation)
      let task = Task {
        _ = isolation
        // Sleep throws when the task is cancelled; one that was cancelled after its time has no say either.
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

/// How long things take.
public struct LoadingTiming: Hashable, Sendable {
  /// How long a loading is shown at least: what comes sooner waits.
  public var minimumDuration: Duration?
  /// After how long a loading fails with ``LoadingTimeout``.
  public var timeout: Duration?
  /// How long after a failure it is tried again, for each failure in a row. After the last one nothing is tried.
  public var retryDelays: [Duration]

  /// Makes timing from its parts: by default, nothing is waited for.
  public init(minimumDuration: Duration? = nil, timeout: Duration? = nil, retryDelays: [Duration] = []) {
    self.minimumDuration = minimumDuration
    self.timeout = timeout
    self.retryDelays = retryDelays
  }
}

/// The error of a loading that took too long.
public struct LoadingTimeout: Error, Hashable, Sendable {
  /// How long it was waited for.
  public let duration: Duration

  /// Makes the error.
  public init(_ duration: Duration) { self.duration = duration }
}

extension LoadingTimeout: LocalizedError {
  /// A sentence for a reader, with how long it was waited for.
  public var errorDescription: String? { "Loading was given up, since it took longer than \(duration)." }
}
