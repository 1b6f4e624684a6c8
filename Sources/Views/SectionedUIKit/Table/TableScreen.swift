#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedViews
  import UIKit

  /// Adapts a table to the presenter's `ListView` protocol.
  final class TableScreen: ItemScreen<UITableView>, ListView {
    weak var answers: (any TableAnswers)?
    /// The cached row counts. The table asks for them thousands of times after each batch update, and reading the weak
    /// reference to `answers` would take longer than the lookup.
    private let counts: ShownCounts
    /// Whether a section may have a title in its header or its footer.
    var hasTitles = (header: false, footer: false)
    let cells = TableCells()
    #if !os(tvOS)
      /// The table's separator style before a placeholder hid it; nil while the style is unchanged.
      var separators: UITableViewCell.SeparatorStyle?
    #endif

    init(_ table: UITableView, _ answers: any TableAnswers) {
      self.answers = answers
      counts = answers.content.counts
      super.init { [weak answers] in answers?.content.batchHasEnded() }
      view = table
    }

    /// The cached number of rows of a section; nil if it has to be looked up.
    func knownCount(ofSection section: Int) -> Int? { counts.count(ofSection: section) }

    func reload() { if reloadData() { updateSeparators() } }

    func perform(_ batch: ListBatch, animated: Bool, showNext: @escaping () -> Void) {
      guard let table = view, let animations = answers?.animations else { return showNext() }
      update(table, animated: animated) {
        showNext()
        table.deleteSections(IndexSet(batch.deletedSections), with: animations.deletedSections)
        table.insertSections(IndexSet(batch.insertedSections), with: animations.insertedSections)
        for move in batch.movedSections { table.moveSection(move.from, toSection: move.to) }
        table.deleteRows(at: batch.deletedItems.map { IndexPath($0) }, with: animations.deletedRows)
        table.insertRows(at: batch.insertedItems.map { IndexPath($0) }, with: animations.insertedRows)
        for move in batch.movedItems { table.moveRow(at: IndexPath(move.from), to: IndexPath(move.to)) }
      }
      if !batch.deletedSections.isEmpty || !batch.insertedSections.isEmpty || !batch.movedSections.isEmpty {
        reloadIndexTitles(of: table)
      }
      if batches.isOpen { return }
      // The first row of a section makes its header visible. Configure visible sections only, because the table asks
      // for other headers when it needs them.
      if answers?.showsHeadersOfEmptySections == false { configureViews(ofSections: Array(visibleSections(of: table))) }
      updateSeparators()
    }

    func configureItems(at places: [ItemPlace]) {
      guard let table = view, let content = answers?.content else { return }
      var isConfigured = false
      for place in places {
        // `cellForRow(at:)` also returns cells that the table has prepared and does not show yet.
        guard let cell = table.cellForRow(at: IndexPath(place)) else { continue }
        cells.configureAgain(cell, content.choice(.cell, at: place), content)
        isConfigured = true
      }
      // A cell may need another height for its new content, and the table's delegate may return another one.
      if isConfigured { update(table) }
    }

    func reloadItems(at places: [ItemPlace]) {
      guard let table = view, let animations = answers?.animations else { return }
      update(table) { table.reloadRows(at: places.map { IndexPath($0) }, with: animations.reloadedRows) }
    }

    func cellIdentifier(at place: ItemPlace) -> String? {
      view?.cellForRow(at: IndexPath(place)).map { cells.identifier(of: $0) ?? "" }
    }

    var isAtBeginning: Bool { view?.isAtBeginning(isHorizontal: false) ?? true }

    var anchors: [ScrollAnchor] {
      guard let table = view else { return [] }
      let start = table.visibleStart(isHorizontal: false)
      return (table.indexPathsForVisibleRows ?? []).compactMap { path in
        ItemPlace(path).map { ScrollAnchor(place: $0, distance: Double(table.rectForRow(at: path).minY - start)) }
      }
    }

    func scroll(to anchor: ScrollAnchor) {
      scroll(to: anchor, isHorizontal: false, tries: 16) { table, path in table.rectForRow(at: path).minY }
    }
  }
#endif
