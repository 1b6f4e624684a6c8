import SectionedChanges

/// A source whose sections may show a part of their items: a ``FoldedDataSource``, or a ``FetchedDataSource``.
///
/// If the number of items changes in a section that does not show all of them, the source updates the section. Sources
/// that are built on this one can then follow.
public protocol LimitedDataSource<Section, Item>: SectionedDataSource {
  /// The number of items of a section, shown or not; 0 if there is no such section.
  func totalNumberOfItems(inSection section: Int) -> Int

  /// The largest number of items that a section shows while it is not folded; `ItemLimit.all` if it has no limit or
  /// does not exist.
  func limit(ofSectionAt section: Int) -> ItemLimit

  /// Sets the largest number of items that a section shows, in one step. Does nothing if there is no such section.
  ///
  /// - Parameters:
  ///   - limit: the largest number of items.
  ///   - section: the index of the section.
  func setLimit(_ limit: ItemLimit, ofSectionAt section: Int)
}

extension LimitedDataSource {
  /// The number of items of a section that are not shown, as for a row "9 more"; 0 if there is no such section.
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
