import CoreData
import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

/// Three albums, two of which have the title Blue, and a track without an album.
@Suite("Sections that have the same key", .opensStores) struct SameKeyTests {
  private func store() throws -> MusicStore {
    try MusicStore { context in
      for (position, title) in ["Blue", "Red", "Blue"].enumerated() {
        let album = MusicStore.insert("Album", ["title": title, "position": position], into: context)
        for number in 1...2 {
          MusicStore.insert("Track", ["title": "t\(position)\(number)"], into: context).setValue(album, forKey: "album")
        }
      }
      MusicStore.insert("Track", ["title": "u"], into: context)
    }
  }

  @Test func eachValueIsASection() async throws {
    let store = try store()
    let list = ["list", store.path, "--items", "Track", "--by", "album.title", "--sort", "title"]
    let run = await InProcessRun(list)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.lines.filter { !$0.hasPrefix(" ") }.prefix(3) == ["0  –  1", "1  Blue  4", "2  Red  2"])
    #expect(run.output.hasSuffix("2 objects of Album have the title “Blue”: each value is one section.\n"))
    let json = try await InProcessRun(list + ["--json"]).json()
    #expect(json["sections"]?[1]?["values"]?["album.title"]?.plainText == "Blue")
    #expect(json["sections"]?[1]?["object"] == .null)
    let csv = await InProcessRun(list + ["--csv"])
    #expect(csv.output.hasPrefix("section,title\r\n,u\r\nBlue,t01\r\n"))
  }

  @Test func whatNeedsObjectsSaysWhatToWrite() async throws {
    let store = try store()
    let list = [store.path, "--items", "Track", "--by", "album.title"]
    let sorted = await InProcessRun(["list"] + list + ["--section-sort", "title"])
    #expect(
      sorted.status == 2
        && sorted.error
          == "sections: --by album.title: 2 objects of Album have the title “Blue”, so that each value is one "
          + "section, and --section-sort is for sections that are objects. Leave it out, or write --by album.\n",
      "\(sorted.error)")
    let script = try store.scratch.file("script.json", #"{"batches":[]}"#)
    let replay = await InProcessRun(["replay", store.path, script] + list.dropFirst())
    #expect(
      replay.status == 2 && replay.error.contains("Write --by album for a section of each object"), "\(replay.error)")
    let error = await #expect(throws: SharedKeyError.self) {
      try await Browsing(store.path) { ($0.items, $0.by) = ("Track", "album.title") }
    }
    #expect(error.map(describe)?.hasPrefix("--by album.title: 2 objects of Album have the title “Blue”") == true)
  }
}
