import AppKit
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedViews

@testable import SectionedAppKit

/// Performs actions of the user of a table or an outline. After each update, compares selection, editing and visible
/// rows with those before it.
@MainActor
final class RowsPlayer<Source: SectionedDataSource>: RandomScreen {
  private typealias ID = ListedID<Source.ItemID>

  private let source: Source
  private let binding: RowsBinding<Source>
  private var presenter: ListPresenter<Source> { binding.presenter }
  private let table: NSTableRowsView
  private let outline: NSOutlineView?
  private let scroll = NSScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
  private let window = NSWindow(
    contentRect: CGRect(x: 0, y: 0, width: 320, height: 800), styleMask: [.titled], backing: .buffered, defer: false)
  private let content = NSView(frame: .zero)
  private(set) var updates = 0
  private(set) var faults: [String] = []
  private var moment = ""

  private var selected: Set<ID> = []
  private var edited: ID?
  private var editedView: NSView?
  private var anchors: [(id: ID, distance: CGFloat)] = []
  private var reloads = 0

  init(
    _ source: Source, _ binding: RowsBinding<Source>, _ table: NSTableRowsView, _ show: () -> Void,
    _ outline: NSOutlineView?, _ random: inout SeededRandom, _ meddle: @escaping @MainActor () -> Void
  ) {
    self.source = source
    self.binding = binding
    self.table = table
    self.outline = outline
    table.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
    table.allowsMultipleSelection = random.oneIn(2)
    window.contentView = content
    content.addSubview(scroll)
    scroll.documentView = table
    if random.oneIn(2) { binding.rowHeight = { ModelText.height(ModelText.text($0)) } }
    let presenter = binding.presenter
    presenter.scrollAnchoring = random.one(of: [.whenScrolled, .whenScrolled, .always, .never])
    presenter.animationLimit = random.one(of: [1_000, 1_000, 1_000, 6])
    show()
    presenter.willUpdate = { [weak self] update, _ in
      self?.note()
      if update.origin != .user { meddle() }
    }
    presenter.didUpdate = { [weak self] update, presentation in
      if case .nothing = presentation { return }
      self?.updates += 1
      self?.table.layoutSubtreeIfNeeded()
      if let self, !table.isUpdating { compare(update, presentation) }
      meddle()
    }
    binding.selectionDidChange = { _ in meddle() }
  }

  private var screen: RowsScreen? { binding.rowsScreen }
  private func id(ofRow row: Int) -> ID? { screen?.place(ofRow: row).flatMap { presenter.itemID(at: $0) } }
  private var selectedIDs: Set<ID> { Set(table.selectedRowIndexes.compactMap { id(ofRow: $0) }) }
  private var editedRow: Int? {
    table.window?.firstResponder.flatMap { _ in
      table.shownRows.first { row in
        table.rowView(atRow: row, makeIfNecessary: false)?.inputs.contains { $0.isEdited } ?? false
      }
    }
  }

  /// Records the state of the view before an update.
  private func note() {
    selected = selectedIDs
    edited = editedRow.flatMap { id(ofRow: $0) }
    editedView = editedRow.flatMap { table.rowView(atRow: $0, makeIfNecessary: false) }
    reloads = table.reloads
    anchors = []
    let start = table.visibleRect.minY
    let isKept = presenter.scrollAnchoring == .always || presenter.scrollAnchoring == .whenScrolled && start > 0.5
    guard table.window != nil, isKept, let rows = Range(table.rows(in: table.visibleRect)) else { return }
    anchors = rows.compactMap { row in id(ofRow: row).map { ($0, table.rect(ofRow: row).minY - start) } }
  }

  private func fault(_ text: String) { if faults.count < 5 { faults.append("\(moment): \(text)") } }

  private func compare(_ update: Source.Update, _ presentation: ListPresentation<Source.SectionID, Source.ItemID>) {
    if case .batches = presentation, table.reloads != reloads { fault("the view was reloaded") }
    let places = update.new.places
    func hasRow(_ id: ID) -> Bool { places[id].flatMap { screen?.row(at: $0) } != nil }
    let wanted = selected.filter(hasRow)
    if selectedIDs != wanted { fault("selected \(selectedIDs), not \(wanted)") }
    let now = editedRow.flatMap { id(ofRow: $0) }
    if let edited, table.window != nil {
      if !hasRow(edited) {
        if let now { fault("editing went from \(edited) to \(now)") }
      } else if let row = places[edited].flatMap({ screen?.row(at: $0) }), table.shownRows.contains(row) {
        if now != edited { fault("\(edited) is not edited any more, \(String(describing: now)) is") }
        let isSame = table.rowView(atRow: row, makeIfNecessary: false) === editedView
        if case .batches = presentation, !isSame { fault("the row of \(edited) was made anew") }
      }
    } else if edited == nil, let now {
      fault("\(now) is edited")
    }
    compareAnchors(update, places)
  }

