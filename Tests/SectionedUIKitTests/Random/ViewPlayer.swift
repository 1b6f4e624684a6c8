import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedUIKit
import SectionedViews
import UIKit

/// Performs actions of a view's user. After each update, compares selection, editing and visible items with those
/// before it.
@MainActor
final class ViewPlayer<Source: SectionedDataSource>: RandomScreen {
  private typealias ID = ListedID<Source.ItemID>

  private let source: Source
  private let presenter: ListPresenter<Source>
  private let view: any ShownView
  private let window: UIWindow
  private(set) var updates = 0
  private(set) var faults: [String] = []
  private var moment = ""
  /// Whether the user has dropped an item in this turn. Headers then show the new counts in the next turn.
  private var isDropping = false
  /// Whether `compare` runs after an update. It does not for an update within a batch of the program's own.
  private var compares = true

  private var selected: Set<ID> = []
  private var edited: ID?
  private var anchors: [(id: ID, distance: CGFloat)] = []

  init(
    _ source: Source, _ presenter: ListPresenter<Source>, _ view: any ShownView, _ random: inout SeededRandom,
    _ meddle: @escaping RandomRules.Hook
  ) {
    self.source = source
    self.presenter = presenter
    self.view = view
    window = UIWindow(showing: view.scroll)
    window.isHidden = false
    presenter.scrollAnchoring = random.one(of: [.whenScrolled, .whenScrolled, .always, .never])
    presenter.animationLimit = random.one(of: [1_000, 1_000, 6])
    presenter.willUpdate = { [weak self] update, _ in
      self?.note()
      if update.origin != .user { meddle() }
    }
    presenter.didUpdate = { [weak self] update, presentation in
      if case .nothing = presentation { return }
      self?.updates += 1
      self?.view.scroll.layoutIfNeeded()
      if self?.compares == true { self?.compare(update) }
      meddle()
    }
  }

  private func id(_ path: IndexPath) -> ID? { presenter.itemID(at: ItemPlace(section: path.section, item: path.item)) }
  private var start: CGFloat { view.scroll.contentOffset.y + view.scroll.adjustedContentInset.top }
  private var isOnScreen: Bool { view.scroll.window != nil }

  private var editedID: ID? {
    view.visible.first { view.cell(at: $0)?.field?.isFirstResponder == true }.flatMap { id($0) }
  }

  /// Records the state of the view before an update.
  private func note() {
    selected = Set(view.selected.compactMap { id($0) })
    edited = editedID
    anchors = []
    let isKept = presenter.scrollAnchoring == .always || presenter.scrollAnchoring == .whenScrolled && start > 0.5
    guard isOnScreen, isKept else { return }
    anchors = view.visible.compactMap { path in id(path).map { ($0, view.frame(of: path).minY - start) } }
  }

  private func fault(_ text: String) { if faults.count < 5 { faults.append("\(moment): \(text)") } }

  private func compare(_ update: Source.Update) {
    let new = Set(update.new.sections.flatMap { $0.items.map(\.id) })
    let wanted = selected.intersection(new)
    let found = Set(view.selected.compactMap { id($0) })
    // A view that has ceased to allow multiple selection keeps one of the items.
    let isRight = found == wanted || !view.allowsSeveral && found.count == 1 && found.isSubset(of: wanted)
    if !isRight { fault("selected \(found), not \(wanted)") }
    if let edited, isOnScreen {
      if !new.contains(edited) {
        if let other = editedID { fault("editing went from \(edited) to \(other)") }
      } else if view.visible.contains(where: { id($0) == edited && view.cell(at: $0) != nil }), editedID != edited {
        fault("\(edited) is not edited any more, \(String(describing: editedID)) is")
      }
    } else if edited == nil, let other = editedID {
      fault("\(other) is edited")
    }
    compareAnchors(update, new)
  }

