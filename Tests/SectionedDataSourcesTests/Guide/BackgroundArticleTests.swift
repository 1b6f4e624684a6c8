import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults
import SectionedTesting
import TestTraits
import Testing

/// An album in the store.
final class BackgroundAlbum: NSManagedObject {
  var title: String {
    get { value(forKey: "title") as? String ?? "" }
    set { setValue(newValue, forKey: "title") }
  }

  static func byTitle() -> NSFetchRequest<BackgroundAlbum> {
    let request = NSFetchRequest<BackgroundAlbum>(entityName: "Album")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    return request
  }
}

/// A track in the store.
final class BackgroundTrack: NSManagedObject {
  var title: String {
    get { value(forKey: "title") as? String ?? "" }
    set { setValue(newValue, forKey: "title") }
  }

  var seconds: Int { value(forKey: "seconds") as? Int ?? 0 }

  static func byTitle() -> NSFetchRequest<BackgroundTrack> {
    let request = NSFetchRequest<BackgroundTrack>(entityName: "Track")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    return request
  }
}

/// The program of `FetchingInTheBackground.md`, with `Blue: All I Want, Carey | Hejira: Amelia, Coyote`.
@Suite("A library is fetched in the background, as the article says", .opensStores)
@MainActor
struct BackgroundArticleTests {
  typealias Album = BackgroundAlbum
  typealias Track = BackgroundTrack
  typealias Library = BackgroundDataSource<BackgroundAlbum, BackgroundTrack, String, TrackRow>

  struct TrackRow: Sendable {
    var title = ""
    var seconds = 0
  }

  private let container: NSPersistentContainer
  private let library: Library

  init() throws {
    let container = try Self.container()
    // guide
    let library = BackgroundDataSource(
      in: container, placeholder: TrackRow(), sectionPlaceholder: ""
    ) { context in
      SectionedFetchedResultsController<Album, Track>(
        itemFetchRequest: Track.byTitle(), sectionFetchRequest: Album.byTitle(),
        managedObjectContext: context, sectionGroupingKeyPath: "album.title", cacheName: nil)
    } section: { album in
      album?.title ?? "Singles"
    } item: { track in
      TrackRow(title: track.title, seconds: track.seconds)
    }
    // end
    (self.container, self.library) = (container, library)
  }

  // guide
  func search(_ text: String) {
    library.changeRequests { tracks, _ in
      tracks.predicate = text.isEmpty ? nil : NSPredicate(format: "title CONTAINS[cd] %@", text)
    }
  }
  // end

  func rename(at place: ItemPlace) throws {
    // guide
    if let track = library.object(at: place, in: container.viewContext) {
      track.title = "Another title"
      try container.viewContext.save()
    }
    // end
  }

  private static func container() throws -> NSPersistentContainer {
    let album = NSEntityDescription("Album", [NSAttributeDescription("title")])
    let track = NSEntityDescription(
      "Track", [NSAttributeDescription("title"), NSAttributeDescription("seconds", .integer64AttributeType)])
    album.managedObjectClassName = NSStringFromClass(BackgroundAlbum.self)
    track.managedObjectClassName = NSStringFromClass(BackgroundTrack.self)
    album.relate("tracks", .many, to: track, "album", .one)
    let container = try NSPersistentContainer.inMemory([album, track])
    let context = container.viewContext
    for (title, tracks) in [("Blue", ["All I Want", "Carey"]), ("Hejira", ["Amelia", "Coyote"])] {
      let album = NSEntityDescription.insertNewObject(forEntityName: "Album", into: context)
      album.setValue(title, forKey: "title")
      for title in tracks {
        let track = NSEntityDescription.insertNewObject(forEntityName: "Track", into: context)
        track.setValue(title, forKey: "title")
        track.setValue(200 + title.count, forKey: "seconds")
        track.setValue(album, forKey: "album")
      }
    }
    try context.save()
    return container
  }

  private var text: String {
    (0..<library.numberOfSections).map { index in
      let rows = library.items(inSection: index).map { "\($0.title) \($0.seconds)" }.joined(separator: ", ")
      return "\(library.section(at: index) ?? "none"): \(rows)"
    }.joined(separator: " | ")
  }

  @Test("the list arrives with the values of its beginning, is searched, and follows an edited row")
  func program() async throws {
    #expect(library.phase == .loading && text == "")
    await library.settle()
    #expect(library.phase == .loaded)
    #expect(text == "Blue: All I Want 210, Carey 205 | Hejira: Amelia 206, Coyote 206")
    search("o")
    search("c")
    #expect(library.phase == .refreshing && library.numberOfItems == 4)
    await library.settle()
    #expect(text == "Blue: Carey 205 | Hejira: Coyote 206")
    try rename(at: ItemPlace(section: 1, item: 0))
    search("")
    await library.settle()
    #expect(text == "Blue: All I Want 210, Carey 205 | Hejira: Amelia 206, Another title 206")
  }
}
