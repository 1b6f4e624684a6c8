import Foundation

/// A clock by which sources notice a new day or another time zone.
///
/// ```swift
/// let clock = DayClock(now: { today }, timeZone: { zone }, sleep: { _ in await nextTick() })    // in a test
/// ```
public struct DayClock: Sendable {
  /// Returns the current time.
  public var now: @Sendable () -> Date
  /// Returns the current time zone.
  public var timeZone: @Sendable () -> TimeZone
  /// Waits for a duration. Throws if the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// Makes a clock from closures.
  ///
  /// - Parameters:
  ///   - now: returns the current time.
  ///   - timeZone: returns the current time zone.
  ///   - sleep: waits for a duration. Throws if the task is cancelled.
  public init(
    now: @escaping @Sendable () -> Date, timeZone: @escaping @Sendable () -> TimeZone,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    (self.now, self.timeZone, self.sleep) = (now, timeZone, sleep)
  }

  /// The clock of the system. After each wait it reads the time zone of the system again.
  public static let system = DayClock(
    now: { Date() }, timeZone: { .current },
    sleep: { duration in
      try await Task.sleep(for: duration)
      // Foundation caches the system's time zone.
      NSTimeZone.resetSystemTimeZone()
    })
}

extension DayClock {
  /// The user's calendar in the clock's time zone.
  @usableFromInline
  var calendar: Calendar {
    let (current, zone) = (Calendar.autoupdatingCurrent, timeZone())
    if current.timeZone == zone { return current }
    var other = Calendar.current
    other.timeZone = zone
    return other
  }

  /// The longest time between two readings of the clock, so the longest delay after which another time zone is noticed.
  /// A new day is noticed at once.
  static var interval: Duration { .seconds(60) }

  /// The day and the time zone, as a value to compare.
  struct Day: Hashable, Sendable {
    let begin: Date
    let zone: String
    let offset: Int
  }

  var day: Day { day(now(), timeZone()) }

  private func day(_ now: Date, _ zone: TimeZone) -> Day {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let begin = calendar.startOfDay(for: now)
    return Day(begin: begin, zone: zone.identifier, offset: zone.secondsFromGMT(for: begin))
  }

  /// The time until the next reading of the clock: until the day ends, but at most the interval.
  var pause: Duration {
    let (now, zone) = (now(), timeZone())
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    guard let end = calendar.dateInterval(of: .day, for: now)?.end else { return Self.interval }
    // Rounded up, so that the reading is after the end of the day and not before it.
    return min(Self.interval, .milliseconds(Int64((end.timeIntervalSince(now) * 1000).rounded(.up)) + 1))
  }
}

/// Performs a closure each time the day or the time zone of a clock has changed, until it is released.
@usableFromInline
final class DayObserver {
  private let task: Task<Void, Never>

  /// - Parameters:
  ///   - clock: the clock.
  ///   - perform: performs a closure on the actor or queue on which the source is used; nil for the main thread.
  ///   - action: the closure to perform there.
  @usableFromInline
  init(
    _ clock: DayClock, perform: (@Sendable (@escaping @Sendable () -> Void) -> Void)?, action: @escaping () -> Void
  ) {
    let box = ActionBox(action: action)
    let perform = perform ?? onMainThread
    let first = clock.day
    task = Task.detached(priority: .utility) {
      var last = first
      while !Task.isCancelled {
        guard (try? await clock.sleep(clock.pause)) != nil else { return }
        let day = clock.day
        guard day != last, !Task.isCancelled else { continue }
        last = day
        perform { box.action() }
      }
    }
  }

  deinit { task.cancel() }
}
