import CoreData
import Foundation
import TestTraits
import Testing

@testable import SectionsTool

@Suite("sections value", .opensStores) struct ValueCommandTests {
  private func store(_ data: Data) throws -> SampleStore {
    let store = try SampleStore()
    let hex = data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    try RawDatabase(store.path).texts("UPDATE ZSAMPLE SET ZDATA = x'\(hex)', ZHIDDEN = x'\(hex)'")
    return store
  }

  /// A terminal would execute some of the bytes, so only a file receives them unchanged.
  @Test func aFileGetsTheBytesAsTheyAre() async throws {
    let text = "a\u{1b}[2J\u{9b}\r\n\u{202e}"
    let store = try store(Data(text.utf8))
    for attribute in ["data", "hidden"] {
      let run = await InProcessRun("value", store.path, "p1", attribute)
      #expect(run.status == 0 && run.output == text && run.error.isEmpty, "\(run.error)")
    }
    #expect(await InProcessRun("value", store.path, "p1", "name").output == "one")
    #expect(await InProcessRun("value", store.path, "p1", "price").output == "12.5")
    let picture = DataSamples.png(3, 2)
    let pictures = try self.store(picture)
    let run = await InProcessRun("value", pictures.path, "Sample p1", "data")
    #expect(run.pieces == [picture.count], "\(run.error)")
  }

  @Test func aTerminalGetsWhatIsInThem() async throws {
    let store = try store(DataSamples.png(640, 480))
    let terminal = Terminal(usesColour: false, width: 60)
    let run = await InProcessRun(["value", store.path, "p1", "data"], terminal: terminal)
    #expect(run.lines[0] == "data of one  (Sample p1): PNG picture, 640 × 480; 29 bytes", "\(run.error)")
    #expect(run.lines[2] == "00000000  89 50 4e 47 0d 0a 1a 0a  |.PNG....|")
    let described = await InProcessRun("value", store.path, "p1", "data", "--describe")
    #expect(described.lines[0] == run.lines[0] && described.lines[2].hasSuffix("|.PNG........IHDR|"))
    let escaped = try self.store(Data("a\u{1b}[2J".utf8))
    let bytes = await InProcessRun(["value", escaped.path, "p1", "data"], terminal: terminal)
    #expect(bytes.output.contains("|a.[2J|") && !bytes.output.contains("\u{1b}"))
  }

  @Test func archivesAreDecoded() async throws {
    let value: NSDictionary = ["tags": ["a", "b"], "count": 2]
    let archive = NSSecureUnarchiveFromDataTransformer().reverseTransformedValue(value) as? Data
    let store = try store(try #require(archive))
    for attribute in ["data", "hidden"] {
      let run = await InProcessRun("value", store.path, "p1", attribute, "--describe")
      #expect(run.lines[0].hasPrefix("\(attribute) of one  (Sample p1): keyed archive; "), "\(run.output)\(run.error)")
      let members = Set(run.lines.dropFirst(2).map { $0.filter { $0 != "," } })
      #expect(members.isSuperset(of: ["{", #"  "count": 2"#, #"  "tags": ["#, #"    "a""#, #"    "b""#, "  ]", "}"]))
    }
  }

  @Test func jsonInATextIsShownInLines() async throws {
    let store = try SampleStore()
    try RawDatabase(store.path).texts("UPDATE ZSAMPLE SET ZTEXT = '{\"a\": [1, 2]}'")
    let run = await InProcessRun("value", store.path, "p1", "text", "--describe")
    #expect(
      run.lines == [
        "text of one  (Sample p1): JSON; 13 characters", "", "{", #"  "a": ["#, "    1,", "    2", "  ]", "}", "",
      ])
    #expect(await InProcessRun("value", store.path, "p1", "text").output == #"{"a": [1, 2]}"#)
  }

  @Test(arguments: ["Track p1", "Track/p1", "(Track p1)"])
  func anObjectIsNamedAsListsPrintIt(_ name: String) async throws {
    let music = try MusicStore()
    let title = await InProcessRun("value", music.path, name, "title").output
    #expect(title.count == 2)
    guard
      case .array(let sections)? = try await InProcessRun("list", music.path, "--items", "Track", "--json").json()[
        "sections"], case .array(let rows)? = sections.first?["rows"],
      let row = rows.first(where: { $0["object"]?.plainText.hasSuffix("/Track/p1") == true })
    else {
      Issue.record("no rows")
      return
    }
    #expect(row["title"]?.plainText == title)
    let uri = try #require(row["object"]?.plainText)
    #expect(await InProcessRun("value", music.path, uri, "title").output == title)
    // Only albums have the attribute, so the short name is unambiguous.
    #expect(await InProcessRun("value", music.path, "p1", "identifier").output == "A")
  }

  @Test(arguments: [
    ("p1", "title", "'p1' may be 'Album p1' or 'Track p1': write one of these."),
    ("p1", "isOld", "Album p1 has no value of isOld."), ("p99", "isOld", "There is no object p99 of Album."),
    ("p99", "position", "There is no object p99 of Album or Track."),
    ("p1", "titel", "No entity has an attribute 'titel'. Did you mean 'title'?"),
    ("Track p1", "titel", "Track has no attribute 'titel'. Did you mean 'title'?"),
    (
      "Track p1", "album",
      "'album' of Track is a relationship, and no attribute: album.NAME is one of the object that it leads to."
    ),
    ("Album p1", "tracks", "'tracks' of Album leads to many objects: name one of them."),
    ("Track p1", "album.titel", "Album has no attribute 'titel'. Did you mean 'title'?"),
    ("p1", "albun.title", "No entity has a relationship to one object 'albun'. Did you mean 'album'?"),
    ("Track p99", "title", "The store has no object 'Track p99'."),
    (
      "Trak p1", "title",
      "The store has no entity 'Trak' for 'Trak p1'; it has Album, Artist, Track. Did you mean 'Track'?"
    ),
    ("seven", "title", "'seven' names no object of this store; "),
  ])
  func aWrongNameIsSaid(_ object: String, _ attribute: String, _ message: String) async throws {
    let store = try MusicStore()
    let run = await InProcessRun("value", store.path, object, attribute)
    #expect(run.status != 0 && run.output.isEmpty)
    #expect(run.error.hasPrefix("sections: \(message)"), "\(run.error)")
  }
}
