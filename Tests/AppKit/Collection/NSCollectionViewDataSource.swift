/// The items of a collection. Methods that may be left out have a default that means the same.
@MainActor
public protocol NSCollectionViewDataSource: NSObjectProtocol {
  /// The number of sections.
  func numberOfSections(in collectionView: NSCollectionView) -> Int
  /// The number of items of a section.
  func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int
  /// The item at an index path, made by the collection.
  func collectionView(
    _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
  ) -> NSCollectionViewItem
  /// The supplementary view at an index path, made by the collection.
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
