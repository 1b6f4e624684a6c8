/// The data source of a collection view. Optional methods have a default implementation with the effect of a missing
/// method.
@MainActor
public protocol NSCollectionViewDataSource: NSObjectProtocol {
  /// Returns the number of sections.
  func numberOfSections(in collectionView: NSCollectionView) -> Int
  /// Returns the number of items in a section.
  func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int
  /// Returns the item at an index path. The collection view must have made it.
  func collectionView(
    _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
  ) -> NSCollectionViewItem
  /// Returns a supplementary view. The collection view must have made it.
  func collectionView(
    _ collectionView: NSCollectionView,
    viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
  ) -> NSView
}

extension NSCollectionViewDataSource {
  public func numberOfSections(in collectionView: NSCollectionView) -> Int { 1 }
  public func collectionView(
    _ collectionView: NSCollectionView,
    viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
  ) -> NSView { NSView() }
}
