#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  /// The data source and delegate of a table or an outline. It also fills the view's context menu.
  @MainActor
  protocol RowsSource: NSMenuDelegate {
    /// The screen of the view.
    var rowsScreen: RowsScreen { get }
  }

  /// The members of `ListView` that tables and outlines share.
  @MainActor
  class RowsScreen {
    private(set) weak var table: AnyTableView?
    private(set) weak var answers: (any RowAnswers)?
    /// The binding's data source and delegate for the view.
    private(set) weak var source: (any RowsSource)?
    let views = RowViews()
    /// The names of the items that are being dragged.
    var dragged: [AnyHashable] = []
    /// The index of the edited view among the inputs of its row.
    private(set) var input = 0

    /// The largest number of moved rows in a batch update. A larger batch reloads the view.
    static let moveLimit = 1_000

    init(_ table: AnyTableView, _ answers: any RowAnswers) {
      self.table = table
      self.answers = answers
      Self.register(table)
    }

    /// Records which input of a row is edited.
    func noteEdited(_ input: Int) { self.input = input }

    /// Makes a data source and delegate that of the view. The binding that used the view before leaves it, because a
    /// view has one data source.
    func attach(_ source: any RowsSource) {
      (dataSource as? any RowsSource)?.rowsScreen.leave()
      self.source = source
      setDataSource(source)
      setMenu()
    }

    /// Detaches from the view, which is then empty.
    func detach() {
      removeMenu()
      guard hasDataSource else { return }
      setDataSource(nil)
      table?.reloadData()
    }

    /// Leaves the view to another binding.
    func leave() {
      removeMenu()
      table = nil
    }

    /// Whether the view's data source is still the binding's.
    var hasDataSource: Bool { source.map { $0 === dataSource } ?? false }

    // MARK: What a table and an outline differ in

    /// The row of an item; nil if it has none.
    func row(at place: ItemPlace) -> Int? { nil }
    /// The row of a section; nil if it has none.
    func row(ofSection section: Int) -> Int? { nil }
    /// The place of a row's item; nil if the row belongs to a section or does not exist.
    func place(ofRow row: Int) -> ItemPlace? { nil }
    /// The view's data source.
    var dataSource: AnyObject? { nil }
    /// Sets the view's data source and delegate.
    func setDataSource(_ source: (any RowsSource)?) {}

    // MARK: The list

    /// The number of items of each section, from the presenter's current list.
    var counts: [Int] {
      guard let content = answers?.content else { return [] }
      return (0..<content.numberOfSections).map { content.numberOfItems(inSection: $0) }
    }

    var isOnScreen: Bool { table?.window != nil && hasDataSource }
    var reducesMotion: Bool { NSView.reducesMotion }
    func announce(_ text: String) { NSView.announce(text) }

    // MARK: Cells

    /// The view of a row in a column, made when the table asks for it.
    func view(at place: ItemPlace, _ column: NSTableColumn?) -> NSView? {
      guard let table, let answers else { return nil }
      let content = answers.content
      return content.answering {
        views.view(content.model(for: .cell, at: place, by: answers.rules(for: column)), column, in: table, content)
      }
    }

    /// The view of a section's row in a column: made by a rule for headers, or else a text, in the first column only.
    func view(ofSection section: Int, _ column: NSTableColumn?) -> NSView? {
      guard let table, let answers else { return nil }
      let content = answers.content
      return content.answering {
        let model = header(section, column, answers)
        if model.rule != nil { return views.view(model, column, in: table, content) }
        guard column == nil || column === table.tableColumns.first else { return nil }
        return answers.headerText(ofSection: section).map {
          views.titleView($0, answers.headerLabel(ofSection: section), in: table)
        }
      }
    }

    private func header(_ section: Int, _ column: NSTableColumn?, _ answers: any RowAnswers) -> BoundModel {
      answers.content.model(
        for: .header, at: ItemPlace(section: section, item: 0), by: answers.rules(for: column))
    }

    private func isThere(_ row: Int, in table: AnyTableView) -> Bool { row >= 0 && row < table.numberOfRows }

    /// The columns of a row that has views; empty if the row has none.
    private func columns(_ row: Int, in table: AnyTableView) -> Range<Int> {
      guard isThere(row, in: table), let rowView = table.rowView(atRow: row, makeIfNecessary: false) else {
        return 0..<0
      }
      return 0..<rowView.numberOfColumns
    }

    private func column(_ index: Int, of row: Int, in table: AnyTableView) -> NSTableColumn? {
      table.rowView(atRow: row, makeIfNecessary: false)?.isGroupRowStyle == true ? nil : table.tableColumns[index]
    }

    func configureItems(at places: [ItemPlace]) {
      guard let table, let answers else { return }
      var rows = IndexSet()
      for place in places {
        guard let row = row(at: place) else { continue }
        rows.insert(row)
        for index in columns(row, in: table) {
          guard let view = table.view(atColumn: index, row: row, makeIfNecessary: false) else { continue }
          let rules = answers.rules(for: column(index, of: row, in: table))
          _ = views.configureAgain(view, answers.content.model(for: .cell, at: place, by: rules), answers.content)
        }
      }
      noteHeights(of: rows)
    }

    func reloadItems(at places: [ItemPlace]) { reload(rows: IndexSet(places.compactMap { row(at: $0) })) }

    private func reload(rows: IndexSet) {
      guard let table, !rows.isEmpty else { return }
      table.reloadData(forRowIndexes: rows, columnIndexes: IndexSet(integersIn: 0..<table.numberOfColumns))
      noteHeights(of: rows)
    }

    private func noteHeights(of rows: IndexSet) {
      if answers?.hasHeights == true, !rows.isEmpty { table?.noteHeightOfRows(withIndexesChanged: rows) }
    }

    func configureSections(at sections: [Int]) {
      guard let table, let answers else { return }
      var (rows, replaced) = (IndexSet(), IndexSet())
      for section in sections {
        guard let row = row(ofSection: section) else { continue }
        rows.insert(row)
        for index in columns(row, in: table) where !configureHeader(section, row, index, table, answers) {
          replaced.insert(row)
        }
      }
      noteHeights(of: rows)
      reload(rows: replaced)
    }

    /// Configures the view of a section's row in a column.
    ///
    /// - Returns: false if the row needs another view.
    private func configureHeader(
      _ section: Int, _ row: Int, _ index: Int, _ table: AnyTableView, _ answers: any RowAnswers
    ) -> Bool {
      let column = column(index, of: row, in: table)
      let model = header(section, column, answers)
      // The source has dropped the section, and the next update removes the row.
      if model.isGone { return true }
      let text = model.rule == nil && index == 0 ? answers.headerText(ofSection: section) : nil
      guard let view = table.view(atColumn: index, row: row, makeIfNecessary: false) else {
        return model.rule == nil && text == nil
      }
      if let text { return views.setTitle(text, answers.headerLabel(ofSection: section), of: view) }
      return model.rule != nil && views.configureAgain(view, model, answers.content)
    }

    func configureCounts(ofSections sections: [Int]) { configureSections(at: sections) }

    func cellIdentifier(at place: ItemPlace) -> String? {
      guard let table, let row = row(at: place) else { return nil }
      let columns = columns(row, in: table)
      if columns.isEmpty { return nil }
      return columns.map { index in
        table.view(atColumn: index, row: row, makeIfNecessary: false).flatMap { views.ruleIdentifier(of: $0) } ?? ""
      }.joined(separator: "\n")
    }

    /// The identifiers of the rules that apply to a row's columns now, one per line.
    func wantedIdentifier(at place: ItemPlace) -> String? {
      guard let table, let answers else { return nil }
      return table.tableColumns.map { column in
        answers.content.model(for: .cell, at: place, by: answers.rules(for: column)).rule?.identifier ?? ""
      }.joined(separator: "\n")
    }
  }
#endif
