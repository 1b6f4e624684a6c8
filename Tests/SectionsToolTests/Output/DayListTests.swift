import CoreData
import Foundation
import SectionedTerminal
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

/// Notes at these times in UTC. Note c has no date.
///
/// ```
/// a: 2019-06-01 00:00    e: 2019-12-31 04:59:59    d: 2019-12-31 05:00    b: 2019-12-31 18:00
/// ```
@Suite("Lists by day", .opensStores) struct DayListTests {
  let store: NoteStore

  init() throws { store = try Self.notes() }

  static func notes() throws -> NoteStore {
    let store = try NoteStore()
    try store.write { context in
      for (title, date) in [("d", "2019-12-31T05:00:00Z"), ("e", "2019-12-31T04:59:59Z")] {
        MusicStore.insert("Note", ["title": title, "dateCreated": NoteStore.date(date)], into: context)
      }
    }
    return store
  }

  private static func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

  private func run(in zone: String, _ more: [String] = []) throws -> String {
    let arguments = ["list", store.path, "--items", "Note", "--by", "dateCreated:day"] + more
    guard case .list(var options) = try Command(arguments: arguments) else { throw ToolError.data("no list") }
    options.timeZone = try Self.zone(zone)
    let captured = CapturedOutput()
    try ListCommand(options: options).run(captured.output)
    try captured.output.flush()
    return captured.text
  }

  /// Returns each day with the number and the titles of its notes, and the totals: `2019-12-31 3: e d b`.
  private func days(in zone: String, _ more: String...) throws -> [String] { try days(in: zone, more) }

  private func days(in zone: String, _ more: [String]) throws -> [String] {
    var days: [String] = []
    for line in try run(in: zone, more).split(separator: "\n") {
      if line.hasPrefix(" ") {
        days[days.count - 1] += " \(line.trimmingCharacters(in: .whitespaces).prefix(1))"
      } else if let head = line.wholeMatch(of: /\d+  (\S+)  (.*)/) {
        days.append("\(head.1) \(head.2):")
      } else {
        days.append(String(line))
      }
    }
    return days
  }

  @Test func aSectionIsADayOfTheZone() throws {
    #expect(
      try days(in: "UTC") == ["– 1: c", "2019-06-01 1: a", "2019-12-31 3: e d b", "3 sections; 5 items"])
    #expect(
      try days(in: "America/New_York")
        == ["– 1: c", "2019-05-31 1: a", "2019-12-30 1: e", "2019-12-31 2: d b", "4 sections; 5 items"])
    #expect(
      try days(in: "Pacific/Auckland")
        == ["– 1: c", "2019-06-01 1: a", "2019-12-31 2: e d", "2020-01-01 1: b", "4 sections; 5 items"])
  }

  @Test func theOrderIsThatOfTheDaysThenThatOfTheItems() throws {
    #expect(
      try days(in: "UTC", "--sort", "dateCreated:desc").dropLast()
        == ["2019-12-31 3: b d e", "2019-06-01 1: a", "– 1: c"])
    #expect(
      try days(in: "UTC", "--sort", "title").dropLast() == ["– 1: c", "2019-06-01 1: a", "2019-12-31 3: b d e"])
    #expect(
      try days(in: "UTC", "--sort", "title:desc,dateCreated:desc").dropLast()
        == ["2019-12-31 3: e d b", "2019-06-01 1: a", "– 1: c"])
  }

  @Test(arguments: [
    (["--sort", "title", "--offset", "3"], ["2019-12-31 2 of 3: d e", "1 section; 2 items of 5"]),
    (
      ["--sort", "title,dateCreated:desc", "--limit", "4"],
      ["2019-12-31 3: b d e", "2019-06-01 1: a", "2 sections; 4 items of 5"]
    ),
    (
      ["--sort", "title", "--limit", "2", "--offset", "1"],
      ["2019-06-01 1: a", "2019-12-31 1 of 3: b", "2 sections; 2 items of 5"]
    ),
    (["--offset", "4"], ["2019-12-31 1 of 3: b", "1 section; 1 item of 5"]),
    (["--where", "title == 'x'"], ["0 sections; 0 items"]),
  ]) func aWindowCountsByDays(_ options: [String], _ expected: [String]) throws {
    #expect(try days(in: "UTC", options) == expected)
  }

  @Test func jsonAndTablesNameTheDay() throws {
    let json = try JSON(parsing: Array(try run(in: "America/New_York", ["--json", "--show", "title"]).utf8))
    #expect(json["totals"]?.text == #"{"sections":4,"empty":0,"items":5,"unmatched":0,"cut":0}"#)
    #expect(json["sections"]?[0]?["name"] == .null && json["sections"]?[0]?["values"]?["dateCreated"] == .null)
    #expect(json["sections"]?[3]?["name"]?.plainText == "2019-12-31")
    #expect(json["sections"]?[3]?["values"]?["dateCreated"]?.plainText == "2019-12-31")
    #expect(json["sections"]?[3]?["rows"]?[0]?["values"]?["title"]?.plainText == "d")
    let csv = try run(in: "UTC", ["--csv", "--sort", "title", "--show", "dateCreated"])
    #expect(
      csv == """
        section,title,dateCreated\r
        ,c,\r
        2019-06-01,a,2019-06-01T00:00:00.000Z\r
        2019-12-31,b,2019-12-31T18:00:00.000Z\r
        2019-12-31,d,2019-12-31T05:00:00.000Z\r
        2019-12-31,e,2019-12-31T04:59:59.000Z\r

        """)
  }

  @Test func theVariableNamesTheZone() throws {
    let run = try ToolRun(
      arguments: ["list", store.path, "--items", "Note", "--by", "dateCreated:day"],
      environment: ["TZ": "Pacific/Auckland"])
    #expect(run.status == 0 && run.lines.contains("3  2020-01-01  1"), "\(run.output)\(run.error)")
  }

  @Test(arguments: [
    ("dateCreated:month", "days are the only parts of dates that make sections: dateCreated:day."),
    ("title:day", "'title' of Note is no date; it has dateCreated."),
    ("dateCreatd:day", "'dateCreatd' of Note is no date; it has dateCreated. Did you mean 'dateCreated'?"),
    ("folder.dateOpened:day", "'folder.dateOpened' of Note is no date; it has dateCreated."),
  ]) func whatHasNoDaysIsRefused(_ by: String, _ message: String) async {
    let run = await InProcessRun("list", store.path, "--items", "Note", "--by", by)
    #expect(run.status == 2 && run.error == "sections: --by \(by): \(message)\n", "\(run.error)")
  }

  @Test func sectionsThatAreObjectsAreNoDays() async throws {
    let script = try store.scratch.file("script.json", #"{"batches":[]}"#)
    for arguments in [["watch", store.path], ["replay", store.path, script]] {
      let run = await InProcessRun(arguments + ["--items", "Note", "--by", "dateCreated:day"])
      #expect(
        run.status == 2 && run.error.hasPrefix("sections: --by dateCreated:day: days are sections in 'sections list'"),
        "\(run.error)")
    }
    let option = await InProcessRun(
      "list", store.path, "--items", "Note", "--by", "dateCreated:day", "--unmatched", "last")
    #expect(
      option.status == 2 && option.error.contains("not to the days of 'dateCreated'. Try 'sections list --help'."),
      "\(option.error)")
    let none = await InProcessRun("list", store.path, "--items", "Folder", "--by", "name:day")
    #expect(none.error == "sections: --by name:day: 'name' of Folder is no date; it has dateOpened.\n")
    let picture = await InProcessRun("list", store.path, "--items", "Picture", "--by", "data:day")
    #expect(picture.error == "sections: --by data:day: 'data' of Picture is no date; it has no dates.\n")
  }

  /// In São Paulo the clocks went from 23:59:59 to 1:00 on that day.
  @Test func aDayBeginsWhereItBegins() throws {
    let days = LocalDays(try Self.zone("America/Sao_Paulo"))
    #expect(days.name(of: NoteStore.date("2018-11-04T02:59:59Z")) == "2018-11-03")
    #expect(days.name(of: NoteStore.date("2018-11-04T03:00:00Z")) == "2018-11-04")
    #expect(days.name(of: NoteStore.date("2018-11-05T01:59:59Z")) == "2018-11-04")
    #expect(days.name(of: NoteStore.date("2018-11-05T02:00:00Z")) == "2018-11-05")
  }
}

