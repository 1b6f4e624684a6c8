#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
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
      diffableSnapshot(reconfiguring: update, reloading: [])
    }

    /// The same, with items that are reloaded if they are in the list.
    func diffableSnapshot(reconfiguring update: Update?, reloading ids: Set<ListedID<ItemID>>) -> DiffableSnapshot {
      var result = DiffableSnapshot()
      let list = update?.new ?? snapshot
      result.appendSections(list.sections.map(\.id))
      for section in list.sections { result.appendItems(section.items.map(\.id), toSection: section.id) }
      // Items that the source has dropped since have no model to show.
      if let update {
        result.reconfigureItems(
          update.changes.reconfiguredItems(in: list).filter { item(for: $0) != nil && !ids.contains($0) })
      }
      result.reloadItems(ids.filter { item(for: $0) != nil && result.indexOfItem($0) != nil })
      return result
    }
  }
#endif
