#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
  import UIKit

  /// Hands the steps of a source to a diffable data source, one after the other.
  @MainActor
  final class DiffableQueue<Source: SectionedDataSource> {
    /// How a snapshot is applied.
    enum Manner {
      case animated
      case notAnimated
      /// Nobody sees it, or there was nothing before: without a comparison.
      case reload
    }

    let source: Source
    var isAnimated = true
    /// More changes than this are not animated.
    var animationLimit = 1_000
    private var token: ObservationToken?
    private var pending: Source.Update?
    private var silent: Source.Update?
    private var isApplying = false
    /// How many cells the view is asking for, or was in this turn when something changed.
    private var questions = 0
    /// Of the items that the step reconfigures that is being applied: a cell's closure may have the source drop one, and
    /// its cell must be the one that is there.
    private var models: [ListedID<Source.ItemID>: Source.Item] = [:]
    /// Items that have a plain cell, since the source had dropped them when they were asked for. They may come back before
    /// the view is handed that they went.
    private var dropped: Set<ListedID<Source.ItemID>> = []
    /// Names the kind of cell that an item gets.
    var cellIdentifier: ((Source.Item) -> String)?
    /// Of the items that got a cell, the kind of it.
    private var kinds: [ListedID<Source.ItemID>: String] = [:]
    private let isOnScreen: () -> Bool
    private let apply: (Source.DiffableSnapshot, Manner) -> Void
    var sectionsChanged: (([Int]) -> Void)?

    init(
      _ source: Source, isOnScreen: @escaping () -> Bool, apply: @escaping (Source.DiffableSnapshot, Manner) -> Void
    ) {
      self.source = source
      self.isOnScreen = isOnScreen
      self.apply = apply
    }

    /// Applies the list as it is, and follows the source from now on.
    func begin() {
      token = source.observe { [weak self] update in self?.receive(update) }
      isApplying = true
      apply(source.diffableSnapshot(), .reload)
      isApplying = false
      applyPending()
    }

    /// Makes a cell by a closure of the program's, which may change the source: what comes of it is applied in the next
    /// turn, or when the step that is being applied has been.
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

    /// What gets another cell, and not the same one again: what had a plain one, and what is of another kind now.
    private func reloaded(by update: Source.Update) -> Set<ListedID<Source.ItemID>> {
      guard let cellIdentifier else { return dropped }
      for item in update.changes.items.deleted + update.changes.itemsTaken { kinds[item.id] = nil }
      return dropped.union(
        update.changes.reconfiguredItems(in: update.new).filter { id in
          source.item(for: id).map { kinds[id] != cellIdentifier($0) } ?? false
        })
    }

    private func answered() {
      questions -= 1
      applyWaiting()
    }

    private func receive(_ update: Source.Update) {
      // A diffable data source must not be handed one while it asks for a cell.
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
        if whole.changes.isEmpty, dropped.isEmpty { continue }
        isApplying = true
        let isSeen = isAnimated && update.origin != .withoutAnimation && whole.changes.count <= animationLimit
        let snapshot = source.diffableSnapshot(reconfiguring: whole, reloading: reloaded(by: whole))
        dropped = []
        for id in snapshot.reconfiguredItemIdentifiers { models[id] = source.item(for: id) }
        apply(
          snapshot,
          !isOnScreen() ? .reload : isSeen ? .animated : .notAnimated)
        // A move is an update, too.
        let sections = whole.changes.sections
        let changed = (sections.updated.map(\.new) + sections.moved.map(\.to)).sorted()
        if !changed.isEmpty { sectionsChanged?(changed) }
        models = [:]
        isApplying = false
      }
    }
  }

  /// A queue that is made after the data source whose cells it watches over.
  @MainActor
  final class LaterQueue<Source: SectionedDataSource> {
    weak var queue: DiffableQueue<Source>?

    /// Makes the cell of an item, whose model is nil where the source has dropped it.
    func answering<Cell>(_ id: ListedID<Source.ItemID>, _ source: Source, _ body: (Source.Item?) -> Cell) -> Cell {
      guard let queue else { return body(source.item(for: id)) }
      return queue.answering { body(queue.item(for: id)) }
    }
  }
#endif