@MainActor
@Suite("Browsing by day", .opensStores) struct DayBrowsingTests {
  let store: NoteStore
  let browsing: Browsing

  init() throws {
    store = try DayListTests.notes()
    let zone = try #require(TimeZone(identifier: "America/New_York"))
    browsing = try Browsing(store.path, rows: 20) {
      ($0.items, $0.by, $0.timeZone) = ("Note", "dateCreated:day", zone)
    }
    browsing.look()
  }

  private func order(by row: String) {
    browsing.type("o")
    browsing.go(to: row)
    browsing.press(.enter)
    browsing.press(.home)
  }

  @Test func aSectionIsADay() {
    browsing.press(.home)
    #expect(browsing.title.hasPrefix("Note by dateCreated:day") && browsing.title.hasSuffix("5 items"))
    #expect(
      browsing.names.dropFirst()
        == ["▾ –", "c", "▾ 2019-05-31", "a", "▾ 2019-12-30", "e", "▾ 2019-12-31", "d", "b"],
      "\(browsing.lines)")
    order(by: "title")
    #expect(
      browsing.names.dropFirst()
        == ["▾ –", "c", "▾ 2019-05-31", "a", "▾ 2019-12-30", "e", "▾ 2019-12-31", "b", "d"],
      "\(browsing.lines)")
    order(by: "dateCreated")
    order(by: "● dateCreated")
    #expect(
      browsing.names.dropFirst()
        == ["▾ 2019-12-31", "b", "d", "▾ 2019-12-30", "e", "▾ 2019-05-31", "a", "▾ –", "c"],
      "\(browsing.lines)")
  }

  @Test func whatAnotherProcessWritesComesToItsDay() throws {
    try store.write { context in
      let values: [String: Any] = ["title": "wanted", "dateCreated": NoteStore.date("2019-12-30T10:00:00Z")]
      MusicStore.insert("Note", values, into: context)
    }
    browsing.look()
    #expect(browsing.title.hasSuffix("6 items"), "\(browsing.lines)")
    browsing.type("/wan")
    #expect(browsing.names.dropFirst() == ["▾ 2019-12-30", "wanted"], "\(browsing.lines)")
  }

  @Test func daysAreChosenFromTheMenu() throws {
    let browsing = try Browsing(store.path, rows: 20) { $0.items = "Note" }
    browsing.type("b")
    #expect(browsing.list.contains { $0.hasPrefix("dateCreated:day") && $0.hasSuffix("its days") }, "\(browsing.lines)")
    browsing.go(to: "dateCreated:day")
    browsing.press(.enter)
    #expect(browsing.title.hasPrefix("Note by dateCreated:day"), "\(browsing.lines)")
    #expect(browsing.names.contains { $0.hasPrefix("▾ 2019-") }, "\(browsing.lines)")
  }
}
