#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews
  import UIKit

  extension SectionedDataSource {
    /// A snapshot for a diffable data source. Each identifier has an occurrence number, because a snapshot raises an
    /// exception for duplicates.
    public typealias DiffableSnapshot = NSDiffableDataSourceSnapshot<ListedID<SectionID>, ListedID<ItemID>>

    /// Returns a snapshot of the current list for a diffable data source.
    ///
    /// - Parameter update: the update whose changed items the snapshot reconfigures; nil to reconfigure none.
    /// - Complexity: O(rows).
    public func diffableSnapshot(reconfiguring update: Update? = nil) -> DiffableSnapshot {
      diffableSnapshot(DiffableStep(self, after: update))
    }

    /// Returns a snapshot of a step's list, with the items to reconfigure or reload.
    func diffableSnapshot(_ step: DiffableStep<Self>) -> DiffableSnapshot {
      var result = DiffableSnapshot()
      result.appendSections(step.list.sections.map(\.id))
      for section in step.list.sections { result.appendItems(section.items.map(\.id), toSection: section.id) }
      result.reconfigureItems(step.reconfigured)
      result.reloadItems(step.reloaded.filter { result.indexOfItem($0) != nil })
      return result
    }
  }
#endif
