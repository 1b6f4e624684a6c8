#if os(iOS) || os(tvOS) || os(visionOS) || os(macOS)
  import CoreData
  import SectionedChanges

  #if os(macOS)
    import AppKit
  #else
    import UIKit
  #endif

  extension SectionedFetchedResultsController {
    /// The list for a diffable data source. The section of unmatched items has the identifier nil.
    ///
    /// - Complexity: O(rows).
    public var diffableSnapshot: NSDiffableDataSourceSnapshot<NSManagedObjectID?, NSManagedObjectID> {
      var result = NSDiffableDataSourceSnapshot<NSManagedObjectID?, NSManagedObjectID>()
      for section in snapshot.sections {
        result.appendSections([section.id])
        result.appendItems(section.items.map(\.id), toSection: section.id)
      }
      return result
    }
  }
#endif
