import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

/// The status is 1 for errors in data, 2 for errors in the command line, and 3 for a value that is nil.
@Suite("Exit statuses", .opensStores) struct ExitStatusTests {
  private static let lists: [(options: [String], status: Int32)] = [
    (["--items", "Trak"], 2), (["--items", "Track", "--by", "albun"], 2), (["--items", "Track", "--by", "album.x"], 2),
    (["--items", "Album", "--by", "tracks"], 2), (["--items", "Track", "--show", "titel"], 2),
    (["--items", "Track", "--sort", "titel"], 2), (["--items", "Track", "--by", "album", "--section-sort", "x"], 2),
    (["--items", "Track", "--where", "title ="], 2), (["--items", "Track", "--where", "titel == 'a'"], 2),
    (["--items", "Track", "--by", "album", "--sections-where", "x == 1"], 2),
    (["--items", "Track", "--where", "position == 'x'"], 2), (["--items", "Track", "--where", "album == 'A'"], 2),
    (["--items", "Track", "--by", "album", "--sections-where", "position == 'x'"], 2),
    (["--items", "Track", "--limit", "x"], 2),
    (["--items", "Track", "--model", "/no/model.mom"], 1), (["--items", "Track"], 0),
  ]

  @Test(arguments: lists)
  func ofALists(_ options: [String], _ status: Int32) async throws {
    let store = try MusicStore()
    let run = await InProcessRun(["list", store.path] + options)
    #expect(run.status == status, "\(run.error)")
    #expect(run.error.isEmpty == (status == 0))
  }

  private static let values: [(object: String, attribute: String, status: Int32)] = [
    ("p1", "isOld", 3), ("p1", "titel", 2), ("p99", "isOld", 1), ("Trak p1", "title", 2), ("seven", "title", 2),
    ("Track p1", "album", 2), ("Track p1", "album.isOld", 3), ("Track p1", "album.title", 0),
    ("Track p1", "album.titel", 2), ("Track p1", "title.x", 2), ("p1", "album.title", 0),
    ("Album p1", "tracks.title", 2),
  ]

  @Test(arguments: values)
  func ofAValue(_ object: String, _ attribute: String, _ status: Int32) async throws {
    let store = try MusicStore()
    let run = await InProcessRun("value", store.path, object, attribute)
    #expect(run.status == status, "\(run.error)")
  }

  @Test func aPathThatEndsOnTheWayHasNoValue() async throws {
    let store = try MusicStore { MusicStore.insert("Track", ["title": "u"], into: $0) }
    let run = await InProcessRun("value", store.path, "p1", "album.title")
    #expect(run.status == 3 && run.error == "sections: Track p1 has no album.\n", "\(run.error)")
  }

  @Test func ofAScriptItIsThatOfData() async throws {
    let store = try MusicStore()
    for list in [
      #"{"where":"title ="}"#, #"{"by":"albun"}"#, #"{"sort":"titel"}"#, #"{"where":"titel == 1"}"#,
      #"{"where":"position == 'x'"}"#,
    ] {
      for text in [#"{"list":\#(list),"batches":[]}"#, #"{"batches":[{"list":\#(list)}]}"#] {
        let script = try store.scratch.file("script.json", text)
        let run = await InProcessRun(store.list("replay", [script]))
        #expect(run.status == 1 && run.error.contains("line 1, column"), "\(run.error)")
      }
    }
  }

  @Test func everyNumberIsInTheTableOfThePage() throws {
    let url = GuideExampleTests.repository.appendingPathComponent("Docs/Tool.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    for (status, _) in failureStatuses { #expect(page.contains("\n| \(status) | "), "\(status)") }
  }
}
