import OrderedRows

/// Maps old sections to new ones and back, and has their numbers of elements. The list of sections itself is
/// represented as one section 0 in both versions.
@usableFromInline
struct SectionPairing {
  /// The recorded sections. Other sections correspond by their rank among the sections that are not recorded.
  private var editedOld = GapList(places: [])
  private var editedNew = GapList(places: [])
  /// The new index by old index, for recorded sections that are in both lists.
  private var newByOld: [Int: Int] = [:]
  private var oldByNew: [Int: Int] = [:]
  /// The numbers of elements of old and of new sections; nil if they are unknown.
  let counts: (old: (Int) -> Int, new: (Int) -> Int)?

  /// - Parameter sections: the touched sections, represented as items in a section 0.
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

  /// The new index of an old section; nil if it was deleted.
  func newSection(ofOld old: Int) -> Int? {
    guard let rank = editedOld.rank(of: ItemPlace(section: 0, item: old)) else { return newByOld[old] }
    return editedNew.item(ofRank: rank, inSection: 0)
  }

  /// The old index of a new section; nil if it was inserted.
  func oldSection(ofNew new: Int) -> Int? {
    guard let rank = editedNew.rank(of: ItemPlace(section: 0, item: new)) else { return oldByNew[new] }
    return editedOld.item(ofRank: rank, inSection: 0)
  }
}
