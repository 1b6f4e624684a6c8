/// The numbers of sections and items in one version of a list.
public struct ListCounts {
  /// The number of sections.
  public var sections: Int
  /// Returns the number of items in the section at an index, which must be less than ``sections``.
  public var items: (_ section: Int) -> Int

  /// Creates the counts of a list.
  ///
  /// - Parameters:
  ///   - sections: the number of sections.
  ///   - items: returns the number of items in the section at an index less than `sections`.
  @inlinable
  public init(sections: Int, items: @escaping (_ section: Int) -> Int) {
    self.sections = sections
    self.items = items
  }

  /// Whether the section of `place` exists; true if `place` is nil.
  @usableFromInline
  func holdsSection(of place: ItemPlace?) -> Bool {
    guard let place else { return true }
    return place.section >= 0 && place.section < sections
  }
}

extension SectionedSnapshot {
  /// The counts of this version.
  @inlinable
  public var counts: ListCounts {
    ListCounts(sections: numberOfSections) { numberOfItems(inSection: $0) }
  }

  /// Whether there is an item at `place`.
  ///
  /// - Parameter more: the number of additional items that the section is assumed to have.
  @inlinable
  func holds(_ place: ItemPlace, ofMore more: Int = 0) -> Bool {
    place.section >= 0 && place.section < numberOfSections && place.item >= 0
      && place.item < numberOfItems(inSection: place.section) + more
  }
}
