import CoreData
import TestTraits
import Testing

@testable import SectionsTool

/// Album A has three tracks at the positions 0, 1 and 2, B none, C one at position 3, and two tracks have no album.
@Suite("Sums and counts in a list", .opensStores) struct AggregateOutputTests {
  let store: MusicStore

  init() throws { store = try MusicStore() }

  @Test func eachSectionAndTheListHaveThem() async throws {
    let run = await InProcessRun(
      store.list("list", "--sum", "position", "--average", "position", "--max", "title", "--count", "position > 0"))
    #expect(run.status == 0, "\(run.error)")
    let heads = run.lines.filter { $0.first?.isNumber == true && $0.contains("Album") }
    #expect(
      heads == [
        "0  A  (Album p1)  3, sum position 3, average position 1.0, max title a3, count position > 0 2",
        "1  B  (Album p2)  empty",
        "2  C  (Album p3)  1, sum position 3, average position 3.0, max title c1, count position > 0 1",
      ])
    #expect(
      run.lines.contains("all items: sum position 6, average position 1.5, max title c1, count position > 0 3"),
      "\(run.output)")
  }

  /// Aggregates are computed from all items of a section, including those outside of the limit.
  @Test func aLimitChangesNone() async throws {
    let run = await InProcessRun(store.list("list", "--section-limit", "1", "--sum", "position"))
    #expect(run.lines[0] == "0  A  (Album p1)  1 of 3, sum position 3")
  }

  @Test func jsonHasThemByTheirNames() async throws {
    let run = await InProcessRun(store.list("list", "--json", "--sum", "position", "--min", "title"))
    let list = try run.json()
    guard case .array(let sections)? = list["sections"] else {
      Issue.record("no sections: \(run.output)\(run.error)")
      return
    }
    #expect(
      sections.map { $0["aggregates"]?.text } == [
        #"{"@sum.position":3,"@min.title":"a1"}"#, #"{"@sum.position":null,"@min.title":null}"#,
        #"{"@sum.position":3,"@min.title":"c1"}"#,
      ])
    #expect(list["aggregates"]?.text == #"{"@sum.position":6,"@min.title":"a1"}"#)
  }

  @Test(arguments: [
    (["--sum", "title"], "--sum: the values of Track.title are not numbers."),
    (["--average", "positon"], "--average: Track has no attribute “positon”; it has "),
    (["--count", "positon > 1"], "--count: Track has no property positon; it has "),
    (["--sum", "position,position"], "--sum names 'position' twice."),
    (["--csv", "--min", "title"], "--csv has a line for each item, and no sums: leave out --min."),
  ])
  func aMistakeNamesItsOption(_ options: [String], _ message: String) async {
    let run = await InProcessRun(store.list("list", options))
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.error.contains(message), "\(run.error)")
  }

  @Test(arguments: ListOptions.Aggregate.Function.allCases)
  func sectionsHaveToBeObjects(_ function: ListOptions.Aggregate.Function) async {
    let run = await InProcessRun(
      "list", store.path, "--items", "Track", "--by", "title", "--\(function.rawValue)", "position > 0")
    #expect(run.status == 2)
    #expect(run.error.contains("--\(function.rawValue) is for lists whose sections are objects"), "\(run.error)")
  }
}

@MainActor
@Suite("Sums in the browser") struct BrowseAggregateTests {
  @Test(arguments: [80, 40])
  func aHeaderHasItsSumsAtItsEnd(columns: Int) throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path, columns: columns) {
      $0.showTracksByAlbum()
      $0.sectionLimit = 1
      $0.aggregates = [.init(function: .sum, subject: "position")]
    }
    let headers = browsing.list.filter { $0.hasPrefix("▾") }
    #expect(headers.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == ["▾ A", "▾ B", "▾ C"])
    #expect(headers.map { $0.hasSuffix("1 of 3, sum position 3") } == [true, false, false], "\(browsing.lines)")
    #expect(headers.map { $0.hasSuffix(" 1, sum position 3") } == [false, false, true], "\(browsing.lines)")
    // Another process adds a track that the limit hides.
    try store.write { context in
      let album = try #require(
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Album")).first {
          $0.value(forKey: "title") as? String == "A"
        })
      MusicStore.insert("Track", ["title": "a4", "position": 7], into: context).setValue(album, forKey: "album")
    }
    browsing.look()
    #expect(
      browsing.list.contains { $0.hasPrefix("▾ A") && $0.hasSuffix("1 of 4, sum position 10") }, "\(browsing.lines)")
  }
}
