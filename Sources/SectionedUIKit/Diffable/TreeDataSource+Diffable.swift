#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedTrees
  import UIKit

  extension TreeDataSource {
    /// A tree for a section of a diffable data source.
    public typealias SectionSnapshot = NSDiffableDataSourceSectionSnapshot<ItemID>

    /// The tree for a section of a diffable data source, with its expansion. UIKit shows and hides children itself, and
    /// indents cells that have an `outlineDisclosure`.
    ///
    /// ```swift
    /// token = folders.observeTree { _ in dataSource.apply(folders.sectionSnapshot(), to: .folders) }
    /// dataSource.sectionSnapshotHandlers.willExpandItem = { folders.expand($0) }
    /// dataSource.sectionSnapshotHandlers.willCollapseItem = { folders.collapse($0) }
    /// ```
    ///
    /// While a filter is set, it has the shown rows alone. A node that changed itself is not named: have its cell
    /// configured again by `reconfigureItems` of the data source's snapshot.
    ///
    /// A large tree is better shown by its rows, as by a ``DiffableCollectionBinding``: these cost what a step changes.
    ///
    /// - Complexity: O(nodes · log nodes).
    public func sectionSnapshot() -> SectionSnapshot {
      var result = SectionSnapshot()
      // As of the last step, whose rows are shown.
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
