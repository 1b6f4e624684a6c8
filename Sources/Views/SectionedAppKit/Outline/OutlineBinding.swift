#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews

  /// Shows a source in an outline view: sections are items of the outline, and their rows are its children.
  ///
  /// ```swift
  /// binding = OutlineBinding(folders, in: outlineView, rules: rules)
  /// binding.headerTitle = { account, _ in account.name }
  /// ```
  ///
  /// The binding is the outline's data source and delegate, so the program must keep it. A section keeps its expansion
  /// when it moves, or when it is removed and inserted again.
  @MainActor
  public final class OutlineBinding<Source: SectionedDataSource>: RowsBinding<Source> {
    private var screen: OutlineScreen? { rowsScreen as? OutlineScreen }

    /// The outline; nil if it was released or never set.
    public var outlineView: NSOutlineView? { screen?.outline }

    /// Whether the rows of sections are group rows, as in a sidebar. Setting it reloads the outline.
    public var hasGroupRows = true { didSet { reload() } }

    /// Whether inserted sections are expanded, unless the user had collapsed them. Set it to false if the outline saves
    /// its expanded items.
    public var expandsNewSections = true {
      didSet { screen?.expandsNewSections = expandsNewSections }
    }

    /// Returns the name under which the outline saves a section's expansion if `autosaveExpandedItems` is true; nil if
    /// it does not save it.
    public var savedName: ((Source.Section) -> String?)?

    /// Makes a binding.
    ///
    /// - Parameters:
    ///   - source: the source to show; the binding keeps it alive.
    ///   - outlineView: the outline, kept weakly; nil to set it later with ``show(in:)``.
    ///   - rules: the rules that choose views for models.
    public init(_ source: Source, in outlineView: NSOutlineView? = nil, rules: ListRules = ListRules()) {
      super.init(source, rules)
      if let outlineView { show(in: outlineView) }
    }

    /// Shows the source in an outline. The binding leaves the outline that it used before.
    public func show(in outlineView: NSOutlineView) {
      guard !isShown(in: outlineView) else { return }
      let screen = OutlineScreen(outlineView, self)
      screen.expandsNewSections = expandsNewSections
      attach(screen, OutlineSource(screen, self))
    }

    /// Whether a section is expanded; false if there is no such section.
    public func isExpanded(_ id: ListedID<Source.SectionID>) -> Bool {
      node(id).map { outlineView?.isItemExpanded($0) ?? false } ?? false
    }

    /// Expands or collapses a section, if the outline has it.
    ///
    /// - Parameters:
    ///   - isExpanded: true to expand the section.
    ///   - id: the section.
    public func setExpanded(_ isExpanded: Bool, _ id: ListedID<Source.SectionID>) {
      guard let node = node(id) else { return }
      if isExpanded { outlineView?.expandItem(node) } else { outlineView?.collapseItem(node) }
    }

    private func node(_ id: ListedID<Source.SectionID>) -> OutlineNode? {
      screen?.root.children.first { $0.name == AnyHashable(id) }
    }
  }

  extension OutlineBinding: OutlineAnswers {
    func savedName(ofSection section: Int) -> String? {
      presenter.section(at: section).flatMap { savedName?($0) }
    }
  }
#endif
