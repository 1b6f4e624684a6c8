import Foundation
import SectionedChanges
import Testing

@testable import SectionedDataSources

@Suite("Groups of days and letters follow the day, the time zone and the locale")
struct GroupingTests {
  struct Note: Identifiable, Equatable {
    var id: Int
    var text: String?
    var date: Date?
  }

  func notes(_ notes: [Note]) -> MemoryList<Note, Note> {
    MemoryList([SectionContent(Note(id: 0), items: notes)])
  }

  @Test("A day begins when it does in the calendar's time zone")
  func days() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    let hour = 3600.0
    let base = notes(
      [0, 23, 24, 49].enumerated().map { Note(id: $0, date: Date(timeIntervalSince1970: $1 * hour)) } + [Note(id: 9)])
    func counts(_ source: GroupedDataSource<MemoryList<Note, Note>, Date>) -> [Int] {
      (0..<source.numberOfSections).map { source.numberOfItems(inSection: $0) }
    }
    let days = GroupedDataSource(base, by: .day(of: { $0.date }, calendar: calendar), order: .descending)
    #expect(counts(days) == [1, 1, 1, 2])
    #expect(days.section(at: 3) == Date(timeIntervalSince1970: 0))
    #expect(days.section(at: 0) == .some(nil))
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 3600))
    let later = GroupedDataSource(base, by: .day(of: { $0.date }, calendar: calendar), order: .descending)
    #expect(counts(later) == [1, 1, 2, 1])
  }

  @Test(
    "When the day, the time zone or the locale changes, items are grouped again, as long as the source lives",
    arguments: [
      Notification.Name.NSCalendarDayChanged, .NSSystemTimeZoneDidChange, NSLocale.currentLocaleDidChangeNotification,
    ])
  func notifications(name: Notification.Name) {
    let center = NotificationCenter()
    let base = notes([Note(id: 1, text: "a")])
    var asked = 0
    var day = ItemGrouping<Note, Date>.day(of: { _ in nil })
    day.group = { _ in
      asked += 1
      return Date(timeIntervalSince1970: Double(asked))
    }
    var groups: GroupedDataSource<MemoryList<Note, Note>, Date>? = GroupedDataSource(
      base, by: day, center: center, perform: { $0() })
    #expect(asked == 1)
    center.post(name: name, object: nil)
    #expect(asked == 2)
    #expect(groups?.section(at: 0) == Date(timeIntervalSince1970: 2))
    center.post(name: Notification.Name("other"), object: nil)
    #expect(asked == 2)
    groups = nil
    center.post(name: name, object: nil)
    #expect(asked == 2)
  }

  /// The time and the time zone of a test's clock. A wait of the clock ends when the test sets the time.
  private final class Hands: @unchecked Sendable {
    private let lock = NSLock()
    private var time = Date(timeIntervalSince1970: 0)
    private var zone = TimeZone(secondsFromGMT: 0)
    private let ticks: AsyncStream<Void>
    private let tick: AsyncStream<Void>.Continuation
    /// The duration of each wait.
    let pauses: AsyncStream<Duration>
    private let pause: AsyncStream<Duration>.Continuation

    init() {
      (ticks, tick) = AsyncStream.makeStream(of: Void.self)
      (pauses, pause) = AsyncStream.makeStream(of: Duration.self)
    }

    var clock: DayClock {
      DayClock(
        now: { self.lock.withLock { self.time } }, timeZone: { self.lock.withLock { self.zone ?? .current } },
        sleep: { duration in
          self.pause.yield(duration)
          for await _ in self.ticks { return }
          throw CancellationError()
        })
    }

    func set(_ time: Double, zone: Int = 0) {
      lock.withLock { (self.time, self.zone) = (Date(timeIntervalSince1970: time), TimeZone(secondsFromGMT: zone)) }
      tick.yield()
    }
  }

  @MainActor
  @Test("A grouping by day follows a clock by itself: nothing else reports a new day, or another time zone, on Linux")
  func clock() async {
    let hands = Hands()
    let base = notes([Note(id: 1, date: Date(timeIntervalSince1970: 23 * 3600))])
    let (groupings, continuation) = AsyncStream.makeStream(of: Date?.self)
    var grouping = ItemGrouping<Note, Date>.day(of: { $0.date }, clock: hands.clock)
    let group = grouping.group
    grouping.group = { note in
      MainActor.assertIsolated()
      let day = group(note)
      continuation.yield(day)
      return day
    }
    var groups: GroupedDataSource<MemoryList<Note, Note>, Date>? = GroupedDataSource(
      base, by: grouping, center: NotificationCenter())
    var (pauses, found) = (hands.pauses.makeAsyncIterator(), groupings.makeAsyncIterator())
    #expect(await found.next() == Date(timeIntervalSince1970: 0))
    #expect(await pauses.next() == .seconds(60))
    // Another minute of the same day: the items are not grouped again. The next wait ends with the day.
    hands.set(86_390)
    #expect(await pauses.next() == .milliseconds(10_001))
    hands.set(86_400)
    #expect(await found.next() == Date(timeIntervalSince1970: 0))
    #expect(await pauses.next() == .seconds(60))
    // In the other time zone, the note belongs to the next day.
    hands.set(86_460, zone: 7200)
    #expect(await found.next() == Date(timeIntervalSince1970: 86_400 - 7200))
    #expect(await pauses.next() == .seconds(60))
    #expect(groups?.section(at: 0) == Date(timeIntervalSince1970: 86_400 - 7200))
    groups = nil
    hands.set(10 * 86_400)
    continuation.finish()
    #expect(await found.next() == nil)
  }

  @Test("The clock of the system sees the time zone that the system has by now")
  func systemClock() {
    let clock = DayClock.system
    #expect(abs(clock.now().timeIntervalSinceNow) < 3600)
    #expect(clock.timeZone() == .current && clock.day == clock.day)
    #expect(clock.pause > .zero && clock.pause <= .seconds(60))
  }

  @MainActor
  @Test("Without another way given, items are grouped again on the main actor")
  func mainActor() async {
    let center = NotificationCenter()
    let base = notes([Note(id: 1, text: "a")])
    let (calls, continuation) = AsyncStream.makeStream(of: Int.self)
    var asked = 0
    var grouping = ItemGrouping<Note, String>.firstLetter(of: { $0.text })
    grouping.group = { _ in
      MainActor.assertIsolated()
      asked += 1
      continuation.yield(asked)
      return "\(asked)"
    }
    let groups = GroupedDataSource(base, by: grouping, center: center)
    Task.detached { center.post(name: NSLocale.currentLocaleDidChangeNotification, object: nil) }
    var iterator = calls.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    #expect(await iterator.next() == 2)
    #expect(groups.section(at: 0) == "2")
  }
}
