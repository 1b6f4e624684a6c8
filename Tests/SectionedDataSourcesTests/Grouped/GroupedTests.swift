import Foundation
import SectionedChanges
import SectionedFetchedResults
import Testing

@testable import SectionedDataSources

extension RegroupedDataSource where Base.Item == Volume {
  /// `group: names` of each section.
  fileprivate var lines: [String] {
    (0..<numberOfSections).map { index in
      let group = (sectionID(at: index)?.id).map { $0.map { "\($0)" } ?? "nil" } ?? "?"
      return "\(group): " + items(inSection: index).map(\.name).joined(separator: " ")
    }
  }
}

@Suite("Items in the sections that a function of them names")
struct GroupedTests {
  /// 0: b1 a1 | 1: (nothing) c1 a2
  private let base = Racks.make([["b1", "a1"], ["", "c1", "a2"]])

  @Test("Groups stand as they first appear, or by value; a section's model is the group")
  func orders() {
    let groups = GroupedDataSource(base, by: \.letter, nilGroup: .inOrder)
    #expect(groups.lines == ["b: b1", "a: a1 a2", "nil: ", "c: c1"])
    #expect(groups.section(at: 1) == "a")
    #expect(groups.section(for: "a") == .some("a"))
    #expect(groups.section(for: "q") == nil)
    #expect(groups.index(ofGroup: nil) == 2)
    groups.setOrder(.ascending)
    #expect(groups.lines == ["nil: ", "a: a1 a2", "b: b1", "c: c1"])
    groups.setOrder(.descending)
    groups.nilGroup = .last
    #expect(groups.lines == ["c: c1", "b: b1", "a: a1 a2", "nil: "])
    groups.setOrder(.by { $0 == "b" && $1 != "b" })
    #expect(groups.lines == ["b: b1", "a: a1 a2", "c: c1", "nil: "])
    groups.nilGroup = .first
    #expect(groups.lines == ["nil: ", "b: b1", "a: a1 a2", "c: c1"])
    groups.nilGroup = .hidden
    #expect(groups.lines == ["b: b1", "a: a1 a2", "c: c1"])
    #expect(groups.item(for: 2) == nil)
  }

  @Test("An item whose group changes is one move")
  func oneMove() throws {
    let groups = GroupedDataSource(base, by: \.letter, order: .ascending)
    var changes: [GroupedDataSource<Racks, String>.Update.ChangeSet] = []
    let token = groups.observe { changes.append($0.changes) }
    try base.update(Volume(id: 0, name: "c0"))
    #expect(groups.lines == ["nil: ", "a: a1 a2", "c: c0 c1"])
    #expect(changes.count == 1)
    #expect(changes.first?.items.moved.map(\.to) == [ItemPlace(section: 2, item: 0)])
    #expect(changes.first?.items.count == 1)
    #expect(changes.first?.deletedSectionIDs == [ListedID("b")])
    token.cancel()
  }

  @Test("Given groups stay without items, in their order or where the comparator puts them")
  func given() throws {
    let groups = GroupedDataSource(base, by: \.letter, nilGroup: .last, given: ["x", "a"])
    #expect(groups.lines == ["x: ", "a: a1 a2", "b: b1", "c: c1", "nil: "])
    groups.setOrder(.ascending)
    #expect(groups.lines == ["a: a1 a2", "b: b1", "c: c1", "x: ", "nil: "])
    base.removeAllItems()
    #expect(groups.lines == ["a: ", "x: "])
    groups.given = ["x", nil]
    #expect(groups.lines == ["x: ", "nil: "])
    groups.setOrder(.firstAppearance)
    groups.given = [nil, "x"]
    #expect(groups.lines == ["nil: ", "x: "])
    try base.append(Volume(id: 1, name: "x1"), toSection: 0)
    groups.given = []
    #expect(groups.lines == ["x: x1"])
  }

