import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Stores whose rows have unusual primary keys.
@Suite("Sections and items with primary keys of any size")
struct PrimaryKeyTests {
  /// Album A has the track a1, and album B has none. A and a1 get the key.
  @Test(
    arguments: [Int64(Int32.max) + 1, 1 << 40, .max, 0, -1, -(1 << 40)],
    PublicInterface.isAllThereIs ? ["album.identifier"] : ["album", "album.identifier"]
  )
  func theListIsWholeAndFollowsChanges(key: Int64, path: String) throws {
    let library = try MusicLibrary(.sqlite)
    try library.run {
      let album = library.album("A", 0)
      library.album("B", 1)
      library.track("a1", 0, in: album)
      try library.context.save()
      library.context.reset()
    }
    let store = try #require(library.container.persistentStoreCoordinator.persistentStores.first?.url)
    for statement in [
      "UPDATE ZALBUM SET Z_PK = \(key) WHERE ZIDENTIFIER = 'A'", "UPDATE ZTRACK SET Z_PK = \(key), ZALBUM = \(key)",
    ] {
      _ = try ChinookData.rows(statement, of: store.absoluteString)
    }
    let controller = library.controller(by: path)
    let recorder = MusicLibrary.recorder()
    try library.run { try controller.performFetch() }
    controller.delegate = recorder
    #expect(library.run { MusicLibrary.text(controller) } == "A: a1 | B:")
    try library.run {
      let album = try #require(controller.allSections[0].object)
      library.track("a2", 1, in: album)
      library.context.processPendingChanges()
      #expect(MusicLibrary.text(controller) == "A: a1 a2 | B:")
      try library.context.save()
      #expect(recorder.take() == ["will", "item insert [0, 1] a2", "did"])
      let track = try #require(controller.allSections[0].items?.first)
      track.setValue(controller.allSections[1].object, forKey: "album")
      try library.context.save()
      #expect(MusicLibrary.text(controller) == "A: a2 | B: a1")
      track.setValue(album, forKey: "album")
      library.context.delete(try #require(controller.allSections[1].object))
      try library.context.save()
      #expect(MusicLibrary.text(controller) == "A: a1 a2")
      #expect(recorder.errors.isEmpty)
      try expectCurrent(controller)
    }
  }
}
