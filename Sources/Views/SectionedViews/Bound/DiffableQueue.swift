import Foundation
import SectionedChanges
import SectionedDataSources

/// Applies the steps of a source to a diffable data source of UIKit or AppKit, one after the other.
@MainActor
package final class DiffableQueue<Source: SectionedDataSource> {
  /// The source that is shown.
  package let source: Source
  /// Whether steps are animated.
  package var isAnimated = true
  /// The largest number of changes that are animated together.
  package var animationLimit = 1_000
  private var token: ObservationToken?
  private var pending: Source.Update?
  private var silent: Source.Update?
  private var isApplying = false
  /// The number of cells that the view is asking for. A cell that was made while a change waited counts until the next
  /// turn.
  private var questions = 0
  /// The models of the items that the current step reconfigures. A cell's closure may remove one of them from the
  /// source, and the view still needs the cell.
  private var models: [ListedID<Source.ItemID>: Source.Item] = [:]
  /// Items that got a plain cell because the source had removed them when the view asked. They may be inserted again
  /// before their removal is applied.
  private var dropped: Set<ListedID<Source.ItemID>> = []
  /// Returns an identifier for the kind of cell that an item gets.
  package var cellIdentifier: ((Source.Item) -> String)?
  /// The kind of the last cell of each item.
  private var kinds: [ListedID<Source.ItemID>: String] = [:]
  private let target: DiffableTarget<Source>
  /// Called after a step was applied, with the new indices of the sections that were updated or moved, or that gained
  /// or lost items.
  package var sectionsChanged: (([Int]) -> Void)?
  /// Called after a step was applied, with the indices of the sections whose headers may be out of date; nil for all
  /// sections. For headers that the binding makes.
  package var configureHeaders: ((IndexSet?) -> Void)?
  /// Called after `sectionsChanged` and `configureHeaders`.
  package var didUpdate: ((Source.Update) -> Void)?
  /// Whether the view asked for the header of a section that the source had removed, and that may be inserted again.
  private var hasDroppedSection = false

  /// Makes a queue. It applies nothing before ``begin()``.
  package init(_ source: Source, _ target: DiffableTarget<Source>) {
    self.source = source
    self.target = target
  }

  /// Applies the list, and follows the source from now on.
  package func begin() {
    token = source.observe { [weak self] update in self?.receive(update) }
    isApplying = true
    target.apply(DiffableStep(source, after: nil), .offScreen)
    isApplying = false
    applyPending()
  }

  /// Calls a closure of the program that makes a cell, and may change the source. Such changes are applied in the next
  /// turn, or after the current step.
  package func answering<Cell>(_ body: () -> Cell) -> Cell {
    questions += 1
    defer {
      if !isApplying, pending != nil {
        // In the next turn, because the view may ask for more cells now.
        Task { [weak self] in self?.answered() }
      } else {
        questions -= 1
      }
    }
    return body()
  }

  /// The model of an item whose cell the view asks for; nil if the source has removed it.
  package func item(for id: ListedID<Source.ItemID>) -> Source.Item? {
    let item = source.item(for: id) ?? models[id]
    if let item { kinds[id] = cellIdentifier?(item) } else { dropped.insert(id) }
    return item
  }

  /// The items that are reloaded instead of reconfigured: those with a plain cell, and those whose kind has changed.
  private func reloaded(by update: Source.Update) -> Set<ListedID<Source.ItemID>> {
    guard let cellIdentifier else { return dropped }
    for item in update.changes.items.deleted + update.changes.itemsTaken { kinds[item.id] = nil }
    return dropped.union(
      update.changes.reconfiguredItems(in: update.new).filter { id in
        source.item(for: id).map { kinds[id] != cellIdentifier($0) } ?? false
      })
  }

  /// The model of a section whose header the view asks for; nil if the source has removed it.
  package func section(for id: ListedID<Source.SectionID>) -> Source.Section? {
    let section = source.section(for: id)
    if section == nil { hasDroppedSection = true }
    return section
  }

  private func answered() {
    questions -= 1
    applyWaiting()
  }

  private func receive(_ update: Source.Update) {
    // A snapshot must not be applied to a diffable data source while it asks for a cell.
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
      let step = DiffableStep(source, after: whole, reloading: reloaded(by: whole))
      let configuresAll = hasDroppedSection
      (dropped, hasDroppedSection) = ([], false)
      for id in step.reconfigured { models[id] = source.item(for: id) }
      target.apply(step, showing(whole, update.origin))
      // A moved section may have changed, too.
      let sections = whole.changes.sections
      let configured = sections.updated.map(\.new) + sections.moved.map(\.to)
      let changed = (configured + whole.changes.countedSections(without: configured)).sorted()
      if !changed.isEmpty { sectionsChanged?(changed) }
      // The header of an inserted section may have been made before the data source had the whole step.
      configureHeaders?(configuresAll ? nil : IndexSet(changed + sections.inserted.map(\.place)))
      models = [:]
      didUpdate?(whole)
      isApplying = false
    }
  }

  private func showing(_ whole: Source.Update, _ origin: UpdateOrigin) -> DiffableShowing {
    if !target.isOnScreen() { return .offScreen }
    if whole.changes.count > animationLimit { return .tooMany }
    return isAnimated && origin != .withoutAnimation && !target.reducesMotion() ? .animated : .withoutAnimation
  }
}

/// A reference to a queue for the cell closures of a diffable data source, which is created before the queue.
@MainActor
package final class DeferredQueue<Source: SectionedDataSource> {
  /// The queue; nil before it is created.
  package weak var queue: DiffableQueue<Source>?

  /// Makes a reference to no queue.
  package init() {}

  /// Makes the cell of an item. The model is nil if the source has removed it.
  package func answering<Cell>(
    _ id: ListedID<Source.ItemID>, _ source: Source, _ body: (Source.Item?) -> Cell
  ) -> Cell {
    guard let queue else { return body(source.item(for: id)) }
    return queue.answering { body(queue.item(for: id)) }
  }

  /// Makes the header of a section. The model is nil if the source has removed it.
  package func answering<Header>(
    _ id: ListedID<Source.SectionID>, _ source: Source, header body: (Source.Section?) -> Header
  ) -> Header {
    guard let queue else { return body(source.section(for: id)) }
    return queue.answering { body(queue.section(for: id)) }
  }
}
