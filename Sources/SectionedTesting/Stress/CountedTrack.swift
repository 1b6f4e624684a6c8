import CoreData
import Foundation

/// A track that writes itself down in its context, where that asks for it, when it is filled with values.
package final class CountedTrack: NSManagedObject {
  package override func awakeFromFetch() {
    super.awakeFromFetch()
    (managedObjectContext?.userInfo[FilledTracks.key] as? FilledTracks)?.ids.insert(objectID)
  }
}

/// The tracks that were read in a context since this was last emptied.
package final class FilledTracks {
  /// Where a context's `userInfo` has it.
  package static let key = "filledTracks"
  package var ids: Set<NSManagedObjectID> = []

  package init() {}
}
