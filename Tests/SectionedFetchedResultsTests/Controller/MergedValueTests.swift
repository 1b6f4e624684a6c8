import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// The title of a1 is changed here without a save. Another context saves another title, and the merge keeps ours.
@Suite("Values that are changed here and merged")
struct MergedValueTests {
  private func keysReported(after values: [String: any Sendable]) throws -> [Set<String>?] {
    let fixture = try LibraryFixture()
    let library = fixture.library
    _ = try fixture.record { fixture.tracks[0].setValue("ours", forKey: "title") }
    _ = fixture.recorder.take()
    _ = try library.run {
      try library.merge { other in
        let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
        request.predicate = NSPredicate(format: "title == 'a1'")
        let track = try #require(try other.fetch(request).first)
        for (key, value) in values { track.setValue(value, forKey: key) }
      }
    }
    return try library.run {
      #expect(fixture.text == "A: ours a2 | B: | C: c1")
      try expectCurrent(fixture.controller)
      return fixture.recorder.changes.flatMap { $0.items.updated.map(\.keys) }
    }
  }

  @Test(.ourInnerControllers) func whatOnlyTheyChangedIsReported() throws {
    #expect(try keysReported(after: ["title": "theirs", "position": 1]) == [["position"]])
  }

  @Test(.ourInnerControllers) func whatBothChangedIsNotReported() throws {
    #expect(try keysReported(after: ["title": "theirs"]) == [])
  }
}
