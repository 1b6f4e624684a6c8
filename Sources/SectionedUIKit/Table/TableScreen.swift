#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedViews
  import UIKit

  /// A table in the form that the presenter needs.
  @MainActor
  final class TableScreen: ListView {
    weak var table: UITableView? {
      didSet { tableID = table.map { ObjectIdentifier($0) } }
    }
    weak var answers: (any TableAnswers)?
    /// The data source that the binding has set.
    weak var dataSource: TableSource?
    /// The cached numbers of rows. The table asks for them thousands of times after each batch, and reading a weak
    /// reference would take longer than the answer.
    private let counts: ShownCounts
    private var tableID: ObjectIdentifier?
    /// Whether a section may have a title in its header or its footer.
    var hasTitles = (header: false, footer: false)
    let cells = TableCells()
    let batches = ProgramBatchDetector()
    /// The index of the edited input among those of its cell.
    private var editedInput = 0
    #if !os(tvOS)
      /// The table's separator style without a placeholder; nil while it is unchanged.
      var separators: UITableViewCell.SeparatorStyle?
    #endif

    init(_ table: UITableView, _ answers: any TableAnswers) {
      self.table = table
      self.answers = answers
      counts = answers.content.counts
      tableID = ObjectIdentifier(table)
      batches.ended = { [weak self] in self?.answers?.content.batchHasEnded() }
      batches.makeEmptyBatch = { [weak self] in
        UIView.performWithoutAnimation { self?.table?.performBatchUpdates({}) }
      }
    }

    var hasOpenBatch: Bool { batches.isOpen }
    var canReload: Bool { !hasDataSource || batches.canReload }

    /// Whether the table's data source is still the binding's. A program may set another one, whose counts the table
    /// has then.
    private var hasDataSource: Bool { table.map { $0.dataSource === dataSource } ?? false }

    func isShown(in table: UITableView) -> Bool { ObjectIdentifier(table) == tableID }

    /// The number of rows of a section of the table; nil where it has to be looked up.
    func knownCount(ofSection section: Int) -> Int? { counts.count(ofSection: section) }

    var isOnScreen: Bool { table?.window != nil && hasDataSource }

    func reload() {
      guard hasDataSource else { return }
      batches.noteReload()
      table?.reloadData()
      updateSeparators()
    }

    func perform(_ batch: ListBatch, animated: Bool, showNext: @escaping () -> Void) {
      guard let table, let animations = answers?.animations else { return showNext() }
      let make = { (isDone: @escaping () -> Void) in
        table.performBatchUpdates {
          showNext()
          table.deleteSections(IndexSet(batch.deletedSections), with: animations.deletedSections)
          table.insertSections(IndexSet(batch.insertedSections), with: animations.insertedSections)
          for move in batch.movedSections { table.moveSection(move.from, toSection: move.to) }
          table.deleteRows(at: batch.deletedItems.map { IndexPath($0) }, with: animations.deletedRows)
          table.insertRows(at: batch.insertedItems.map { IndexPath($0) }, with: animations.insertedRows)
          for move in batch.movedItems { table.moveRow(at: IndexPath(move.from), to: IndexPath(move.to)) }
          isDone()
        }
      }
      batches.watch { isDone in if animated { make(isDone) } else { UIView.performWithoutAnimation { make(isDone) } } }
      if !batch.deletedSections.isEmpty || !batch.insertedSections.isEmpty || !batch.movedSections.isEmpty {
        reloadIndexTitles(of: table)
      }
      if batches.isOpen { return }
      // The first row of a section brings its header. Outside the visible part the table asks for it when it is needed.
      if answers?.showsHeadersOfEmptySections == false { configureViews(ofSections: Array(visibleSections(of: table))) }
      updateSeparators()
    }

    func configureItems(at places: [ItemPlace]) {
      guard let table, let content = answers?.content else { return }
      var isConfigured = false
      for place in places {
        // Also cells that the table has prepared and does not show yet.
        guard let cell = table.cellForRow(at: IndexPath(place)) else { continue }
        cells.configureAgain(cell, content.choice(.cell, at: place), content)
        isConfigured = true
      }
      guard isConfigured else { return }
      // A cell may need another height for its new content, and the table's delegate may return another one: a batch,
      // empty or not, has the table ask again.
      batches.watch { isDone in table.performBatchUpdates { isDone() } }
    }

    func reloadItems(at places: [ItemPlace]) {
      guard let table, let animations = answers?.animations else { return }
      batches.watch { isDone in
        table.performBatchUpdates {
          table.reloadRows(at: places.map { IndexPath($0) }, with: animations.reloadedRows)
          isDone()
        }
      }
    }

    func cellIdentifier(at place: ItemPlace) -> String? {
      table?.cellForRow(at: IndexPath(place)).map { cells.identifier(of: $0) ?? "" }
    }

    var selection: [ItemPlace] {
      get { (table?.indexPathsForSelectedRows ?? []).compactMap { ItemPlace($0) } }
      set {
        guard let table else { return }
        let (old, new) = (Set(selection), Set(newValue))
        for place in old.subtracting(new) { table.deselectRow(at: IndexPath(place), animated: false) }
        for place in newValue where !old.contains(place) {
          table.selectRow(at: IndexPath(place), animated: false, scrollPosition: .none)
        }
      }
    }

    var editedItem: ItemPlace? {
      get {
        guard let table else { return nil }
        for cell in table.visibleCells {
          guard let input = cell.editedInput, let path = table.indexPath(for: cell) else { continue }
          editedInput = input
          return ItemPlace(path)
        }
        return nil
      }
      set {
        guard let table, let newValue else { return }
        table.layoutIfNeeded()
        guard let inputs = table.cellForRow(at: IndexPath(newValue))?.inputs, editedInput < inputs.count else { return }
        inputs[editedInput].becomeFirstResponder()
      }
    }

    var isAtBeginning: Bool { table?.isAtBeginning(isHorizontal: false) ?? true }

    var anchors: [ScrollAnchor] {
      guard let table else { return [] }
      let start = table.visibleStart(isHorizontal: false)
      return (table.indexPathsForVisibleRows ?? []).compactMap { path in
        ItemPlace(path).map { ScrollAnchor(place: $0, distance: Double(table.rectForRow(at: path).minY - start)) }
      }
    }

    func scroll(to anchor: ScrollAnchor) {
      // Rows that become visible may be of another height than was estimated, and the content longer than it seemed.
      for _ in 0..<16 {
        guard let table else { return }
        table.layoutIfNeeded()
        let start = table.rectForRow(at: IndexPath(anchor.place)).minY - CGFloat(anchor.distance)
        if abs(start - table.visibleStart(isHorizontal: false)) <= 0.5 { return }
        table.setVisibleStart(start, isHorizontal: false)
      }
    }
  }
#endif
