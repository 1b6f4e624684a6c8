import CoreData
import SectionedTesting

extension FetchedAlbums {
  /// Makes a change at a random place, if the operation is possible. The context reports it when it processes pending
  /// changes.
  func perform(_ operation: ListOperation, _ random: inout SeededRandom) {
    let album = albums.randomElement(using: &random)
    let track = tracks.randomElement(using: &random)
    let position = random.below(40)
    switch operation {
    case .insertSection:
      let new = insertAlbum(at: position)
      if random.oneIn(2) { insertTrack(in: new, at: 0) }
    case .deleteSection: if let album { context.delete(album) }
    case .reloadSection: album?.setValue(newTitle(), forKey: "title")
    case .moveSection: album?.setValue(position, forKey: "position")
    case .insertItem: if let album { insertTrack(in: album, at: position) }
    case .deleteItem: if let track { context.delete(track) }
    case .reloadItem: track?.setValue(newTitle(), forKey: "title")
    case .moveItem:
      track?.setValue(album, forKey: "album")
      track?.setValue(position, forKey: "position")
    }
  }

  /// Makes and saves a change in another context. The shown context then merges it.
  func performElsewhere(_ operation: ListOperation, _ random: inout SeededRandom) throws {
    let saved = (albums + tracks).filter { !$0.objectID.isTemporaryID }.randomElement(using: &random)
    guard let id = saved?.objectID else { return }
    let other = container.newBackgroundContext()
    let (title, position) = (newTitle(), random.below(40))
    try other.performAndWait {
      guard let object = try? other.existingObject(with: id) else { return }
      switch operation {
      case .deleteItem, .deleteSection: other.delete(object)
      case .moveItem, .moveSection: object.setValue(position, forKey: "position")
      default: object.setValue(title, forKey: "title")
      }
      try other.save()
    }
  }
}
