import CoreData
import Foundation
import SectionedDataSources
import SectionedTesting

/// Albums and their tracks, by position, in the context of the main actor.
@MainActor
final class FetchedAlbums {
  typealias Source = FetchedDataSource<NSManagedObject, NSManagedObject>

  private let library: MusicLibrary
  var container: NSPersistentContainer { library.container }
  let context: NSManagedObjectContext
  let source: Source
  private var number = 0

  /// - Parameter counts: the number of tracks of each album.
  init(_ counts: [Int]) throws {
    library = try MusicLibrary()
    context = library.container.viewContext
    context.automaticallyMergesChangesFromParent = true
    // In a conflict, the shown values win over those that another context has saved.
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    func request(_ entity: String) -> NSFetchRequest<NSManagedObject> {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity)
      request.sortDescriptors = ["position", "title"].map { NSSortDescriptor(key: $0, ascending: true) }
      return request
    }
    source = Source(
      sections: request("Album"), items: request("Track"), by: "album.identifier", in: context,
      anomalies: AnomalyHandler { _ in })
    for (index, count) in counts.enumerated() {
      let album = insertAlbum(at: 10 * index)
      for track in 0..<count { insertTrack(in: album, at: 10 * track) }
    }
    try context.save()
    try source.performFetch()
  }

  @discardableResult
  func insertAlbum(at position: Int) -> NSManagedObject {
    number += 1
    let album = NSEntityDescription.insertNewObject(forEntityName: "Album", into: context)
    for key in ["identifier", "title"] { album.setValue("A\(number)", forKey: key) }
    album.setValue(position, forKey: "position")
    return album
  }

  @discardableResult
  func insertTrack(in album: NSManagedObject?, at position: Int) -> NSManagedObject {
    number += 1
    let track = NSEntityDescription.insertNewObject(forEntityName: "Track", into: context)
    track.setValue("t\(number)", forKey: "title")
    track.setValue(position, forKey: "position")
    track.setValue(album, forKey: "album")
    return track
  }

  func newTitle() -> String {
    number += 1
    return "x\(number)"
  }

  /// The shown albums that are not deleted.
  var albums: [NSManagedObject] {
    (0..<source.numberOfSections).compactMap { source.section(at: $0)?.object }.filter { isThere($0) }
  }
  var tracks: [NSManagedObject] {
    (0..<source.numberOfSections).flatMap { source.items(inSection: $0) }.filter { isThere($0) }
  }
  private func isThere(_ object: NSManagedObject) -> Bool {
    !object.isDeleted && object.managedObjectContext === context
  }
}
