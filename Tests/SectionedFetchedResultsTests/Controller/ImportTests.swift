import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Another context imports more than a list holds. Two controllers show the list.
@Suite("Imports by another context") struct ImportTests {
  private let library: MusicLibrary
  private let controllers: [MusicLibrary.Controller]
  private let recorders = [MusicLibrary.recorder(), MusicLibrary.recorder()]

  /// Saves five albums with ten tracks each.
  init() throws {
    let library = try MusicLibrary(.sqlite)
    self.library = library
    controllers = [library.controller(), library.controller()]
    let (controllers, recorders) = (controllers, recorders)
    try library.run {
      for number in 0..<5 {
        let album = library.album("A\(number)", number)
        for item in 0..<10 { library.track("t\(number).\(item)", item, in: album) }
      }
      try library.context.save()
      for (controller, recorder) in zip(controllers, recorders) {
        try controller.performFetch()
        controller.delegate = recorder
      }
    }
  }

  /// Inserts tracks into all albums, renames an album, and moves twenty tracks to the end of their albums.
  private func importing(_ count: Int, _ name: String) throws -> Notification {
    let saved = try library.container.newBackgroundContext().posting { background in
      func all(_ entity: String) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        return try background.fetch(request)
      }
      let albums = try all("Album")
      for number in 0..<count {
        let track = NSEntityDescription.insertNewObject(forEntityName: "Track", into: background)
        track.setValue("\(name)\(number)", forKey: "title")
        track.setValue(number % 12, forKey: "position")
        track.setValue(albums[number % albums.count], forKey: "album")
      }
      albums[0].setValue("renamed by \(name)", forKey: "title")
      for track in try all("Track").prefix(20) { track.setValue(99, forKey: "position") }
    }
    return try #require(saved)
  }

  @Test(
    "One is merged while another one is reported, in the order of the saves and in the other", arguments: [false, true])
  func twoAtOnce(isReversed: Bool) throws {
    let laws = library.run { zip(controllers, recorders).map { OutputLaw(of: $0, $1) } }
    let inOrder = try [importing(40, "x"), importing(80, "y")]
    let saves = isReversed ? inOrder.reversed() : inOrder
    let context = library.context
    var isMerged = false
    recorders[0].during = { line, _ in
      guard line == "did", !isMerged else { return }
      isMerged = true
      context.mergeChanges(fromContextDidSave: saves[1])
    }
    library.run { context.mergeChanges(fromContextDidSave: saves[0]) }
    try library.run {
      #expect(isMerged)
      for (controller, law) in zip(controllers, laws) {
        law.check()
        #expect(law.wrong == [])
        let reference = try ReferenceList(for: controller)
        #expect(ReferenceList(shownBy: controller) == reference)
        #expect(controller.items.count == 170)
      }
    }
  }
}
