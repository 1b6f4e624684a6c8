#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews

  /// Shows a source in a table view.
  ///
  /// ```swift
  /// var rules = ListRules()
  /// rules.add(ViewRule(.cell, MessageCell.self, for: Message.self) { cell, message, _ in cell.show(message) })
  /// binding = TableBinding(messages, in: tableView, rules: rules)
  /// binding.headerTitle = { day, _ in day.name }
  /// binding.editing = ListEditing(messages)
  /// ```
  ///
  /// The binding is the table's data source and delegate, so the program must keep it. It applies a step of the source
  /// as removals, moves and insertions of rows, in this order; each index refers to the list after the previous
  /// operations. Other rows keep their views, their selection and the text that is being edited.
  @MainActor
  public final class TableBinding<Source: SectionedDataSource>: RowsBinding<Source> {
    private var screen: TableScreen? { rowsScreen as? TableScreen }

    /// The table; nil if it was released or never set.
    public var tableView: NSTableView? { screen?.tableView }

    /// The kind of rows that sections have. Setting it reloads the table.
    public var sectionRows = SectionRows.group {
      didSet {
        screen?.sectionRows = sectionRows
        reload()
      }
    }

    /// Makes a binding.
    ///
    /// - Parameters:
    ///   - source: the source to show; the binding keeps it alive.
    ///   - tableView: the table, kept weakly; nil to set it later with ``show(in:)``.
    ///   - rules: the rules that choose views for models.
    public init(_ source: Source, in tableView: NSTableView? = nil, rules: ListRules = ListRules()) {
      super.init(source, rules)
      if let tableView { show(in: tableView) }
    }

    /// Shows the source in a table. The binding leaves the table that it used before.
    public func show(in tableView: NSTableView) {
      guard !isShown(in: tableView) else { return }
      let screen = TableScreen(tableView, self, sectionRows)
      attach(screen, TableSource(screen))
    }
  }
#endif

#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  /// The kind of rows that sections have in a table. A table view itself has no sections.
  public enum SectionRows: Hashable, Sendable {
    /// Group rows, with one view across all columns. They stay visible while the user scrolls if `floatsGroupRows` is
    /// true.
    case group
    /// Rows like those of items, with a view in each column that has a rule.
    case plain
    /// No rows for sections.
    case hidden
  }
#endif
