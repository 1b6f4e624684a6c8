#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews

  /// The views of one kind that a binding makes for sections.
  @MainActor
  struct DiffableElement<Source: SectionedDataSource> {
    let make: (NSCollectionView, IndexPath) -> (any NSView & NSCollectionViewElement)?
    let configure: (NSView, Source.Section, ViewContext) -> Void
  }

  extension DiffableCollectionBinding {
    /// Adds headers, footers or other views of sections, of a class that the binding registers. Call it before the view
    /// is laid out, because it sets `supplementaryViewProvider` of the data source. The provider that the program has
    /// set before is still called for other kinds.
    ///
    /// ```swift
    /// binding.add(.header, TripHeader.self) { view, trip, context in view.show(trip, count: context.numberOfItems) }
    /// ```
    ///
    /// - Parameters:
    ///   - role: the role of the view in the list. `.cell` is a programming error.
    ///   - viewClass: the class of the views.
    ///   - configure: shows a section in a view. It is called when the view is made. While the view is visible, it is
    ///     called again when the section changes or moves, or its items are inserted or removed.
    /// - Complexity: each step costs O(changes + visible views) more.
    public func add<View: NSView & NSCollectionViewElement>(
      _ role: ViewRole, _ viewClass: View.Type,
      configure: @escaping @MainActor (View, Source.Section, ViewContext) -> Void
    ) {
      role.requireViewOfSections(hasOwnKinds: true)
      guard let collectionView, let kind = role.elementKind else { return }
      let identifier = NSUserInterfaceItemIdentifier("SectionedAppKit \(role) \(View.self)")
      collectionView.register(viewClass, forSupplementaryViewOfKind: kind, withIdentifier: identifier)
      if elements.isEmpty {
        let previous = dataSource.supplementaryViewProvider
        dataSource.supplementaryViewProvider = { [weak self] view, kind, path in
          guard let self, let element = elements[kind] else { return previous?(view, kind, path) }
          return queue.answering {
            let made = element.make(view, path)
            if let made { self.configure(made, element, path) }
            return made
          }
        }
      }
      elements[kind] = DiffableElement { view, path in
        view.makeSupplementaryView(ofKind: kind, withIdentifier: identifier, for: path) as? View
      } configure: { view, section, context in
        if let view = view as? View { configure(view, section, context) }
      }
    }

    private func configure(_ view: NSView, _ element: DiffableElement<Source>, _ path: IndexPath) {
      let sections = shownSections
      guard let place = path.place, sections.ids.indices.contains(place.section) else { return }
      let id = sections.ids[place.section]
      // The count that the view shows. The source may have another one.
      guard let section = queue.section(for: id), let count = sections.counts[id] else { return }
      element.configure(view, section, ViewContext(place: place, section: section, numberOfItems: count))
    }

    /// Configures visible headers, because a diffable data source does not ask for them again.
    ///
    /// - Parameter sections: the indices of their sections; nil for all.
    func configureElements(ofSections sections: IndexSet?) {
      guard let collectionView else { return }
      for (kind, element) in elements {
        for path in collectionView.indexPathsForVisibleSupplementaryElements(ofKind: kind) {
          guard let place = path.place, sections?.contains(place.section) ?? true,
            let view = collectionView.supplementaryView(forElementKind: kind, at: path)
          else { continue }
          configure(view, element, path)
        }
      }
    }
  }
#endif
