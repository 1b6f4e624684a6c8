import OrderedRows

/// A map between old and new sections, with the number of elements of each. The sections themselves are such a list,
/// too: of one section, number 0, in both versions.
@usableFromInline
struct SectionPairing {
  /// Sections recorded with the builder; other sections pair by their rank among those not recorded.
  private var editedOld = GapList(places: [])
  private var editedNew = GapList(places: [])
  /// New index by old index, for recorded sections that are in both lists.
  private var newByOld: [Int: Int] = [:]
  private var oldByNew: [Int: Int] = [:]
  /// The number of elements of an old and of a new section; nil when they are not known.
  let counts: (old: (Int) -> Int, new: (Int) -> Int)?

  /// - Parameter sections: the touched sections, as items of a section 0.
  @usableFromInline
  init(_ sections: [ElementChange<ItemPlace>], counts: (old: (Int) -> Int, new: (Int) -> Int)?) {
    self.counts = counts
    for section in sections {
      if let old = section.old { editedOld.places.append(old) }
      if let new = section.new { editedNew.places.append(new) }
      if let old = section.old, let new = section.new {
        newByOld[old.item] = new.item
        oldByNew[new.item] = old.item
      }
    }
    editedOld.places.sort()
    editedNew.places.sort()
  }

  /// The new index of an old section; nil when it was deleted.
  func newSection(ofOld old: Int) -> Int? {
    guard let rank = editedOld.rank(of: ItemPlace(section: 0, item: old)) else { return newByOld[old] }
    return editedNew.item(ofRank: rank, inSection: 0)
  }

  /// The old index of a new section; nil when it was inserted.
  func oldSection(ofNew new: Int) -> Int? {
    guard let rank = editedNew.rank(of: ItemPlace(section: 0, item: new)) else { return oldByNew[new] }
    return editedOld.item(ofRank: rank, inSection: 0)
  }
}
