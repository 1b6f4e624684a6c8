#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedViews
  import UIKit

  /// Adapts a collection view to the presenter's `ListView` protocol.
  final class CollectionScreen: ItemScreen<UICollectionView>, ListView {
    weak var answers: (any ListAnswers)?
    let cells = CollectionCells()
    /// Whether the view scrolls horizontally; nil to ask the layout.
    var scrollsHorizontally: Bool?

    init(_ answers: any ListAnswers) {
      self.answers = answers
      super.init { [weak answers] in answers?.batchHasEnded() }
    }

    /// Leaves the view and forgets which identifiers were registered with it, because the next view has its own
    /// registrations.
    func leave() {
      view = nil
      cells.forget()
    }

    func reload() { reloadData() }

    func perform(_ batch: ListBatch, animated: Bool, showNext: @escaping () -> Void) {
      guard let view else { return showNext() }
      update(view, animated: animated) {
        showNext()
        view.deleteSections(IndexSet(batch.deletedSections))
        view.insertSections(IndexSet(batch.insertedSections))
        for move in batch.movedSections { view.moveSection(move.from, toSection: move.to) }
        view.deleteItems(at: batch.deletedItems.map { IndexPath($0) })
        view.insertItems(at: batch.insertedItems.map { IndexPath($0) })
        for move in batch.movedItems { view.moveItem(at: IndexPath(move.from), to: IndexPath(move.to)) }
      }
      // A layout decides whether its own supplementary views move with their items or stay at their index paths.
      if !batches.isOpen, let answers { configureViews(ofItems: nil, in: view, answers) }
    }

    func configureItems(at places: [ItemPlace]) {
      guard let view, let answers else { return }
      var reconfigured: [IndexPath] = []
      var isConfigured = false
      for place in places {
        // `cellForItem(at:)` also returns cells that the view has prepared and does not show yet.
        guard let cell = view.cellForItem(at: IndexPath(place)) else { continue }
        let choice = answers.choice(.cell, at: place)
        if case .provided? = choice.rule?.registration {
          // Only UIKit can call the handler of its registration.
          reconfigured.append(IndexPath(place))
        } else {
          cells.configureAgain(cell, choice, answers)
          isConfigured = true
        }
      }
      if configureViews(ofItems: places, in: view, answers) { isConfigured = true }
      if !reconfigured.isEmpty { view.reconfigureItems(at: reconfigured) }
      // A cell may need another size for its new content.
      if isConfigured { update(view) }
    }

    /// Configures the visible supplementary views of the layout's own kinds that show items.
    ///
    /// - Parameter places: the places of the items; nil for all items.
    /// - Returns: whether any view was configured.
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
      update(view) { view.reloadItems(at: places.map { IndexPath($0) }) }
    }

    func configureSections(at sections: [Int]) { configureViews(ofSections: sections, forCounts: false) }

    func configureCounts(ofSections sections: [Int]) { configureViews(ofSections: sections, forCounts: true) }

    /// Configures the visible headers and other views of sections, and replaces sections that must have different ones.
    ///
    /// - Parameter forCounts: true if only item counts changed. Views of items, and of sections that the source has
    ///   dropped, are then left alone.
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
      // UIKit cannot reload a section without items, so delete and insert it.
      update(view) { [reloaded] in
        view.deleteSections(reloaded)
        view.insertSections(reloaded)
      }
    }

    func cellIdentifier(at place: ItemPlace) -> String? {
      view?.cellForItem(at: IndexPath(place)).map { cells.identifier(of: $0) ?? "" }
    }
  }
#endif
