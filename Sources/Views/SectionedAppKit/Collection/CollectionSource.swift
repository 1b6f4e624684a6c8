#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  /// The interface of a binding that only collection views use, independent of the source's type.
  @MainActor
  protocol CollectionAnswers: DragAnswers {
    var rules: ListRules { get }
    func canSelect(_ place: ItemPlace) -> Bool
    func selectionChanged()
    func prefetch(_ places: [ItemPlace])
    func cancelPrefetch(_ places: [ItemPlace])
  }

  /// The data source of a collection view. It forwards each call to a binding, and answers that the list is empty if
  /// another view asks.
  @MainActor
  final class CollectionSource: NSObject, NSCollectionViewDataSource {
    let screen: CollectionScreen

    init(_ screen: CollectionScreen) {
      self.screen = screen
      super.init()
    }

    /// Leaves the view to another binding.
    func leave() {
      leaveRoles()
      screen.leave()
    }

    /// Stops being the view's delegate and prefetching data source.
    func leaveRoles() {
      guard let view = screen.view else { return }
      if view.delegate === self { view.delegate = nil }
      if view.prefetchDataSource === self { view.prefetchDataSource = nil }
    }

    private func content(_ view: NSCollectionView) -> (any BoundAnswers)? {
      view === screen.view ? screen.content : nil
    }

    func numberOfSections(in collectionView: NSCollectionView) -> Int { content(collectionView)?.numberOfSections ?? 0 }

    func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int {
      content(collectionView)?.numberOfItems(inSection: section) ?? 0
    }

    func collectionView(
      _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
    ) -> NSCollectionViewItem {
      guard let content = content(collectionView), let place = indexPath.place else { return PlainItem() }
      return content.answering {
        guard let model = screen.model(for: .cell, at: place) else { return PlainItem() }
        return screen.items.item(model, for: indexPath, in: collectionView, content)
      }
    }

    func collectionView(
      _ collectionView: NSCollectionView,
      viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
    ) -> NSView {
      guard let content = content(collectionView), let place = indexPath.place else {
        return PlainElement(frame: .zero)
      }
      return content.answering {
        guard let model = screen.model(for: ViewRole(elementKind: kind), at: place) else {
          return PlainElement(frame: .zero)
        }
        return screen.items.element(model, kind, for: indexPath, in: collectionView, content)
      }
    }
  }
#endif
