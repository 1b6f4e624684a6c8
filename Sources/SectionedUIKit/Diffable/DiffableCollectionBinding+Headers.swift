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
    /// Adds headers, footers or other views of sections, by UIKit's registration. To be called before the view is laid
    /// out: a diffable data source asks its `supplementaryViewProvider`, which is set by this, and still asked for other
    /// kinds if the program has set one before.
    ///
    /// ```swift
    /// let header = UICollectionView.SupplementaryRegistration<ShelfHeader>(
    ///   elementKind: UICollectionView.elementKindSectionHeader
    /// ) { _, _, _ in }
    /// binding.add(.header, header) { view, shelf, context in view.show(shelf, count: context.numberOfItems) }
    /// ```
    ///
    /// - Parameters:
    ///   - role: what the view is in the list; its kind must be the registration's.
    ///   - registration: kept. Its handler is not given the section's model.
    ///   - configure: shows a section in a view: when the view is made, and again after each step while it is visible.
    public func add<View: UICollectionReusableView>(
      _ role: ViewRole, _ registration: UICollectionView.SupplementaryRegistration<View>,
      configure: @escaping @MainActor (View, Source.Section, ViewContext) -> Void
    ) {
      guard let kind = role.kind else { return }
      if headers.isEmpty {
        let others = dataSource.supplementaryViewProvider
        dataSource.supplementaryViewProvider = { [weak self] view, kind, path in
          guard let self, let header = headers[kind] else { return others?(view, kind, path) }
          return queue.answering {
            let made = header.make(view, path)
            self.configure(made, header, path)
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

    private func configure(_ view: UICollectionReusableView, _ header: DiffableHeader<Source>, _ path: IndexPath) {
      guard let place = ItemPlace(path), let id = dataSource.sectionIdentifier(for: place.section),
        let section = queue.section(for: id)
      else { return }
      let count = dataSource.snapshot().numberOfItems(inSection: id)
      header.configure(view, section, ViewContext(place: place, section: section, numberOfItems: count))
    }

    /// Configures what is visible: a diffable data source is not asked for it again.
    func configureHeaders() {
      guard let collectionView else { return }
      for (kind, header) in headers {
        for path in collectionView.indexPathsForVisibleSupplementaryElements(ofKind: kind) {
          guard let view = collectionView.supplementaryView(forElementKind: kind, at: path) else { continue }
          configure(view, header, path)
        }
      }
    }
  }
#endif
