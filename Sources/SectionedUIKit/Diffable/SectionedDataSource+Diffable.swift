#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
  import UIKit

  extension SectionedDataSource {
    /// What a diffable data source is handed. Its identifiers have numbers, so that one that stands twice is no exception.
    public typealias DiffableSnapshot = NSDiffableDataSourceSnapshot<ListedID<SectionID>, ListedID<ItemID>>

    /// The list for a diffable data source.
    ///
    /// - Parameter update: what is to be configured again; nil for nothing.
    /// - Complexity: O(rows).
    public func diffableSnapshot(reconfiguring update: Update? = nil) -> DiffableSnapshot {
      diffableSnapshot(reconfiguring: update, reloading: [])
    }

    /// The same, with items that get other cells, as far as they are there.
    func diffableSnapshot(reconfiguring update: Update?, reloading others: Set<ListedID<ItemID>>) -> DiffableSnapshot {
      var result = DiffableSnapshot()
      let list = update?.new ?? snapshot
      result.appendSections(list.sections.map(\.id))
      for section in list.sections { result.appendItems(section.items.map(\.id), toSection: section.id) }
      // What the source has dropped since has no model to show.
      if let update {
        result.reconfigureItems(
          update.changes.reconfiguredItems(in: list).filter { item(for: $0) != nil && !others.contains($0) })
      }
      result.reloadItems(others.filter { item(for: $0) != nil && result.indexOfItem($0) != nil })
      return result
    }
  }
#endif
