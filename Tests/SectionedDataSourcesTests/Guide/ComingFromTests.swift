import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// The samples of the article *Moving from other libraries*: the first example of each library, written with this one.
@Suite("The first examples of other libraries run")
struct ComingFromTests {
  @Test("Sections of any type are static, and sections that are objects are fetched")
  func staticAndFetched() throws {
    // guide
    let colors = MemoryDataSource(
      [
        SectionContent("Warm", items: ["red", "orange"]), SectionContent("Cold", items: ["blue"]),
        SectionContent("Grey"),
      ],
      sectionID: \.self, itemID: \.self)
    let title = colors.section(at: 2)
    let color = colors.item(1, inSection: 0)
    // end
    #expect(title == "Grey" && color == "orange")

    let library = try MusicLibrary()
    let context = library.context
    try context.performAndWait {
      let album = library.album("A", 0)
      library.track("a1", 0, in: album)
      _ = library.album("B", 1)
      try context.save()
      let tracks = NSFetchRequest<NSManagedObject>(entityName: "Track")
      tracks.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      let albums = NSFetchRequest<NSManagedObject>(entityName: "Album")
      albums.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      // guide
      let list = FetchedDataSource(sections: albums, items: tracks, by: "album.identifier", in: context)
      try list.performFetch()
      let album2 = list.section(at: 0)?.object
      // end
      #expect(album2 == album && list.numberOfSections == 2)
    }
  }

  @Test("An entity's name and an order make a list")
  func entityAndOrder() throws {
    let library = try MusicLibrary()
    let context = library.context
    try context.performAndWait {
      // guide
      let tracks = FetchedList<NSManagedObject>(
        entityName: "Track", sortDescriptors: [NSSortDescriptor(key: "title", ascending: true)], in: context)
      try tracks.performFetch()
      let track = tracks.addItem { $0.setValue("Blue", forKey: "title") }
      // end
      #expect(track != nil && tracks.fetchedItems.count == 1)
    }
  }

  @Test("Added items reach an observer")
  func added() throws {
    // guide
    let storage = MemoryDataSource([SectionContent("all", items: ["Hello"])], sectionID: \.self, itemID: \.self)
    let token = storage.observe { update in
      // Here a view takes `update.changes`, or an `UpdatePlan` of them.
      print(update.changes)
    }
    try storage.append("world", toSection: 0)
    // end
    #expect(storage.items(inSection: 0) == ["Hello", "world"])
    token.cancel()
  }

  @MainActor
  @Test("A source that loads shows a placeholder until it has items")
  func loads() async throws {
    struct Song: Identifiable, Hashable { var id: String }
    // guide
    let songs = LoadingList<Song, Song, Int>(MemoryList(), isolation: #isolation) { _ in
      LoadedPage([SectionContent(Song(id: "all"), items: [Song(id: "Carey"), Song(id: "River")])])
    }
    let rows = PlaceholderDataSource(songs)
    songs.load()
    // end
    #expect(rows.showsPlaceholder)
    while songs.phase != .loaded { await Task.yield() }
    #expect(!rows.showsPlaceholder && songs.allItems.map(\.id) == ["Carey", "River"])
  }
}
