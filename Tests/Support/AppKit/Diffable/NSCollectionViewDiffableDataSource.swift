import SectionedChanges

/// A double of AppKit's diffable data source for collection views.
@MainActor
open class NSCollectionViewDiffableDataSource<SectionIdentifierType, ItemIdentifierType>: NSObject,
  NSCollectionViewDataSource
where
  SectionIdentifierType: Hashable, SectionIdentifierType: Sendable, ItemIdentifierType: Hashable,
  ItemIdentifierType: Sendable
{
  /// Makes the item for an identifier.
  public typealias ItemProvider = (NSCollectionView, IndexPath, ItemIdentifierType) -> NSCollectionViewItem?
  /// Makes a supplementary view.
  public typealias SupplementaryViewProvider = (NSCollectionView, String, IndexPath) -> (
    any NSView & NSCollectionViewElement
  )?

  /// Makes the supplementary views.
  public var supplementaryViewProvider: SupplementaryViewProvider?
  private let itemProvider: ItemProvider
  private weak var collectionView: NSCollectionView?
  private var shown = ShownSnapshot(NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>())

  /// Makes a data source, and sets it as the collection view's.
  public init(collectionView: NSCollectionView, itemProvider: @escaping ItemProvider) {
    self.itemProvider = itemProvider
    self.collectionView = collectionView
    super.init()
    collectionView.dataSource = self
  }

  /// Shows a snapshot. Reloaded items are replaced. Without animation it reloads the view; the header says of
  /// `applySnapshot`: "For non-animated update (i.e. reloadData) without the diff overhead: animatingDifferences ==
  /// NO".
  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) {
    let next = ShownSnapshot(snapshot)
    let update = shown.update(to: next, of: snapshot)
    shown = next
    if animatingDifferences { collectionView?.adopt(next.counts, update) } else { collectionView?.reloadData() }
    completion?()
  }

  /// The shown snapshot.
  open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { shown.snapshot }
  /// The item at an index path.
  open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? { shown.item(indexPath) }
  /// The index path of an item.
  open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? { shown.path(itemIdentifier) }

  open func numberOfSections(in collectionView: NSCollectionView) -> Int { shown.counts.count }
  open func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int {
    shown.counts[section]
  }
  open func collectionView(
    _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
  ) -> NSCollectionViewItem {
    let item = shown.item(indexPath).flatMap { itemProvider(collectionView, indexPath, $0) }
    if item == nil { refuse("The item provider returned nil for the index path \(indexPath.place).") }
    return item ?? NSCollectionViewItem()
  }
  open func collectionView(
    _ collectionView: NSCollectionView,
    viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
  ) -> NSView { supplementaryViewProvider?(collectionView, kind, indexPath) ?? NSView() }
}
