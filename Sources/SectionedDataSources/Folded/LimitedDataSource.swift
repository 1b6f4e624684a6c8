import SectionedChanges

/// A source whose sections may show a part of their items: a ``FoldedDataSource``, or a ``FetchedDataSource``.
///
/// Each section that does not show all its items is updated when their number changes, so that what is built on the
/// source follows.
public protocol LimitedDataSource<Section, Item>: SectionedDataSource {
  /// The number of items of a section, shown or not; 0 where there is none.
  func totalNumberOfItems(inSection section: Int) -> Int

  /// The number of items that a section shows at most while it is not folded; `ItemLimit.all` where there is none.
  func limit(ofSectionAt section: Int) -> ItemLimit

  /// Sets the number of items that a section shows at most, in one step. Nothing happens where there is no such
  /// section.
  ///
  /// - Parameters:
  ///   - limit: the number of items.
  ///   - section: the index of the section.
  func setLimit(_ limit: ItemLimit, ofSectionAt section: Int)
}

extension LimitedDataSource {
  /// The number of items of a section that are not shown, for a row that says how many more there are; 0 where there is
  /// no such section.
  @inlinable
  public func numberOfHiddenItems(inSection section: Int) -> Int {
    totalNumberOfItems(inSection: section) - numberOfItems(inSection: section)
  }
}

extension FoldedDataSource: LimitedDataSource {
  public func limit(ofSectionAt section: Int) -> ItemLimit {
    sectionID(at: section).map { rules.ownLimit(of: $0) } ?? .all
  }

  public func setLimit(_ limit: ItemLimit, ofSectionAt section: Int) {
    guard let id = sectionID(at: section) else { return }
    setLimit(limit, section: id)
  }
}
