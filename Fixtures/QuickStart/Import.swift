import CoreData

/// Inserts in the background, so many at a time: each piece is saved and let go before the next is made.
func importTracks(_ titles: [String], into container: NSPersistentContainer) async throws {
  try await container.performBackgroundTask { context in
    let album = Album(context: context)
    album.title = "Imported"
    try context.save()
    let albumID = album.objectID
    for start in stride(from: 0, to: titles.count, by: 1000) {
      for title in titles[start..<min(start + 1000, titles.count)] {
        let track = Track(context: context)
        track.title = title
        track.album = context.object(with: albumID) as? Album
      }
      try context.save()
      context.reset()
    }
  }
}
