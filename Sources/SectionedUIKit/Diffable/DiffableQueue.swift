#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews
  import UIKit

  /// Hands the steps of a source to a diffable data source, one after the other.
  @MainActor
  final class DiffableQueue<Source: SectionedDataSource> {
    let source: Source
    var isAnimated = true
    /// The largest number of changes that are animated together.
    var animationLimit = 1_000
    private var token: ObservationToken?
    private var pending: Source.Update?
    private var silent: Source.Update?
    private var isApplying = false
    /// The number of cells that the view is asking for, or was in this turn when something changed.
    private var questions = 0
    /// The models of the items that the step being applied reconfigures. A cell's closure may have the source drop one
    /// of them, and UIKit still needs the cell that is there.
    private var models: [ListedID<Source.ItemID>: Source.Item] = [:]
    /// Items that were given a plain cell, because the source had dropped them when they were asked for. They may come
    /// back before the view is handed their removal.
    private var dropped: Set<ListedID<Source.ItemID>> = []
    /// Names the kind of cell that an item gets.
    var cellIdentifier: ((Source.Item) -> String)?
    /// The kind of cell of each item that was given one.
    private var kinds: [ListedID<Source.ItemID>: String] = [:]
    private let target: DiffableTarget<Source>
    private let isOnScreen: () -> Bool
    /// Reloads the view without a comparison, because it is off screen or was empty before.
    private let reload: (Source.DiffableSnapshot) -> Void
    var sectionsChanged: (([Int]) -> Void)?
    /// Called when a step has been applied with the indices of the sections whose headers may have to show something
    /// else, for those that the binding makes; nil for all sections.
    var configureHeaders: ((IndexSet?) -> Void)?
    /// Called after that.
    var didUpdate: ((Source.Update) -> Void)?
    /// Whether the view asked for the header of a section that the source had dropped, and that may come back.
    private var hasDroppedSection = false

    /// - Parameter view: kept weakly.
    init(_ source: Source, _ target: DiffableTarget<Source>, in view: some ItemView) {
      self.source = source
      self.target = target
      isOnScreen = { [weak view] in view?.window != nil }
      reload = { [weak view] snapshot in
        guard let view else { return target.reload(snapshot) }
        view.keepingSelection(id: target.id, path: target.path) { target.reload(snapshot) }
      }
    }

    /// Applies the list, and follows the source from now on.
    func begin() {
      token = source.observe { [weak self] update in self?.receive(update) }
      isApplying = true
      reload(source.diffableSnapshot())
      isApplying = false
      applyPending()
    }

    /// Makes a cell by a closure of the program's, which may change the source. Changes made there are applied in the
    /// next turn, or after the step that is being applied.
    func answering<Cell>(_ body: () -> Cell) -> Cell {
      questions += 1
      defer {
        if !isApplying, pending != nil {
          // The view may go on asking for cells.
          Task { [weak self] in self?.answered() }
        } else {
          questions -= 1
        }
      }
      return body()
    }

    /// The model of an item that the view asks a cell for; nil where the source has dropped it.
    func item(for id: ListedID<Source.ItemID>) -> Source.Item? {
      let item = source.item(for: id) ?? models[id]
      if let item { kinds[id] = cellIdentifier?(item) } else { dropped.insert(id) }
      return item
    }

    /// The items that are reloaded and not reconfigured: those that were given a plain cell, and those whose kind has
    /// changed.
    private func reloaded(by update: Source.Update) -> Set<ListedID<Source.ItemID>> {
      guard let cellIdentifier else { return dropped }
      for item in update.changes.items.deleted + update.changes.itemsTaken { kinds[item.id] = nil }
      return dropped.union(
        update.changes.reconfiguredItems(in: update.new).filter { id in
          source.item(for: id).map { kinds[id] != cellIdentifier($0) } ?? false
        })
    }

    /// The model of a section that the view asks a header for; nil where the source has dropped it.
    func section(for id: ListedID<Source.SectionID>) -> Source.Section? {
      let section = source.section(for: id)
      if section == nil { hasDroppedSection = true }
      return section
    }

    private func answered() {
      questions -= 1
      applyWaiting()
    }

    private func receive(_ update: Source.Update) {
      // A diffable data source must not be given a snapshot while it asks for a cell.
      pending = pending?.combined(with: update) ?? update
      applyWaiting()
    }

    private func applyWaiting() { if !isApplying, questions == 0 { applyPending() } }

    private func applyPending() {
      while let update = pending {
        pending = nil
        if update.origin == .silent {
          silent = silent?.combined(with: update) ?? update
          continue
        }
        let whole = silent?.combined(with: update) ?? update
        silent = nil
        if whole.changes.isEmpty, dropped.isEmpty, !hasDroppedSection { continue }
        isApplying = true
        let isSeen = isAnimated && update.origin != .withoutAnimation && whole.changes.count <= animationLimit
        let snapshot = source.diffableSnapshot(reconfiguring: whole, reloading: reloaded(by: whole))
        let configuresAll = hasDroppedSection
        (dropped, hasDroppedSection) = ([], false)
        for id in snapshot.reconfiguredItemIdentifiers { models[id] = source.item(for: id) }
        if isOnScreen() { target.apply(snapshot, isSeen) } else { reload(snapshot) }
        // A move is an update, too.
        let sections = whole.changes.sections
        let configured = sections.updated.map(\.new) + sections.moved.map(\.to)
        let changed = (configured + whole.changes.countedSections(without: configured)).sorted()
        if !changed.isEmpty { sectionsChanged?(changed) }
        // The header of a section that came may have been made before its data source had the whole step.
        configureHeaders?(configuresAll ? nil : IndexSet(changed + sections.inserted.map(\.place)))
        models = [:]
        didUpdate?(whole)
        isApplying = false
      }
    }
  }

  /// The calls of a diffable data source, whatever its view.
  @MainActor
  struct DiffableTarget<Source: SectionedDataSource> {
    /// Applies a snapshot, animated or not.
    let apply: (Source.DiffableSnapshot, Bool) -> Void
    /// Applies a snapshot as a reload.
    let reload: (Source.DiffableSnapshot) -> Void
    /// The identifier of the item at an index path.
    let id: (IndexPath) -> ListedID<Source.ItemID>?
    /// The index path of an item.
    let path: (ListedID<Source.ItemID>) -> IndexPath?
  }

  /// A reference to a queue that is created after the data source for whose cells it is asked.
  @MainActor
  final class DeferredQueue<Source: SectionedDataSource> {
    weak var queue: DiffableQueue<Source>?

    /// Makes the cell of an item, whose model is nil where the source has dropped it.
    func answering<Cell>(_ id: ListedID<Source.ItemID>, _ source: Source, _ body: (Source.Item?) -> Cell) -> Cell {
      guard let queue else { return body(source.item(for: id)) }
      return queue.answering { body(queue.item(for: id)) }
    }
  }
#endif
