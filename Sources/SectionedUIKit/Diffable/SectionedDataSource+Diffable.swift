#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews
  import UIKit

  extension SectionedDataSource {
    /// A snapshot for a diffable data source. Its identifiers have an occurrence number, because a duplicate raises an
    /// exception.
    public typealias DiffableSnapshot = NSDiffableDataSourceSnapshot<ListedID<SectionID>, ListedID<ItemID>>

    /// The list for a diffable data source.
    ///
    /// - Parameter update: the update whose changed items are configured again; nil for none.
    /// - Complexity: O(rows).
    public func diffableSnapshot(reconfiguring update: Update? = nil) -> DiffableSnapshot {
      diffableSnapshot(DiffableStep(self, after: update))
    }

    /// The list of a step.
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
