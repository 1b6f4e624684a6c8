#if os(iOS) || os(tvOS) || os(visionOS) || os(macOS)
  import CoreData
  import SectionedChanges

  #if os(macOS)
    import AppKit
  #else
    import UIKit
  #endif

  extension SectionedFetchedResultsController {
    /// The list as a snapshot for a diffable data source. It reconfigures the items that the last batch changed. The
    /// section of unmatched items has the identifier nil.
    ///
    /// Read it after each batch, and when objects got permanent IDs.
    ///
    /// - Complexity: O(rows).
    public var diffableSnapshot: NSDiffableDataSourceSnapshot<NSManagedObjectID?, NSManagedObjectID> {
      diffableSnapshot(reconfiguring: lastReportedItems)
    }

    /// Returns the list as a snapshot for a diffable data source. It reconfigures the items that the given changes
    /// changed.
    ///
    /// - Parameter changes: the changes to the shown list since the data source's last snapshot.
    /// - Complexity: O(rows).
    public func diffableSnapshot(
      reconfiguring changes: ChangeSet
    ) -> NSDiffableDataSourceSnapshot<NSManagedObjectID?, NSManagedObjectID> {
      diffableSnapshot(reconfiguring: changes.reconfiguredItems(in: snapshot))
    }

    private func diffableSnapshot(
      reconfiguring items: [NSManagedObjectID]
    ) -> NSDiffableDataSourceSnapshot<NSManagedObjectID?, NSManagedObjectID> {
      var result = NSDiffableDataSourceSnapshot<NSManagedObjectID?, NSManagedObjectID>()
      for section in snapshot.sections {
        result.appendSections([section.id])
        result.appendItems(section.items.map(\.id), toSection: section.id)
      }
      #if os(macOS)
        result.reloadItems(items)
      #else
        result.reconfigureItems(items)
      #endif
      return result
    }
  }
#endif
