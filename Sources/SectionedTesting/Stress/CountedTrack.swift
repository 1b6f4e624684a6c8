import CoreData
import Foundation

/// A track that records itself in its context, if that asks for it, when it is filled with values.
package final class CountedTrack: NSManagedObject {
  package override func awakeFromFetch() {
    super.awakeFromFetch()
    (managedObjectContext?.userInfo[FilledTracks.key] as? FilledTracks)?.ids.insert(objectID)
  }
}

/// The tracks that were read in a context since this was last emptied.
package final class FilledTracks {
  /// The key for a context's `userInfo`.
  package static let key = "filledTracks"
  package var ids: Set<NSManagedObjectID> = []

  package init() {}
}
