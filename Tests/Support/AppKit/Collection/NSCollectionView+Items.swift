extension NSCollectionView {
  /// Registers a class of items.
  public func register(_ itemClass: AnyClass?, forItemWithIdentifier identifier: NSUserInterfaceItemIdentifier) {
    itemClasses[identifier] = itemClass as? NSCollectionViewItem.Type
    itemNibs[identifier] = nil
  }

  /// Registers a nib with an item.
  public func register(_ nib: NSNib?, forItemWithIdentifier identifier: NSUserInterfaceItemIdentifier) {
    itemNibs[identifier] = nib
    itemClasses[identifier] = nil
  }

  /// Registers a class of supplementary views.
  public func register(
    _ viewClass: AnyClass?, forSupplementaryViewOfKind kind: SupplementaryElementKind,
    withIdentifier identifier: NSUserInterfaceItemIdentifier
  ) {
    viewClasses["\(kind) \(identifier.rawValue)"] = viewClass as? NSView.Type
    viewNibs["\(kind) \(identifier.rawValue)"] = nil
  }

  /// Registers a nib with a supplementary view.
  public func register(
    _ nib: NSNib?, forSupplementaryViewOfKind kind: SupplementaryElementKind,
    withIdentifier identifier: NSUserInterfaceItemIdentifier
  ) {
    viewNibs["\(kind) \(identifier.rawValue)"] = nib
    viewClasses["\(kind) \(identifier.rawValue)"] = nil
  }

  /// Makes an item, or reuses one. An unregistered identifier is refused with the double's own message, not AppKit's.
  public func makeItem(
    withIdentifier identifier: NSUserInterfaceItemIdentifier, for indexPath: IndexPath
  ) -> NSCollectionViewItem {
    if let item = itemPool[identifier]?.popLast() {
      item.prepareForReuse()
      return item
    }
    let made = itemNibs[identifier]?.first(NSCollectionViewItem.self) ?? itemClasses[identifier]?.init(ofClass: ())
    if made == nil { refuse("No item is registered for the identifier \(identifier.rawValue).") }
    let item = made ?? NSCollectionViewItem()
    item.identifier = identifier
    return item
  }

  /// Makes a supplementary view.
  public func makeSupplementaryView(
    ofKind elementKind: SupplementaryElementKind, withIdentifier identifier: NSUserInterfaceItemIdentifier,
    for indexPath: IndexPath
  ) -> NSView {
    let name = "\(elementKind) \(identifier.rawValue)"
    let made = viewNibs[name]?.first(NSView.self) ?? viewClasses[name]?.init(ofClass: ())
    if made == nil { refuse("No view is registered for the identifier \(name).") }
    let view = made ?? NSView(frame: .zero)
    view.identifier = identifier
    return view
  }

  /// The visible items.
  public func visibleItems() -> [NSCollectionViewItem] { Array(items.values) }
  /// The index paths of the visible items.
  public func indexPathsForVisibleItems() -> Set<IndexPath> { Set(items.keys) }
  /// The visible item at an index path.
  public func item(at indexPath: IndexPath) -> NSCollectionViewItem? { items[indexPath] }
  /// The index path of a visible item.
  public func indexPath(for item: NSCollectionViewItem) -> IndexPath? { items.first { $0.value === item }?.key }

  /// The visible supplementary view at an index path.
  public func supplementaryView(
    forElementKind elementKind: SupplementaryElementKind, at indexPath: IndexPath
  ) -> (any NSView & NSCollectionViewElement)? {
    guard elementKind == Self.elementKindSectionHeader else { return nil }
    return headers[indexPath.section] as? (any NSView & NSCollectionViewElement)
  }

  /// The index paths of the visible supplementary views of a kind.
  public func indexPathsForVisibleSupplementaryElements(ofKind elementKind: SupplementaryElementKind) -> Set<IndexPath>
  {
    elementKind == Self.elementKindSectionHeader ? Set(headers.keys.map { IndexPath(item: 0, section: $0) }) : []
  }

  /// The layout attributes of an item; nil if there is no such item.
  public func layoutAttributesForItem(at indexPath: IndexPath) -> NSCollectionViewLayoutAttributes? {
    guard data.contains(indexPath.place), let layout = collectionViewLayout as? NSCollectionViewFlowLayout else {
      return nil
    }
    let before = data.load().prefix(indexPath.section).reduce(0, +) + indexPath.item
    let y =
      CGFloat(indexPath.section + 1) * layout.headerReferenceSize.height + CGFloat(before) * layout.itemSize.height
    return NSCollectionViewLayoutAttributes(
      CGRect(x: 0, y: y, width: frame.width, height: layout.itemSize.height), indexPath)
  }

  /// Selects items without notifying the delegate.
  public func selectItems(at indexPaths: Set<IndexPath>, scrollPosition: ScrollPosition) {
    if let path = indexPaths.first(where: { !data.contains($0.place) }) {
      return refuse("The item at \(path.place) cannot be selected: it is not there.")
    }
    selectionIndexPaths.formUnion(indexPaths)
  }

  /// Deselects items.
  public func deselectItems(at indexPaths: Set<IndexPath>) { selectionIndexPaths.subtract(indexPaths) }

  /// Clicks an item, as the user does.
  public func click(_ indexPath: IndexPath, extending: Bool = false) {
    guard isSelectable, data.contains(indexPath.place) else { return }
    let old = selectionIndexPaths
    if !old.contains(indexPath), let delegate,
      delegate.collectionView(self, shouldSelectItemsAt: [indexPath]).isEmpty
    {
      return
    }
    if extending, allowsMultipleSelection {
      selectionIndexPaths.formSymmetricDifference([indexPath])
    } else {
      selectionIndexPaths = [indexPath]
    }
    let (gone, new) = (old.subtracting(selectionIndexPaths), selectionIndexPaths.subtracting(old))
    if !gone.isEmpty { delegate?.collectionView(self, didDeselectItemsAt: gone) }
    if !new.isEmpty { delegate?.collectionView(self, didSelectItemsAt: new) }
  }
}
