#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews
  import UIKit

  /// The views of one kind that a binding makes for sections.
  @MainActor
  struct DiffableHeader<Source: SectionedDataSource> {
    let make: (UICollectionView, IndexPath) -> UICollectionReusableView
    let configure: (UICollectionReusableView, Source.Section, ViewContext) -> Void
  }

  extension DiffableCollectionBinding {
    /// Adds headers, footers or other views of sections, made by a UIKit registration. Call it before the view is laid
    /// out, because it sets `supplementaryViewProvider` of the data source. The provider that the program has set
    /// before is still called for other kinds.
    ///
    /// ```swift
    /// let header = UICollectionView.SupplementaryRegistration<ShelfHeader>(
    ///   elementKind: UICollectionView.elementKindSectionHeader
    /// ) { _, _, _ in }
    /// binding.add(.header, header) { view, shelf, context in view.show(shelf, count: context.numberOfItems) }
    /// ```
    ///
    /// - Parameters:
    ///   - role: the role of the view in the list. Its kind must be the kind of the registration. `.cell` is a
    ///     programming error.
    ///   - registration: makes the views. The binding keeps it. Its handler does not receive the section's model.
    ///   - configure: shows a section in a view. It is called when the view is made. While the view is visible, it is
    ///     called again when the section changes or moves, or its items are inserted or removed.
    /// - Complexity: each step costs O(changes + visible views) more.
    public func add<View: UICollectionReusableView>(
      _ role: ViewRole, _ registration: UICollectionView.SupplementaryRegistration<View>,
      configure: @escaping @MainActor (View, Source.Section, ViewContext) -> Void
    ) {
      role.requireViewOfSections(hasOwnKinds: true)
      guard let kind = role.kind else { return }
      if headers.isEmpty {
        let previous = dataSource.supplementaryViewProvider
        dataSource.supplementaryViewProvider = { [weak self] view, kind, path in
          guard let self, let header = headers[kind] else { return previous?(view, kind, path) }
          return queue.answering {
            let made = header.make(view, path)
            if let place = ItemPlace(path) { self.configure(made, header, place, in: view) }
            return made
          }
        }
      }
      headers[kind] = DiffableHeader { view, path in
        view.dequeueConfiguredReusableSupplementary(using: registration, for: path)
      } configure: { view, section, context in
        if let view = view as? View { configure(view, section, context) }
      }
    }

    private func configure(
      _ view: UICollectionReusableView, _ header: DiffableHeader<Source>, _ place: ItemPlace,
      in collectionView: UICollectionView
    ) {
      guard let id = dataSource.sectionIdentifier(for: place.section), let section = queue.section(for: id) else {
        return
      }
      // `snapshot()` would copy the list.
      let count = dataSource.collectionView(collectionView, numberOfItemsInSection: place.section)
      header.configure(view, section, ViewContext(place: place, section: section, numberOfItems: count))
    }

    /// Configures visible headers, because a diffable data source does not ask for them again.
    ///
    /// - Parameter sections: the indices of their sections; nil for all.
    func configureHeaders(ofSections sections: IndexSet?) {
      guard let collectionView else { return }
      for (kind, header) in headers {
        for path in collectionView.indexPathsForVisibleSupplementaryElements(ofKind: kind) {
          guard let place = ItemPlace(path), sections?.contains(place.section) ?? true,
            let view = collectionView.supplementaryView(forElementKind: kind, at: path)
          else { continue }
          configure(view, header, place, in: collectionView)
        }
      }
    }
  }
#endif