  @Test("Items of a group stand in the base's order, or in another one; equal ones in the base's")
  func itemOrder() throws {
    let base = Racks.make([["ab", "aaa", "acc"], ["ad"]])
    let groups = GroupedDataSource(base, by: \.letter)
    #expect(groups.lines == ["a: ab aaa acc ad"])
    groups.setItemOrder { $0.name.utf8.count < $1.name.utf8.count }
    #expect(groups.lines == ["a: ab ad aaa acc"])
    try base.moveSection(from: 0, to: 1)
    #expect(groups.lines == ["a: ad ab aaa acc"])
    groups.setItemOrder(nil)
    #expect(groups.lines == ["a: ad ab aaa acc"])
  }

  @Test("When what the function depends on changes, items are grouped again: all, or some")
  func regrouping() {
    var length = 1
    let groups = GroupedDataSource(base, by: { String($0.name.prefix(length)) }, order: .ascending)
    #expect(groups.lines == [": ", "a: a1 a2", "b: b1", "c: c1"])
    length = 2
    groups.regroup([ListedID(1), ListedID(99)])
    #expect(groups.lines == [": ", "a: a2", "a1: a1", "b: b1", "c: c1"])
    groups.regroup()
    #expect(groups.lines == [": ", "a1: a1", "a2: a2", "b1: b1", "c1: c1"])
    groups.setGrouping { $0.name.last.map { String($0) } }
    #expect(groups.lines == ["nil: ", "1: b1 a1 c1", "2: a2"])
  }

  @Test("An item stands under each of its tags, once under each, and without any under nil")
  func tags() throws {
    let base = Racks(anomalies: .quiet)
    base.appendSection(
      Rack(id: 0),
      items: [
        Volume(id: 0, name: "x", tags: [2, 1, 2]), Volume(id: 1, name: "y", tags: [1]), Volume(id: 2, name: "z"),
      ])
    let tags = TagGroupedDataSource(base, byEach: \.tags, order: .ascending, nilGroup: .last)
    #expect(tags.lines == ["1: x y", "2: x", "nil: z"])
    #expect(tags.place(of: GroupedID(0, in: 2)) == ItemPlace(section: 1, item: 0))
    #expect(tags.item(for: GroupedID(0, in: 3)) == nil)
    tags.setOrder(.firstAppearance)
    #expect(tags.lines == ["2: x", "1: x y", "nil: z"])
    var updates: [TagGroupedDataSource<Racks, Int>.Update] = []
    let token = tags.observe { updates.append($0) }
    try base.update(Volume(id: 0, name: "x", tags: [1, 3]))
    #expect(tags.lines == ["1: x y", "3: x", "nil: z"])
    #expect(updates.count == 1)
    #expect(updates.first?.changes.deletedItemIDs.map(\.id) == [GroupedID(0, in: 2)])
    #expect(updates.first?.changes.insertedItemIDs.map(\.id) == [GroupedID(0, in: 3)])
    try base.remove(0)
    #expect(tags.lines == ["1: y", "nil: z"])
    tags.setGrouping { [$0.id] }
    #expect(tags.lines == ["1: y", "2: z"])
    token.cancel()
  }

  @Test("An identifier that is twice in the base is twice in its group")
  func duplicates() throws {
    let base = Racks(anomalies: .quiet)
    base.appendSection(Rack(id: 0), items: [Volume(id: 0, name: "a1"), Volume(id: 0, name: "a2")])
    let groups = GroupedDataSource(base, by: \.letter)
    #expect(groups.lines == ["a: a1 a2"])
    try base.remove(ListedID(0))
    #expect(groups.lines == ["a: a2"])
    #expect(groups.item(for: ListedID(0, occurrence: 1))?.name == "a2")
  }
}

@Suite("Groups of days and letters follow the day, the time zone and the locale")
struct GroupingTests {
  private struct Note: Identifiable, Equatable {
    var id: Int
    var text: String?
    var date: Date?
  }

