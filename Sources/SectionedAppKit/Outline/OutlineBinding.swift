#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews

  /// Shows a source in an outline view: sections are items, with their rows as children.
  ///
  /// ```swift
  /// binding = OutlineBinding(folders, in: outlineView, rules: rules)
  /// binding.headerTitle = { account, _ in account.name }
  /// ```
  ///
  /// The binding is the outline's data source and delegate, and has to be kept. A section that moves, or leaves and
  /// comes back, is expanded or collapsed as it was.
  @MainActor
  public final class OutlineBinding<Source: SectionedDataSource>: RowsBinding<Source> {
    private var source: OutlineSource?

    /// The outline; nil when it is gone, or was never set.
    public var outlineView: NSOutlineView? { source?.screen.outline }

    /// Whether the rows of sections are group rows, as in a sidebar. The outline is reloaded when it changes.
    public var hasGroupRows = true {
      didSet { if source != nil { presenter.reload() } }
    }

    /// Whether sections that come are expanded, unless the user had collapsed them. Set it to false where the outline
    /// saves its expanded items.
    public var expandsNewSections = true {
      didSet { source?.screen.expandsNewSections = expandsNewSections }
    }

    /// The name of a section under which the outline saves its expansion, if `autosaveExpandedItems` is true; nil where
    /// it is not saved.
    public var savedName: ((Source.Section) -> String?)?

    /// Makes a binding.
    ///
    /// - Parameters:
    ///   - source: what is shown, kept alive.
    ///   - outlineView: where it is shown, kept weakly; nil for an outline that is set later.
    ///   - rules: which views are for which models.
    public init(_ source: Source, in outlineView: NSOutlineView? = nil, rules: ListRules = ListRules()) {
      super.init(source, rules)
      if let outlineView { show(in: outlineView) }
    }

    /// Shows the source in an outline from now on, and in no other one.
    public func show(in outlineView: NSOutlineView) {
      guard outlineView !== self.outlineView else { return }
      detach()
      // Another binding of the outline leaves it: an outline has one data source.
      (outlineView.dataSource as? OutlineSource)?.leave()
      (outlineView.dataSource as? TreeOutlineSource)?.screen.leave()
      let screen = OutlineScreen(outlineView, self)
      screen.expandsNewSections = expandsNewSections
      let source = OutlineSource(screen, self)
      screen.dataSource = source
      (self.source, rowsScreen) = (source, screen)
      outlineView.dataSource = source
      outlineView.delegate = source
      screen.setMenu(source)
      presenter.view = screen
      list.loading.begin?()
    }

    override func menuChanged() { source.map { $0.screen.setMenu($0) } }

    /// Detaches from the outline, which shows nothing then.
    public func detach() {
      presenter.view = nil
      source.map { $0.screen.removeMenu($0) }
      let outline = outlineView
      if let outline, outline.dataSource === source {
        outline.dataSource = nil
        outline.delegate = nil
        outline.reloadData()
      }
      (source, rowsScreen) = (nil, nil)
    }

    /// Whether a section's rows are shown; false where there is no such section.
    public func isExpanded(_ id: ListedID<Source.SectionID>) -> Bool {
      node(id).map { outlineView?.isItemExpanded($0) ?? false } ?? false
    }

    /// Expands or collapses a section, if it is there.
    public func setExpanded(_ isExpanded: Bool, _ id: ListedID<Source.SectionID>) {
      guard let node = node(id) else { return }
      if isExpanded { outlineView?.expandItem(node) } else { outlineView?.collapseItem(node) }
    }

    private func node(_ id: ListedID<Source.SectionID>) -> OutlineNode? {
      source?.screen.root.children.first { $0.name == AnyHashable(id) }
    }
  }

  extension OutlineBinding: OutlineAnswers {
    func savedName(ofSection section: Int) -> String? {
      presenter.section(at: section).flatMap { savedName?($0) }
    }
  }
#endif
