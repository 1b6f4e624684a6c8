import CoreData
import SectionedTesting
import Testing

@testable import SectionedDataSources

/// Written against objects that stay retained, and against identities that a save changes.
@Suite("The first identifiers of unsaved objects")
struct FirstIDsTests {
  @Test("an identity stays after a save, and only unsaved objects of the list are retained", arguments: [false, true])
  func identities(forgetsBeforeTheSave: Bool) throws {
    let library = try MusicLibrary()
    try library.run {
      var ids = FirstIDs()
      let tracks = (0..<4).map { library.track("\($0)", $0, in: nil) }
      let firsts = tracks.map { ids.first(of: $0) }
      #expect(firsts == tracks.map(\.objectID))
      #expect(zip(firsts, tracks).allSatisfy { ids.object($0) === $1 })
      let gone = Set(firsts[2...])
      if forgetsBeforeTheSave {
        ids.forget { gone.contains($0) }
        #expect(firsts.map { ids.object($0) != nil } == [true, true, false, false])
      }
      try library.context.save()
      ids.forget { gone.contains($0) }
      #expect(firsts.allSatisfy { ids.object($0) == nil })
      for index in 0..<(forgetsBeforeTheSave ? 2 : 4) {
        #expect(!tracks[index].objectID.isTemporaryID && ids.current(of: firsts[index]) == tracks[index].objectID)
        let (ofObject, ofID) = (ids.first(of: tracks[index]), ids.first(of: tracks[index].objectID))
        #expect(ofObject == firsts[index] && ofID == firsts[index])
      }
    }
  }
}