  private func notes(_ notes: [Note]) -> MemoryList<Note, Note> {
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

  @Test("Letters are capitals without accents; what begins with no letter is under #, last")
  func letters() {
    let words = ["émile", "Eva", "zoë", "1984", "", " adam", "ßig", "ﬁn", "東京", "E\u{301}a", nil]
    let base = notes(words.enumerated().map { Note(id: $0, text: $1) })
    let letters = GroupedDataSource(
      base, by: .firstLetter(of: { $0.text }, locale: Locale(identifier: "en")), order: .letters)
    let lines = (0..<letters.numberOfSections).map { index in
      "\(letters.section(at: index).flatMap { $0 } ?? "nil"): \(letters.items(inSection: index).map(\.id))"
    }
    #expect(lines == ["nil: [10]", "A: [5]", "E: [0, 1, 9]", "F: [7]", "S: [6]", "Z: [2]", "…: [8]", "#: [3, 4]"])
  }

  @Test(
    "The letter is that of the locale's alphabet, and of a syllable the one that it begins with",
    arguments: [
      // In Turkish İ and I are two letters; elsewhere both are I.
      ("tr", "İzmir iğde Istanbul ırmak Çorum çay Öz öl şal Ufuk üç", "İ İ I I Ç Ç Ö Ö Ş U Ü"),
      ("az", "İlham i ıldırım", "İ İ I"), ("en", "İzmir iğde Istanbul ırmak Çorum öl", "I I I I C O"),
      // Å, Ä and Ö close the Swedish alphabet, and are letters with marks in German.
      ("sv", "Åsa ångström Ärla äpple Ön Édith", "Å Å Ä Ä Ö E"),
      ("de", "Åsa Ärger ärger öl ß straße ﬁn ẞ", "A A A O S S F S"),
      ("es", "Ñandu ñu Ángel niño", "Ñ Ñ A N"), ("pl", "Łódź łan Żaba źle ósmy", "Ł Ł Ż Ź Ó"),
      ("fr", "Élan Œuvre œuf ça", "E O O C"),
      ("da", "Øre øl Ålborg Ǻ æble", "Ø Ø Å Å Æ"), ("vi", "Ấn ớt đá", "Â Ơ Đ"),
      // No capitals that are not in use.
      ("ka", "ქართული ᲥᲐᲠᲗᲣᲚᲘ აბ", "ქ ქ ა"),
      // The consonant, whatever vowel sign or other consonant it is written with.
      ("hi", "कमल किताब कुल क्षमा हिन्दी इंद्र क़लम", "क क क क ह इ क"), ("ta", "கிளி கை", "க க"), ("bn", "কি কে", "ক ক"),
      ("ko", "한글 하늘 가나 각 ㄱ 까치", "ㅎ ㅎ ㄱ ㄱ ㄱ ㄱ"), ("ja", "がく かく ｶﾞ 東京", "か か か …"),
      ("ru", "Ёлка ель Йод игра", "Е Е Й И"), ("el", "άλφα Όμηρος ωμέγα ς", "Α Ο Ω Σ"),
      ("ar", "أحمد إيمان آدم باب", "ا ا ا ب"), ("en", "1st #x ½ ① ．A Ａ ﷼ 👍 ½ ŉ ㎏", "# # # # # A ر # # N K"),
    ])
  func alphabets(locale: String, texts: String, letters: String) {
    let grouping = ItemGrouping<String, String>.firstLetter(of: { $0 }, locale: Locale(identifier: locale))
    #expect(texts.split(separator: " ").map { grouping.group(String($0)) ?? "nil" }.joined(separator: " ") == letters)
  }

  @Test("Groups are in the order of the alphabet, which the locale or the index gives")
  func orderOfLetters() {
    func lines(_ index: LetterIndex) -> [String?] {
      let words = ["Ärla", "öl", "Zoë", "Åsa", "anna", "Жанна", "東京", "7"]
      let base = notes(words.enumerated().map { Note(id: $0, text: $1) })
      let groups = GroupedDataSource(
        base, by: .firstLetter(of: { $0.text }, index: index), order: .letters(of: index))
      return (0..<groups.numberOfSections).map { groups.section(at: $0) ?? nil }
    }
    let swedish = Locale(identifier: "sv")
    #expect(lines(LetterIndex(swedish)) == ["A", "Z", "Å", "Ä", "Ö", "Ж", "…", "#"])
    #expect(lines(LetterIndex(swedish, also: [Locale(identifier: "zh")])) == ["A", "D", "Z", "Å", "Ä", "Ö", "Ж", "#"])
    #expect(lines(LetterIndex(Locale(identifier: "ru"), scripts: .latin)) == ["Ж", "A", "O", "Z", "…", "#"])
    let base = notes(["Ö", "Z"].enumerated().map { Note(id: $0, text: $1) })
    let groups = GroupedDataSource(
      base, by: .firstLetter(of: { $0.text }, locale: swedish), order: .letters(of: swedish))
    #expect(groups.section(at: 1) == "Ö")
  }

  @Test("After a change of the locale, groups are also in another order")
  func orderFollowsTheLocale() {
    let center = NotificationCenter()
    let base = notes(["Ö", "Z"].enumerated().map { Note(id: $0, text: $1) })
    var index = LetterIndex(Locale(identifier: "sv"))
    let name = NSLocale.currentLocaleDidChangeNotification
    let groups = GroupedDataSource(
      base, by: ItemGrouping<Note, String>(notifications: [name]) { note in note.text.map { index.letter(for: $0) } },
      order: .by { index.precedes($0, $1) }, center: center, perform: { $0() })
    func sections() -> [String?] { (0..<groups.numberOfSections).map { groups.section(at: $0) ?? nil } }
    #expect(sections() == ["Z", "Ö"])
    // In Hungarian, Ö comes after O.
    index = LetterIndex(Locale(identifier: "hu"))
    center.post(name: name, object: nil)
    #expect(sections() == ["Ö", "Z"])
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

  /// What a clock of a test says, and the waits in it, which end when the test says so.
  private final class Hands: @unchecked Sendable {
    private let lock = NSLock()
    private var time = Date(timeIntervalSince1970: 0)
    private var zone = TimeZone(secondsFromGMT: 0)
    private let ticks: AsyncStream<Void>
    private let tick: AsyncStream<Void>.Continuation
    /// How long each wait was to be.
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
    // Another minute of the day: nothing is asked again. The end of a day is waited for.
    hands.set(86_390)
    #expect(await pauses.next() == .milliseconds(10_001))
    hands.set(86_400)
    #expect(await found.next() == Date(timeIntervalSince1970: 0))
    #expect(await pauses.next() == .seconds(60))
    // In another time zone the note is of the next day.
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

@Suite("Items and sections in other orders")
struct SortedTests {
  @Test("Orders are set live; equal elements stand as in the base; empty sections stay")
  func orders() throws {
    let base = Racks.make([["b", "a"], [], ["cc", "aa", "d"]])
    let sorted = SortedDataSource(base, by: { $0.name < $1.name })
    #expect(sorted.names == [["a", "b"], [], ["aa", "cc", "d"]])
    sorted.setOrder { $0.name.utf8.count < $1.name.utf8.count }
    #expect(sorted.names == [["b", "a"], [], ["d", "cc", "aa"]])
    sorted.setSectionOrder { $0.id > $1.id }
    #expect(sorted.names == [["d", "cc", "aa"], [], ["b", "a"]])
    try base.update(Volume(id: 0, name: "bbb"))
    #expect(sorted.names == [["d", "cc", "aa"], [], ["a", "bbb"]])
    sorted.setSectionOrder { $0.title < $1.title }
    try base.updateSection(Rack(id: 0, title: "z"))
    #expect(sorted.snapshot.sectionIDs.map(\.id) == [1, 2, 0])
    sorted.setOrder(nil)
    sorted.setSectionOrder(nil)
    #expect(sorted.names == [["bbb", "a"], [], ["cc", "aa", "d"]])
  }

  @Test("A new order is one step, of moves")
  func moves() {
    let sorted = SortedDataSource(Racks.make([["b", "a", "c"]]))
    var updates: [SortedDataSource<Racks>.Update] = []
    let token = sorted.observe { updates.append($0) }
    sorted.setOrder { $0.name < $1.name }
    #expect(updates.count == 1)
    #expect(updates.first?.changes.items.moved.count == 1)
    #expect(updates.first?.changes.count == 1)
    token.cancel()
  }
}
