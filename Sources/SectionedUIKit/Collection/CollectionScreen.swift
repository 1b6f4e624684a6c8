#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedViews
  import UIKit

  /// A collection view in the form that the presenter needs.
  @MainActor
  final class CollectionScreen: ListView {
    weak var view: UICollectionView?
    weak var answers: (any ListAnswers)?
    /// The data source that the binding has set.
    weak var dataSource: CollectionSource?
    let cells = CollectionCells()
    let batches = ProgramBatchDetector()
    /// Nil to ask the layout.
    var scrollsHorizontally: Bool?
    /// The index of the edited input among those of its cell.
    private var editedInput = 0

    init(_ answers: any ListAnswers) {
      self.answers = answers
      batches.ended = { [weak self] in self?.answers?.batchHasEnded() }
      batches.makeEmptyBatch = { [weak self] in UIView.performWithoutAnimation { self?.view?.performBatchUpdates({}) } }
    }

    var hasOpenBatch: Bool { batches.isOpen }
    var canReload: Bool { !hasDataSource || batches.canReload }

    /// Whether the view's data source is still the binding's. A program may set another one, whose counts the view has
    /// then.
    private var hasDataSource: Bool { view.map { $0.dataSource === dataSource } ?? false }

    /// Leaves the view. The registrations are forgotten, because the next view has its own.
    func leave() {
      view = nil
      cells.forget()
    }

    var isOnScreen: Bool { view?.window != nil && hasDataSource }

    func reload() {
      guard hasDataSource else { return }
      batches.noteReload()
      view?.reloadData()
    }

    func perform(_ batch: ListBatch, animated: Bool, showNext: @escaping () -> Void) {
      guard let view else { return showNext() }
      let make = { (isDone: @escaping () -> Void) in
        view.performBatchUpdates {
          showNext()
          view.deleteSections(IndexSet(batch.deletedSections))
          view.insertSections(IndexSet(batch.insertedSections))
          for move in batch.movedSections { view.moveSection(move.from, toSection: move.to) }
          view.deleteItems(at: batch.deletedItems.map { IndexPath($0) })
          view.insertItems(at: batch.insertedItems.map { IndexPath($0) })
          for move in batch.movedItems { view.moveItem(at: IndexPath(move.from), to: IndexPath(move.to)) }
          isDone()
        }
      }
      batches.watch { isDone in if animated { make(isDone) } else { UIView.performWithoutAnimation { make(isDone) } } }
      // Whether a view of a layout's own kind goes with its item, or stays at its index path, is the layout's.
      if !batches.isOpen, let answers { configureViews(ofItems: nil, in: view, answers) }
    }

    func configureItems(at places: [ItemPlace]) {
      guard let view, let answers else { return }
      var reconfigured: [IndexPath] = []
      var isConfigured = false
      for place in places {
        // Also cells that the view has prepared and does not show yet.
        guard let cell = view.cellForItem(at: IndexPath(place)) else { continue }
        let choice = answers.choice(.cell, at: place)
        if case .provided? = choice.rule?.registration {
          // UIKit alone can call the handler of its registration.
          reconfigured.append(IndexPath(place))
        } else {
          cells.configureAgain(cell, choice, answers)
          isConfigured = true
        }
      }
      if configureViews(ofItems: places, in: view, answers) { isConfigured = true }
      if !reconfigured.isEmpty { view.reconfigureItems(at: reconfigured) }
      guard isConfigured else { return }
      // A cell may need another size for what it shows now: a batch, empty or not, has the view ask again.
      batches.watch { isDone in view.performBatchUpdates { isDone() } }
    }

    /// Configures the visible views of a layout's own kinds that show items at some places; nil for all places.
    ///
    /// - Returns: whether there are some.
    @discardableResult
    private func configureViews(
      ofItems places: [ItemPlace]?, in view: UICollectionView, _ answers: any ListAnswers
    ) -> Bool {
      var isConfigured = false
      for case .supplementary(let kind) in answers.roles {
        for path in view.indexPathsForVisibleSupplementaryElements(ofKind: kind) {
          guard let place = ItemPlace(path), places?.contains(place) ?? true,
            let shown = view.supplementaryView(forElementKind: kind, at: path)
          else { continue }
          let choice = answers.choice(.supplementary(kind), at: place)
          guard choice.isOfItem else { continue }
          cells.configureAgain(shown, choice, answers)
          isConfigured = true
        }
      }
      return isConfigured
    }

    func reloadItems(at places: [ItemPlace]) {
      guard let view else { return }
      batches.watch { isDone in
        view.performBatchUpdates {
          view.reloadItems(at: places.map { IndexPath($0) })
          isDone()
        }
      }
    }

    func configureSections(at sections: [Int]) { configureViews(ofSections: sections, forCounts: false) }

    func configureCounts(ofSections sections: [Int]) { configureViews(ofSections: sections, forCounts: true) }

    /// Configures the visible headers and other views of sections, and replaces sections that must have different ones.
    ///
    /// - Parameter forCounts: whether only the number of items changed: views of single items, and of sections that the
    ///   source has dropped since, stay as they are.
    private func configureViews(ofSections sections: [Int], forCounts: Bool) {
      guard let view, let answers else { return }
      let sections = IndexSet(sections)
      var reloaded = IndexSet()
      for role in answers.roles {
        guard let kind = role.kind else { continue }
        for path in view.indexPathsForVisibleSupplementaryElements(ofKind: kind) {
          guard let place = ItemPlace(path), sections.contains(place.section),
            let shown = view.supplementaryView(forElementKind: kind, at: path)
          else { continue }
          let choice = answers.choice(role, at: place)
          if forCounts, choice.isOfItem || choice.isGone { continue }
          if !cells.configureAgain(shown, choice, answers) { reloaded.insert(place.section) }
        }
      }
      guard !reloaded.isEmpty else { return }
      // A section without items cannot be reloaded.
      batches.watch { isDone in
        view.performBatchUpdates {
          view.deleteSections(reloaded)
          view.insertSections(reloaded)
          isDone()
        }
      }
    }

    func cellIdentifier(at place: ItemPlace) -> String? {
      view?.cellForItem(at: IndexPath(place)).map { cells.identifier(of: $0) ?? "" }
    }

    var selection: [ItemPlace] {
      get { (view?.indexPathsForSelectedItems ?? []).compactMap { ItemPlace($0) } }
      set {
        guard let view else { return }
        let (old, new) = (Set(selection), Set(newValue))
        for place in old.subtracting(new) { view.deselectItem(at: IndexPath(place), animated: false) }
        for place in newValue where !old.contains(place) {
          view.selectItem(at: IndexPath(place), animated: false, scrollPosition: [])
        }
      }
    }

    var editedItem: ItemPlace? {
      get {
        guard let view else { return nil }
        for cell in view.visibleCells {
          guard let input = cell.editedInput, let path = view.indexPath(for: cell) else { continue }
          editedInput = input
          return ItemPlace(path)
        }
        return nil
      }
      set {
        guard let view, let newValue else { return }
        view.layoutIfNeeded()
        guard let inputs = view.cellForItem(at: IndexPath(newValue))?.inputs, editedInput < inputs.count else { return }
        inputs[editedInput].becomeFirstResponder()
      }
    }
  }
#endif
