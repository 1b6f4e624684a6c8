import CoreData
import Foundation

/// The albums and tracks of a library, kept so that edits need no fetch. A fetch would end the event of earlier edits.
package final class MusicHand {
  package let library: MusicLibrary
  private var albums: [NSManagedObject] = []
  private var tracks: [NSManagedObject] = []
  private var number = 0

  /// Fills a library and saves it. Must be called on the queue of its context.
  package init(_ start: PairStart, in library: MusicLibrary) throws {
    self.library = library
    // Small: A: a1 | B: — large: A: a1 a2 a3 | B: | C: c1 | D: d1 d2, and u1 without an album.
    let names = start == .small ? [["a1"], []] : [["a1", "a2", "a3"], [], ["c1"], ["d1", "d2"]]
    for (index, titles) in names.enumerated() {
      let album = library.album(["A", "B", "C", "D"][index], index)
      for (position, title) in titles.enumerated() { library.track(title, position, in: album) }
    }
    if start == .large { library.track("u1", 1, in: nil) }
    try library.context.save()
    try look()
  }

  /// Fetches the current objects, which ends the event of earlier edits.
  package func look() throws {
    func all(_ entity: String) throws -> [NSManagedObject] {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity)
      request.sortDescriptors = [
        NSSortDescriptor(key: "position", ascending: true), NSSortDescriptor(key: "title", ascending: true),
      ]
      return try library.context.fetch(request)
    }
    (albums, tracks) = (try all("Album"), try all("Track"))
  }

  private func isThere(_ object: NSManagedObject) -> Bool {
    object.managedObjectContext === library.context && !object.isDeleted
  }

  private func album(of track: NSManagedObject) -> NSManagedObject? {
    track.value(forKey: "album") as? NSManagedObject
  }

  package var presentAlbums: [NSManagedObject] { albums.filter(isThere) }
  package var presentTracks: [NSManagedObject] { tracks.filter(isThere) }

  package func tracks(of album: NSManagedObject?) -> [NSManagedObject] {
    presentTracks.filter { self.album(of: $0) === album }
  }

  /// An album without tracks.
  package var emptyAlbum: NSManagedObject? { presentAlbums.first { tracks(of: $0).isEmpty } }
  /// The only track of an album that has exactly one.
  package var onlyTrack: NSManagedObject? {
    presentAlbums.lazy.map { self.tracks(of: $0) }.first { $0.count == 1 }?.first
  }
  /// The album with the most tracks.
  package var fullAlbum: NSManagedObject? {
    presentAlbums.filter { !tracks(of: $0).isEmpty }.max { tracks(of: $0).count < tracks(of: $1).count }
  }

  /// A number that no other call returns.
  package func nextNumber() -> Int {
    number += 1
    return number
  }

  package func insertTrack(in album: NSManagedObject?) {
    let number = nextNumber()
    tracks.append(library.track("t\(number)", number % 3, in: album))
  }

  @discardableResult
  package func insertAlbum() -> NSManagedObject {
    let number = nextNumber()
    let album = library.album("N\(number)", number % 3)
    albums.append(album)
    return album
  }
}
