import AppKit
import SectionedAppKit
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedViews

/// Performs actions of a collection's user. After each update, compares the view with its state before it.
@MainActor
final class CollectionPlayer<Source: SectionedDataSource>: RandomScreen {
  private typealias ID = ListedID<Source.ItemID>

  private let source: Source
  private let binding: CollectionBinding<Source>
  private var presenter: ListPresenter<Source> { binding.presenter }
  private let view = NSCollectionView(frame: .zero)
  private let scroll = NSScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
  private let window = NSWindow(
    contentRect: CGRect(x: 0, y: 0, width: 320, height: 800), styleMask: [.titled], backing: .buffered, defer: false)
  private let content = NSView(frame: .zero)
  private(set) var updates = 0
  private(set) var faults: [String] = []
  private var moment = ""
  private var selected: Set<ID> = []
  private var edited: ID?
  private var reloads = 0

  init(
    _ source: Source, _ editing: ListEditing, _ random: inout SeededRandom, _ meddle: @escaping @MainActor () -> Void
  ) {
    self.source = source
    binding = CollectionBinding(source, rules: TextRules.collection(meddle))
    binding.editing = editing
    binding.prefetch = { _ in meddle() }
    binding.selectionDidChange = { _ in meddle() }
    let layout = NSCollectionViewFlowLayout()
    layout.headerReferenceSize = CGSize(width: 320, height: random.oneIn(3) ? 0 : 20)
    view.collectionViewLayout = layout
    view.isSelectable = true
    view.allowsMultipleSelection = random.oneIn(2)
    window.contentView = content
    content.addSubview(scroll)
    scroll.documentView = view
    presenter.animationLimit = random.one(of: [1_000, 1_000, 1_000, 6])
    binding.show(in: view)
    presenter.willUpdate = { [weak self] update, _ in
      self?.note()
      if update.origin != .user { meddle() }
    }
    presenter.didUpdate = { [weak self] update, presentation in
      if case .nothing = presentation { return }
      self?.updates += 1
      self?.view.layoutSubtreeIfNeeded()
      self?.compare(update, presentation)
      meddle()
    }
  }

  private func id(_ path: IndexPath) -> ID? {
    presenter.itemID(at: ItemPlace(section: path.section, item: path.item))
  }
  private var selectedIDs: Set<ID> { Set(view.selectionIndexPaths.compactMap { id($0) }) }
  private var editedID: ID? {
    view.indexPathsForVisibleItems().first { path in
      (view.item(at: path) as? TextItem)?.input.currentEditor() != nil
    }.flatMap { id($0) }
  }

  private func note() { (selected, edited, reloads) = (selectedIDs, editedID, view.reloads) }
  private func fault(_ text: String) { if faults.count < 5 { faults.append("\(moment): \(text)") } }

  private func compare(_ update: Source.Update, _ presentation: ListPresentation<Source.SectionID, Source.ItemID>) {
    if case .batches = presentation, view.reloads != reloads { fault("the view was reloaded") }
    let places = update.new.places
    let wanted = selected.filter { places[$0] != nil }
    if selectedIDs != wanted { fault("selected \(selectedIDs), not \(wanted)") }
    guard view.window != nil else { return }
    let now = editedID
    if let edited, let place = places[edited] {
      let isVisible = view.item(at: IndexPath(item: place.item, section: place.section)) != nil
      if isVisible, now != edited { fault("\(edited) is not edited any more, \(String(describing: now)) is") }
    } else if let now {
      fault("\(now) is edited")
    }
  }

  func act(_ random: inout SeededRandom) {
    let visible = view.indexPathsForVisibleItems().sorted().randomElement(using: &random)
    switch random.below(13) {
    case 0, 1: view.scroll(CGPoint(x: 0, y: CGFloat(random.below(1_200))))
    case 2: if scroll.superview == nil { content.addSubview(scroll) } else { scroll.removeFromSuperview() }
    case 3, 4, 5: if let visible { view.click(visible, extending: random.oneIn(2)) }
    case 6, 7:
      let input = visible.flatMap { view.item(at: $0) as? TextItem }?.input
      _ = view.window?.makeFirstResponder(random.oneIn(4) ? nil : input)
    case 8: scroll.frame.size.height = CGFloat(random.one(of: [0, 100, 440, 700]))
    case 9, 10:
      let target = IndexPath(item: random.below(9), section: random.below(view.numberOfSections + 1))
      if let visible { view.dragItem(visible, to: target, random.oneIn(3) ? .on : .before) }
    case 11: binding.deleteSelectedItems()
    default: if random.oneIn(2) { presenter.reload() } else { view.reloadData() }
    }
    if random.oneIn(2) { view.layoutSubtreeIfNeeded() }
  }

  /// Calls the closure alone, because a program may not change the source within its own batch of a collection.
  func inBatch(_ body: () -> Void) { body() }

  func settle() { presenter.reload() }

  func check(_ moment: String) {
    self.moment = moment
    view.layoutSubtreeIfNeeded()
    let counts = (0..<presenter.numberOfSections).map { presenter.numberOfItems(inSection: $0) }
    let shown = (0..<view.numberOfSections).map { view.numberOfItems(inSection: $0) }
    if shown != counts { fault("the view has \(shown), its presenter \(counts)") }
    guard presenter.shown == source.snapshot else { return }
    for path in view.indexPathsForVisibleItems() {
      guard let item = source.item(at: ItemPlace(section: path.section, item: path.item)) else {
        fault("there is no item at \(path)")
        continue
      }
      let wanted = ModelText.text(item)
      let cell = view.item(at: path) as? TextItem
      if cell?.text != wanted { fault("the item at \(path) shows \(cell?.text ?? "nothing"), not \(wanted)") }
      if ModelText.isFirst(wanted) != (cell is FirstItem) { fault("the item at \(path) is of the wrong class") }
    }
    let kind = NSCollectionView.elementKindSectionHeader
    for path in view.indexPathsForVisibleSupplementaryElements(ofKind: kind) {
      let section = path.section
      let wanted = ModelText.header(source.section(at: section), source.numberOfItems(inSection: section))
      let header = view.supplementaryView(forElementKind: kind, at: path) as? HeaderElement
      if header?.text != wanted { fault("header \(section) shows \(header?.text ?? "nothing"), not \(wanted)") }
    }
  }
}
