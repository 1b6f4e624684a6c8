#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedTrees
  import UIKit

  /// Shows a tree as a section of a diffable data source. Its cells have disclosures that expand and collapse nodes.
  ///
  /// ```swift
  /// let cell = UICollectionView.CellRegistration<UICollectionViewListCell, Int> { cell, _, id in
  ///   cell.accessories = folders.tree.numberOfChildren(of: id) > 0 ? [.outlineDisclosure()] : []
  /// }
  /// binding = TreeSectionBinding(folders, in: dataSource, section: .folders)
  /// ```
  ///
  /// The tree stores the expansion. If the user opens an item, the tree expands the node; if the program expands a
  /// node, the item opens. The binding sets `sectionSnapshotHandlers` of the data source. For items of other sections,
  /// which may be other trees, it calls the previous handlers. Keep the binding as long as the section is shown.
  ///
  /// Each step applies all nodes, in O(nodes · log nodes). Show a large tree by its rows, for example with a
  /// ``DiffableCollectionBinding``, which costs O(changes) a step.
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

    /// The numbers of the steps of the tree and of its rows, and of the replacements of its filter.
    private struct Version: Equatable {
      var tree: Int
      var rows: Int
      var filter: Int
    }

    private var applied: Version?
    private var tokens: [ObservationToken] = []
    private var isApplying = false
    /// Whether UIKit is opening or closing an item, which it shows itself.
    private var isDisclosing = false
    private var questions = 0
    /// Changed rows whose cells have not been configured again.
    private var changed: Set<Source.ItemID> = []

    /// Makes a binding, and applies the tree.
    ///
    /// - Parameters:
    ///   - source: the tree; the binding keeps it alive.
    ///   - dataSource: the data source. Its cell provider asks the tree for the models.
    ///   - section: the section that shows the tree. It is appended if the data source does not have it.
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

    /// Calls a closure that makes a cell and may change the tree. Changes that the closure makes are applied in the
    /// next turn of the main actor.
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
      // The tree may report its step before the rows report theirs, which names the changed items.
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

    /// Returns the current children when UIKit opens an item. Nodes beneath a closed item may have been expanded or
    /// collapsed without a step of the rows, because they were hidden.
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
          // An observer has changed the tree further. UIKit accepts no snapshot while it opens an item.
          Task { [weak self] in self?.apply() }
        }
      }
    }
  }
#endif