  private func compareAnchors(_ update: Source.Update, _ places: [ID: ItemPlace]) {
    var moved = Set(update.changes.items.moved.map { update.old[$0.from].id })
    for move in update.changes.sections.moved { moved.formUnion(update.old.sections[move.from].items.map(\.id)) }
    let there = anchors.filter { places[$0.id] != nil }
    guard let anchor = there.first(where: { !moved.contains($0.id) }) ?? there.first,
      let row = places[anchor.id].flatMap({ screen?.row(at: $0) })
    else { return }
    let start = table.visibleRect.minY
    let distance = table.rect(ofRow: row).minY - start
    let isAtEnd = start <= 0.5 || start >= table.frame.height - scroll.frame.height - 0.5
    if abs(distance - anchor.distance) > 0.6, !isAtEnd {
      fault("\(anchor.id) was at \(anchor.distance) and is at \(distance)")
    }
  }

  // MARK: What happens to the view

  func act(_ random: inout SeededRandom) {
    let row = table.numberOfRows > 0 ? random.below(table.numberOfRows) : nil
    let visible = table.shownRows.randomElement(using: &random)
    switch random.below(15) {
    case 0, 1: table.scroll(CGPoint(x: 0, y: CGFloat(random.below(1_200))))
    case 2: if scroll.superview == nil { content.addSubview(scroll) } else { scroll.removeFromSuperview() }
    case 3, 4, 5: if let visible { table.click(visible, extending: random.oneIn(2)) }
    case 6, 7: if let row { drag(row, &random) }
    case 8:
      if let row, let table = table as? NSTableView {
        binding.deleteTitle = "Delete"
        table.pressRowAction(0, of: row)
      } else {
        binding.deleteSelectedItems()
      }
    case 9, 10:
      if random.oneIn(4) {
        _ = table.window?.makeFirstResponder(nil)
      } else if let visible {
        table.beginEditing(visible)
      }
    case 11: scroll.frame.size.height = CGFloat(random.one(of: [0, 100, 440, 700]))
    case 12: if random.oneIn(2) { presenter.reload() } else { table.reloadData() }
    default:
      guard let outline,
        let section = screen.flatMap({ $0 as? OutlineScreen })?.root.children.randomElement(using: &random)
      else { return }
      if outline.isItemExpanded(section) { outline.collapseItem(section) } else { outline.expandItem(section) }
    }
    if random.oneIn(2) { table.layoutSubtreeIfNeeded() }
  }

  private func drag(_ row: Int, _ random: inout SeededRandom) {
    if let table = table as? NSTableView {
      table.dragRow(row, to: random.below(table.numberOfRows + 1), random.oneIn(3) ? .on : .above)
    } else if let outline {
      let parent = outline.item(atRow: random.below(outline.numberOfRows))
      outline.dragRow(row, into: random.oneIn(9) ? nil : parent, at: random.below(6) - 1)
    }
  }

  func inBatch(_ body: () -> Void) {
    // An outline asks for the items of a batch only at its end, so the closure runs without a batch.
    guard outline == nil else { return body() }
    table.beginUpdates()
    body()
    table.endUpdates()
  }

  func settle() { presenter.reload() }

  // MARK: Checks

  func check(_ moment: String) {
    self.moment = moment
    table.layoutSubtreeIfNeeded()
    let counts = (0..<presenter.numberOfSections).map { presenter.numberOfItems(inSection: $0) }
    let real = presenter.shown.sections.map(\.items.count)
    if counts != real { fault("the presenter counts \(counts), its list has \(real)") }
    let expected = counts.indices.reduce(0) { sum, section in
      guard let outline, let screen = screen as? OutlineScreen else { return sum + counts[section] }
      let isExpanded = outline.isItemExpanded(screen.node(ofSection: section))
      return sum + 1 + (isExpanded ? counts[section] : 0)
    }
    let hasRows = (binding as? TableBinding<Source>).map { $0.sectionRows != .hidden } ?? false
    let rows = expected + (hasRows ? counts.count : 0)
    if table.numberOfRows != rows { fault("the view has \(table.numberOfRows) rows and not \(rows)") }
    guard presenter.shown == source.snapshot else { return }
    for row in table.shownRows { checkRow(row) }
  }

  private func checkRow(_ row: Int) {
    let cell = table.view(atColumn: 0, row: row, makeIfNecessary: false) as? TextCell
    guard let place = screen?.place(ofRow: row) else {
      guard let section = (0..<source.numberOfSections).first(where: { screen?.row(ofSection: $0) == row }) else {
        return fault("row \(row) is of nothing")
      }
      let wanted = ModelText.header(source.section(at: section), source.numberOfItems(inSection: section))
      if cell?.text != wanted { fault("header \(section) shows \(cell?.text ?? "nothing"), not \(wanted)") }
      return
    }
    guard let item = source.item(at: place) else { return fault("there is no item at \(place)") }
    let wanted = ModelText.text(item)
    guard let cell else { return fault("the cell at \(place) is another one") }
    if cell.text != wanted { fault("the cell at \(place) shows \(cell.text), not \(wanted)") }
    if ModelText.isFirst(wanted) != (cell is FirstCell) { fault("the cell at \(place) is a \(type(of: cell))") }
  }
}
