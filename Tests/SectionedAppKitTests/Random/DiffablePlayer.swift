import AppKit
import SectionedAppKit
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedViews

/// Performs actions of the user of a view with a diffable data source. Compares the visible cells with the source.
@MainActor
final class DiffablePlayer<Source: SectionedDataSource>: RandomScreen {
  private typealias ID = ListedID<Source.ItemID>

  private let source: Source
  private let window: NSWindow
  private let content = NSView(frame: .zero)
  private let scroll = NSScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
  private let view: NSView
  private let binding: AnyObject
  /// The identifiers in the data source, by section.
  private let shown: () -> [(ListedID<Source.SectionID>, [ID])]
  /// The visible items with their texts.
  private let cells: () -> [(ID?, String)]
  /// The visible sections with their texts.
  private let headers: () -> [(ListedID<Source.SectionID>, String)]
  private let selected: () -> Set<ID>
  private let select: (inout SeededRandom) -> Void
  /// The selection before the current step.
  private var wanted: Set<ID> = []
  /// The items that were deleted since the last check.
  private var left: Set<ID> = []
  private var token: ObservationToken?
  /// Whether silent steps followed the last step that was shown.
  private var isBehind = false
  private(set) var updates = 0
  private(set) var faults: [String] = []

  convenience init(tableOf source: Source, _ random: inout SeededRandom, _ meddle: @escaping @MainActor () -> Void) {
    let table = NSTableView(frame: .zero)
    table.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
    table.allowsMultipleSelection = true
    func cell(_ text: String) -> NSView {
      let cell = TextCell(frame: .zero)
      cell.show(text)
      meddle()
      return cell
    }
    let header: @MainActor (NSTableView, Source.Section, Int) -> NSView = { cell(ModelText.header($1, $2)) }
    let binding = DiffableTableBinding(source, in: table, header: random.oneIn(3) ? nil : header) { _, _, item in
      cell(ModelText.text(item))
    }
    if random.oneIn(2) {
      binding.configure = { view, _, item in (view as? TextCell)?.show(ModelText.text(item)) }
      binding.configureHeader = { view, section, count in (view as? TextCell)?.show(ModelText.header(section, count)) }
    }
    binding.isAnimated = !random.oneIn(4)
    binding.animationLimit = random.one(of: [1_000, 6])
    func text(_ row: Int) -> String {
      (table.view(atColumn: 0, row: row, makeIfNecessary: false) as? TextCell)?.text ?? "nothing"
    }
    let data = binding.dataSource
    self.init(
      source, table, binding,
      shown: {
        let list = data.snapshot()
        return list.sectionIdentifiers.map { ($0, list.itemIdentifiers(inSection: $0)) }
      },
      cells: {
        table.shownRows.filter { data.sectionIdentifier(forRow: $0) == nil }.map {
          (data.itemIdentifier(forRow: $0), text($0))
        }
      },
      headers: { table.shownRows.compactMap { row in data.sectionIdentifier(forRow: row).map { ($0, text(row)) } } },
      selected: { Set(table.selectedRowIndexes.compactMap { data.itemIdentifier(forRow: $0) }) },
      select: { random in
        if let row = table.shownRows.randomElement(using: &random) { table.click(row, extending: random.oneIn(2)) }
      })
  }

  convenience init(
    collectionOf source: Source, _ random: inout SeededRandom, _ meddle: @escaping @MainActor () -> Void
  ) {
    let view = NSCollectionView(frame: .zero)
    let identifier = NSUserInterfaceItemIdentifier("text")
    let layout = NSCollectionViewFlowLayout()
    layout.headerReferenceSize = CGSize(width: 320, height: 20)
    view.collectionViewLayout = layout
    view.register(TextItem.self, forItemWithIdentifier: identifier)
    (view.isSelectable, view.allowsMultipleSelection) = (true, true)
    let binding = DiffableCollectionBinding(source, in: view) { view, path, item in
      let made = view.makeItem(withIdentifier: identifier, for: path)
      (made as? TextItem)?.text = ModelText.text(item)
      meddle()
      return made
    }
    if random.oneIn(2) { binding.configure = { made, item in (made as? TextItem)?.text = ModelText.text(item) } }
    binding.add(.header, HeaderElement.self) { header, section, context in
      header.show(ModelText.header(section, context.numberOfItems))
      meddle()
    }
    let kind = NSCollectionView.elementKindSectionHeader
    binding.isAnimated = !random.oneIn(4)
    binding.animationLimit = random.one(of: [1_000, 6])
    let data = binding.dataSource
    self.init(
      source, view, binding,
      shown: {
        let list = data.snapshot()
        return list.sectionIdentifiers.map { ($0, list.itemIdentifiers(inSection: $0)) }
      },
      cells: {
        view.indexPathsForVisibleItems().sorted().map {
          (data.itemIdentifier(for: $0), (view.item(at: $0) as? TextItem)?.text ?? "nothing")
        }
      },
      headers: {
        let sections = data.snapshot().sectionIdentifiers
        return view.indexPathsForVisibleSupplementaryElements(ofKind: kind).sorted().map { path in
          let header = view.supplementaryView(forElementKind: kind, at: path) as? HeaderElement
          return (sections[path.section], header?.text ?? "nothing")
        }
      },
      selected: { Set(view.selectionIndexPaths.compactMap { data.itemIdentifier(for: $0) }) },
      select: { random in
        let path = view.indexPathsForVisibleItems().sorted().randomElement(using: &random)
        if let path { view.click(path, extending: random.oneIn(2)) }
      })
  }

