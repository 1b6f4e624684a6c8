#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedTrees
  import UIKit

  extension TreeDataSource {
    /// A section snapshot that holds a tree.
    public typealias SectionSnapshot = NSDiffableDataSourceSectionSnapshot<ItemID>

    /// Returns the tree and its expansion as a section snapshot. UIKit shows and hides children itself, and indents
    /// cells that have an `outlineDisclosure`.
    ///
    /// ```swift
    /// token = folders.observeTree { _ in dataSource.apply(folders.sectionSnapshot(), to: .folders) }
    /// dataSource.sectionSnapshotHandlers.willExpandItem = { folders.expand($0) }
    /// dataSource.sectionSnapshotHandlers.willCollapseItem = { folders.collapse($0) }
    /// ```
    ///
    /// While a filter is set, the snapshot has only the shown rows. The snapshot does not name nodes that changed;
    /// configure their cells again with `reconfigureItems` of the data source's snapshot.
    ///
    /// Show a large tree by its rows, for example with a ``DiffableCollectionBinding``, because a step then costs
    /// O(changes).
    ///
    /// - Complexity: O(nodes · log nodes).
    public func sectionSnapshot() -> SectionSnapshot {
      var result = SectionSnapshot()
      // The rows of the last step, which the view shows.
      let shown = Set(isFiltered ? snapshot.sections.flatMap { $0.items.map(\.id.id) } : [])
      func listed(_ id: ItemID?) -> [ItemID] {
        let children = tree.children(of: id)
        return isFiltered ? children.filter(shown.contains) : children
      }
      result.append(listed(nil))
      var open = listed(nil)
      while let next = open.popLast() {
        let children = listed(next)
        if children.isEmpty { continue }
        result.append(children, to: next)
        if isExpanded(next) { result.expand([next]) }
        open += children
      }
      return result
    }
  }
#endif
