#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedTrees
  import UIKit

  /// Shows a tree as a section of a diffable data source, whose cells open and close their children by a disclosure.
  ///
  /// ```swift
  /// let cell = UICollectionView.CellRegistration<UICollectionViewListCell, Int> { cell, _, id in
  ///   cell.accessories = folders.tree.numberOfChildren(of: id) > 0 ? [.outlineDisclosure()] : []
  /// }
  /// binding = TreeSectionBinding(folders, in: dataSource, section: .folders)
  /// ```
  ///
  /// The tree has the expansion: if the user opens an item, the tree expands the node; if the program expands a node,
  /// the item opens. The binding sets `sectionSnapshotHandlers` of the data source, and calls the handlers that were
  /// there for items of other sections, which may be other trees. Keep it as long as the section is shown.
  ///
  /// Each step hands all nodes to UIKit, in O(nodes · log nodes). A large tree is better shown by its rows, as by a
  /// ``DiffableCollectionBinding``, which costs what a step changes.
  @MainActor
  public final class TreeSectionBinding<Source: TreeDataSource, SectionID: Hashable & Sendable> {
    /// UIKit's data source.
    public typealias DataSource = UICollectionViewDiffableDataSource<SectionID, Source.ItemID>

    /// The tree.
    public let source: Source
    /// The data source of the view.
    public let dataSource: DataSource
    /// The section that shows the tree.
    public let section: SectionID
    /// Whether steps are animated.
    public var isAnimated = true

    /// The numbers of the steps of the tree and of its rows, and of its filters.
    private struct Version: Equatable {
      var tree: Int
      var rows: Int
      var filter: Int
    }

    private var applied: Version?
    private var tokens: [ObservationToken] = []
    private var isApplying = false
    /// Whether UIKit opens or closes an item, and shows that by itself.
    private var isDisclosing = false
    private var questions = 0
    /// The rows that changed since they were configured.
    private var changed: Set<Source.ItemID> = []

    /// Makes a binding, and applies the tree.
    ///
    /// - Parameters:
    ///   - source: the tree, kept alive.
    ///   - dataSource: has its cells made by a closure that asks the tree for the models.
    ///   - section: the section. If the data source does not have it, it is appended.
    public init(_ source: Source, in dataSource: DataSource, section: SectionID) {
      (self.source, self.dataSource, self.section) = (source, dataSource, section)
      tokens = [
        source.observeTree { [weak self] _ in self?.apply() },
        source.treeCore.observeFilter { [weak self] in self?.apply() },
        source.observe { [weak self] update in
          self?.changed.formUnion(update.changes.reconfiguredItems(in: update.new).map(\.id))
          self?.apply()
        },
      ]
      follow(\.willExpandItem) { $0.expand($1) }
      follow(\.willCollapseItem) { $0.collapse($1) }
      answerForChildren()
      apply()
    }

    /// Makes a cell by a closure that may change the tree. Changes made there are applied in the next turn.
    public func answering<Cell>(_ body: () -> Cell) -> Cell {
      questions += 1
      defer {
        Task { [weak self] in
          self?.questions -= 1
          self?.apply()
        }
      }
      return body()
    }

    private var version: Version {
      Version(
        tree: source.treeCore.stepNumber, rows: source.core.updateCount, filter: source.treeCore.filterNumber)
    }

    private func apply() {
      guard !isApplying, !isDisclosing, questions == 0 else { return }
      isApplying = true
      // The step of the tree may come before that of its rows, which says what changed.
      while version != applied || !changed.isEmpty {
        if version != applied {
          applied = version
          dataSource.apply(source.sectionSnapshot(), to: section, animatingDifferences: isAnimated)
        }
        let items = changed
        changed = []
        configure(items)
      }
      isApplying = false
    }

    private func configure(_ items: Set<Source.ItemID>) {
      if items.isEmpty { return }
      var snapshot = dataSource.snapshot()
      let there = snapshot.itemIdentifiers(inSection: section).filter(items.contains)
      if there.isEmpty { return }
      snapshot.reconfigureItems(there)
      dataSource.apply(snapshot, animatingDifferences: false)
    }

    /// Gives UIKit the children of an item that opens. The tree may have opened or closed nodes beneath the item while
    /// they were hidden, which is no step of its rows.
    private func answerForChildren() {
      let other = dataSource.sectionSnapshotHandlers.snapshotForExpandingParent
      dataSource.sectionSnapshotHandlers.snapshotForExpandingParent = { [weak self] id, children in
        guard let self, source.tree.contains(id), dataSource.snapshot(for: section).contains(id) else {
          return other?(id, children) ?? children
        }
        let all = source.sectionSnapshot()
        return all.contains(id) ? all.snapshot(of: id) : children
      }
    }

    private typealias Handlers = DataSource.SectionSnapshotHandlers<Source.ItemID>

    private func follow(
      _ handler: WritableKeyPath<Handlers, ((Source.ItemID) -> Void)?>,
      _ change: @escaping (Source, Source.ItemID) -> Void
    ) {
      let other = dataSource.sectionSnapshotHandlers[keyPath: handler]
      dataSource.sectionSnapshotHandlers[keyPath: handler] = { [weak self] id in
        guard let self, source.tree.contains(id), dataSource.snapshot(for: section).contains(id) else {
          other?(id)
          return
        }
        let before = version
        var next = before
        next.rows += 1
        isDisclosing = true
        change(source, id)
        isDisclosing = false
        changed.remove(id)
        if before == applied, version == next {
          applied = version
        } else if version != before || before != applied {
          // An observer has changed more. UIKit takes nothing while it opens an item.
          Task { [weak self] in self?.apply() }
        }
      }
    }
  }
#endif
