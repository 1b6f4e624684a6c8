import CoreData
import Foundation
import SectionedFetchedResults

@main struct QuickStart {
  @MainActor static func main() async {
    do {
      try await run()
    } catch {
      FileHandle.standardError.write(Data("\(error.localizedDescription)\n".utf8))
      exit(1)
    }
  }

  @MainActor private static func run() async throws {
    // The model in the file Library.xcdatamodeld, or the same in code.
    var container = NSPersistentContainer(name: "Library")
    if CommandLine.arguments.contains("code") {
      container = NSPersistentContainer(name: "Library", managedObjectModel: libraryModel())
    }
    if let folder = CommandLine.arguments.dropFirst().first(where: { $0 != "code" }) {
      container.persistentStoreDescriptions[0].url = URL(fileURLWithPath: "\(folder)/Library.sqlite")
    }
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    container.viewContext.automaticallyMergesChangesFromParent = true

    let tracks = NSFetchRequest<Track>(entityName: "Track")
    tracks.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let albums = NSFetchRequest<Album>(entityName: "Album")
    albums.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let controller = SectionedFetchedResultsController(
      itemFetchRequest: tracks, sectionFetchRequest: albums, managedObjectContext: container.viewContext,
      sectionGroupingKeyPath: "album", cacheName: nil)
    let screen = Screen()
    controller.delegate = screen
    try controller.performFetch()

    let album = Album(context: container.viewContext)
    album.title = "Blue"
    try container.viewContext.save()

    let expected = controller.snapshot.numberOfItems + 2500
    try await importTracks((1...2500).map { "Track \($0)" }, into: container)

    // The main queue runs while `main` waits, so that what was saved elsewhere arrives here. The first element is the list
    // as it is.
    for await update in controller.updates where update.snapshot.numberOfItems == expected { break }
    for section in controller.allSections { print(section.object?.title ?? "–", section.numberOfObjects) }
  }
}

@MainActor final class Screen: @MainActor SectionedFetchedResultsControllerDelegate {
  func controller(
    _ controller: SectionedFetchedResultsController<Album, Track>,
    didChangeContentWith changes: SectionedFetchedResultsController<Album, Track>.ChangeSet
  ) {
    print("+\(changes.sections.inserted.count) sections, +\(changes.insertedItemIDs.count) items")
  }
}