  private func compareAnchors(_ update: Source.Update, _ new: Set<ID>) {
    var moved = Set(update.changes.items.moved.map { update.old[$0.from].id })
    for move in update.changes.sections.moved {
      moved.formUnion(update.old.sections[move.from].items.map(\.id))
    }
    let there = anchors.filter { new.contains($0.id) }
    guard let anchor = there.first(where: { !moved.contains($0.id) }) ?? there.first else { return }
    guard let place = place(of: anchor.id, in: update.new) else { return }
    let distance = view.frame(of: IndexPath(place)).minY - start
    let inset = view.scroll.adjustedContentInset
    let last = view.scroll.contentSize.height + inset.bottom - view.scroll.bounds.height
    let isAtEnd = start <= 0.5 || view.scroll.contentOffset.y >= last - 0.5
    if abs(distance - anchor.distance) > 0.6, !isAtEnd {
      fault("\(anchor.id) was at \(anchor.distance) and is at \(distance)")
    }
  }

  private func place(of id: ID, in list: Source.Snapshot) -> ItemPlace? {
    for (section, element) in list.sections.enumerated() {
      if let item = element.items.firstIndex(where: { $0.id == id }) { return ItemPlace(section: section, item: item) }
    }
    return nil
  }

  // MARK: What happens to the view

  private func randomPath(_ random: inout SeededRandom, more: Int = 0) -> IndexPath? {
    guard presenter.numberOfSections > 0 else { return nil }
    let section = random.below(presenter.numberOfSections)
    let count = presenter.numberOfItems(inSection: section) + more
    return count > 0 ? IndexPath(item: random.below(count), section: section) : nil
  }

  func act(_ random: inout SeededRandom) {
    switch random.below(15) {
    case 0, 1: view.scroll.drag(to: CGFloat(random.below(1_200)))
    case 2:
      if view.scroll.superview == nil { window.addSubview(view.scroll) } else { view.scroll.removeFromSuperview() }
    case 3: view.scroll.finishAnimations()
    case 4, 5: if let path = view.visible.randomElement(using: &random) { view.tap(path) }
    case 6, 7:
      guard let old = randomPath(&random), let new = randomPath(&random, more: 1) else { return }
      // A drag within a section ends at the place of another item, so it cannot end after the last one.
      let isLast = old.section == new.section && new.item == presenter.numberOfItems(inSection: new.section)
      view.drag(from: old, to: isLast ? old : new)
      isDropping = true
      // This task runs after the task with which the binding ends the drop.
      Task { isDropping = false }
    case 8: if let path = randomPath(&random) { view.delete(path) }
    case 9, 10:
      let field = view.visible.randomElement(using: &random).flatMap { view.cell(at: $0)?.field }
      if random.oneIn(4) { field?.resignFirstResponder() } else { field?.becomeFirstResponder() }
    case 11: view.scroll.frame.size.height = CGFloat(random.one(of: [0, 100, 440, 700]))
    case 12: if random.oneIn(2) { presenter.reload() } else { view.reloadData() }
    default: view.change(&random)
    }
    if random.oneIn(2) { view.scroll.layoutIfNeeded() }
  }

  func inBatch(_ body: () -> Void) {
    compares = false
    view.inBatch(body)
  }

  func settle() {
    view.scroll.finishAnimations()
    presenter.reload()
  }

  func check(_ moment: String) {
    self.moment = moment
    compares = true
    view.scroll.layoutIfNeeded()
    let counts = (0..<presenter.numberOfSections).map { presenter.numberOfItems(inSection: $0) }
    if view.counts != counts { fault("the view has \(view.counts), its presenter \(counts)") }
    let real = presenter.shown.sections.map(\.items.count)
    if counts != real { fault("the presenter counts \(counts), its list has \(real)") }
    guard presenter.shown == source.snapshot else { return }
    for path in view.visible {
      guard let item = source.item(at: ItemPlace(section: path.section, item: path.item)) else {
        fault("there is no item at \(path)")
        continue
      }
      let wanted = ModelText.text(item)
      guard let cell = view.cell(at: path) else {
        fault("the cell at \(path) is another one")
        continue
      }
      if cell.text != wanted { fault("the cell at \(path) shows \(cell.text ?? "nothing"), not \(wanted)") }
      if !cell.isRight(for: wanted) { fault("the cell at \(path) is a \(type(of: cell)) for \(wanted)") }
    }
    for section in 0..<source.numberOfSections {
      guard let header = view.header(ofSection: section) else { continue }
      if isDropping { continue }
      let wanted = ModelText.header(source.section(at: section), source.numberOfItems(inSection: section))
      if header.text != wanted { fault("header \(section) shows \(header.text ?? "nothing"), not \(wanted)") }
    }
  }
}