  private init(
    _ source: Source, _ view: NSView, _ binding: AnyObject,
    shown: @escaping () -> [(ListedID<Source.SectionID>, [ID])], cells: @escaping () -> [(ID?, String)],
    headers: @escaping () -> [(ListedID<Source.SectionID>, String)], selected: @escaping () -> Set<ID>,
    select: @escaping (inout SeededRandom) -> Void
  ) {
    (self.source, self.view, self.binding) = (source, view, binding)
    (self.shown, self.cells, self.headers) = (shown, cells, headers)
    (self.selected, self.select) = (selected, select)
    window = NSWindow(
      contentRect: CGRect(x: 0, y: 0, width: 320, height: 800), styleMask: [.titled], backing: .buffered, defer: false)
    window.contentView = content
    content.addSubview(scroll)
    scroll.documentView = view
    token = source.observe { [weak self] update in
      guard let self else { return }
      if !update.changes.isEmpty { updates += 1 }
      left.formUnion((update.changes.items.deleted + update.changes.itemsTaken).map(\.id))
      if update.origin == .silent { isBehind = true } else if !update.changes.isEmpty { isBehind = false }
    }
  }

  func act(_ random: inout SeededRandom) {
    switch random.below(6) {
    case 0: if scroll.superview == nil { content.addSubview(scroll) } else { scroll.removeFromSuperview() }
    case 1: scroll.frame.size.height = CGFloat(random.one(of: [0, 100, 440]))
    case 2, 3: select(&random)
    default: view.scroll(CGPoint(x: 0, y: CGFloat(random.below(900))))
    }
    wanted = selected()
  }

  // A view with a diffable data source refuses other updates, so this calls the closure alone.
  func inBatch(_ body: () -> Void) { body() }

  func settle() { view.layoutSubtreeIfNeeded() }

  func check(_ moment: String) {
    view.layoutSubtreeIfNeeded()
    guard !isBehind, faults.count < 5 else { return }
    let (found, list) = (shown(), source.snapshot)
    let isRight =
      found.map(\.0) == list.sections.map(\.id)
      && zip(found, list.sections).allSatisfy { pair in pair.0.1 == pair.1.items.map(\.id) }
    if !isRight { faults.append("\(moment): the data source has \(found)") }
    for (id, text) in cells() {
      let wanted = id.flatMap { source.item(for: $0) }.map { ModelText.text($0) }
      if text != wanted { faults.append("\(moment): a cell shows \(text), not \(wanted ?? "-")") }
    }
    for (id, text) in headers() {
      let count = source.index(ofSection: id).map { source.numberOfItems(inSection: $0) } ?? 0
      let wanted = ModelText.header(source.section(for: id), count)
      if text != wanted { faults.append("\(moment): a header shows \(text), not \(wanted)") }
    }
    // A deleted item is deselected, and stays so if it is inserted again.
    let now = selected()
    if !now.isSubset(of: wanted) { faults.append("\(moment): \(now) is selected, of \(wanted)") }
    // An item that was deleted and inserted between two checks is a new item to the view.
    let there = Set(list.sections.flatMap { $0.items.map(\.id) }).subtracting(left)
    let lost = wanted.intersection(there).subtracting(now)
    if !lost.isEmpty { faults.append("\(moment): \(lost) is not selected any more") }
    (wanted, left) = (now, [])
  }
}
