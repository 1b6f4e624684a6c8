#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  extension IndexPath {
    /// The index path of an item's place.
    init(_ place: ItemPlace) { self.init(item: place.item, section: place.section) }

    /// The place of an index path; nil if it does not have two indices.
    var place: ItemPlace? { count == 2 ? ItemPlace(section: self[0], item: self[1]) : nil }
  }

  /// Adapts a collection view to the presenter's `ListView` protocol.
  @MainActor
  final class CollectionScreen: ListView {
    private(set) weak var view: NSCollectionView?
    private(set) weak var answers: (any CollectionAnswers)?
    weak var dataSource: AnyObject?
    let items = CollectionItems()
    /// The names of the items that are being dragged.
    var dragged: [AnyHashable] = []
    /// The index of the edited view among the inputs of its item.
    private var input = 0

    init(_ view: NSCollectionView, _ answers: any CollectionAnswers) {
      self.view = view
      self.answers = answers
      Self.register(view)
    }

    /// Leaves the view to another binding.
    func leave() { view = nil }

    var content: (any BoundAnswers)? { answers?.content }
    private var hasDataSource: Bool { view.map { $0.dataSource === dataSource } ?? false }
    var isOnScreen: Bool { view?.window != nil && hasDataSource }
    var reducesMotion: Bool { NSView.reducesMotion }
    func announce(_ text: String) { NSView.announce(text) }

    func model(for role: ViewRole, at place: ItemPlace) -> BoundModel? {
      answers.map { $0.content.model(for: role, at: place, by: $0.rules) }
    }

    // MARK: The list

    func reload() { if hasDataSource { view?.reloadData() } }

    func perform(_ batch: ListBatch, animated: Bool, showNext: @escaping () -> Void) {
      guard let view, hasDataSource else { return showNext() }
      update(view, animated) {
        showNext()
        view.deleteSections(IndexSet(batch.deletedSections))
        view.insertSections(IndexSet(batch.insertedSections))
        for move in batch.movedSections { view.moveSection(move.from, toSection: move.to) }
        view.deleteItems(at: Set(batch.deletedItems.map { IndexPath($0) }))
        view.insertItems(at: Set(batch.insertedItems.map { IndexPath($0) }))
        for move in batch.movedItems { view.moveItem(at: IndexPath(move.from), to: IndexPath(move.to)) }
      }
    }

    private func update(_ view: NSCollectionView, _ animated: Bool = true, _ changes: @escaping () -> Void) {
      (animated ? view.animator() : view).performBatchUpdates(changes, completionHandler: nil)
    }

    // MARK: Items and views of sections

    func configureItems(at places: [ItemPlace]) {
      guard let view, let content else { return }
      for place in places {
        guard let item = view.item(at: IndexPath(place)), let model = model(for: .cell, at: place) else { continue }
        _ = items.configureAgain(item, item.identifier, model, content)
      }
    }

    func reloadItems(at places: [ItemPlace]) {
      guard let view else { return }
      update(view) { view.reloadItems(at: Set(places.map { IndexPath($0) })) }
    }

    func configureSections(at sections: [Int]) {
      guard let view, let content else { return }
      let sections = Set(sections)
      var replaced = IndexSet()
      for (role, kind) in ViewRole.elementKinds {
        for path in view.indexPathsForVisibleSupplementaryElements(ofKind: kind) {
          guard let place = path.place, sections.contains(place.section), let model = model(for: role, at: place),
            !model.isGone, let shown = view.supplementaryView(forElementKind: kind, at: path)
          else { continue }
          let identifier = (shown as NSView).identifier
          if !items.configureAgain(shown, identifier, model, content) { replaced.insert(place.section) }
        }
      }
      guard !replaced.isEmpty else { return }
      // AppKit cannot reload a section without items, so delete and insert it.
      update(view) { [replaced] in
        view.deleteSections(replaced)
        view.insertSections(replaced)
      }
    }

    func configureCounts(ofSections sections: [Int]) { configureSections(at: sections) }

    func cellIdentifier(at place: ItemPlace) -> String? {
      view?.item(at: IndexPath(place)).map { items.ruleIdentifier($0.identifier) ?? "" }
    }

    // MARK: Selection, editing, position

    var selection: [ItemPlace] {
      get { (view?.selectionIndexPaths ?? []).compactMap(\.place).sorted() }
      set {
        guard let view else { return }
        let (old, new) = (view.selectionIndexPaths, Set(newValue.map { IndexPath($0) }))
        let (gone, came) = (old.subtracting(new), new.subtracting(old))
        if !gone.isEmpty { view.deselectItems(at: gone) }
        if !came.isEmpty { view.selectItems(at: came, scrollPosition: []) }
      }
    }

    var editedItem: ItemPlace? {
      get {
        for item in view?.visibleItems() ?? [] {
          guard let edited = item.view.inputs.firstIndex(where: \.isEdited), let path = view?.indexPath(for: item)
          else { continue }
          input = edited
          return path.place
        }
        return nil
      }
      set {
        guard let view, let newValue else { return }
        view.layoutSubtreeIfNeeded()
        guard let inputs = view.item(at: IndexPath(newValue))?.view.inputs, inputs.indices.contains(input) else {
          return
        }
        _ = view.window?.makeFirstResponder(inputs[input])
      }
    }

    private func start(_ place: ItemPlace, in view: NSCollectionView) -> CGFloat? {
      view.layoutAttributesForItem(at: IndexPath(place))?.frame.minY
    }

    var isAtBeginning: Bool { (view?.visibleRect.minY ?? 0) <= 0.5 }

    var anchors: [ScrollAnchor] {
      guard let view else { return [] }
      let top = view.visibleRect.minY
      return view.indexPathsForVisibleItems().compactMap(\.place).sorted().compactMap { place in
        start(place, in: view).map { ScrollAnchor(place: place, distance: Double($0 - top)) }
      }
    }

    func scroll(to anchor: ScrollAnchor) {
      guard let view else { return }
      view.layoutSubtreeIfNeeded()
      guard let start = start(anchor.place, in: view) else { return }
      let wanted = start - CGFloat(anchor.distance)
      if abs(wanted - view.visibleRect.minY) > 0.5 { view.scroll(CGPoint(x: view.visibleRect.minX, y: wanted)) }
    }
  }

  extension CollectionScreen: ItemDragging {
    var dragAnswers: (any DragAnswers)? { answers }
    var dragSource: NSView? { view }

    /// The place before which a drop inserts, at most the end of its section; nil if there is no such section.
    func gap(_ proposed: ItemPlace) -> ItemPlace? {
      guard let content, (0..<content.numberOfSections).contains(proposed.section), proposed.item >= 0 else {
        return nil
      }
      return ItemPlace(
        section: proposed.section, item: min(proposed.item, content.numberOfItems(inSection: proposed.section)))
    }
  }

  extension ViewRole {
    /// The roles of views of sections, with their element kinds.
    @MainActor static var elementKinds: [(ViewRole, NSCollectionView.SupplementaryElementKind)] {
      [(.header, NSCollectionView.elementKindSectionHeader), (.footer, NSCollectionView.elementKindSectionFooter)]
    }

    /// The element kind of the role; nil for items.
    @MainActor var elementKind: NSCollectionView.SupplementaryElementKind? {
      if case .supplementary(let kind) = self { return kind }
      return Self.elementKinds.first { $0.0 == self }?.1
    }

    /// Makes the role of an element kind.
    @MainActor init(elementKind kind: NSCollectionView.SupplementaryElementKind) {
      self = Self.elementKinds.first { $0.1 == kind }?.0 ?? .supplementary(kind)
    }
  }
#endif
