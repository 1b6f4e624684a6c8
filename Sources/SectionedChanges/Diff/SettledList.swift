/// What became of the touched elements of one level: everything of a change set but the identifiers.
///
/// Deletions and insertions are positions in the array of touches, ascending by old and by new place.
@usableFromInline
struct SettledList {
  @usableFromInline private(set) var deleted: [Int] = []
  @usableFromInline private(set) var taken: [Int] = []
  @usableFromInline private(set) var inserted: [Int] = []
  @usableFromInline private(set) var brought: [Int] = []
  @usableFromInline private(set) var moved: [ListMove<ItemPlace>] = []
  @usableFromInline private(set) var updated: [ListUpdate<ItemPlace>] = []

  /// - Parameter keys: one for each touch.
  /// - Complexity: O(touches · log touches + untouched elements that have to move).
  @usableFromInline
  init(
    _ touches: [TouchedPlace], keys: [Set<String>?], pairing: SectionPairing
  ) throws(TouchContradiction) {
    let list = try TouchedList(touches)
    let stayingPut = try StayingPut(of: list, in: pairing)
    for touch in list.byOld {
      guard let old = touches[touch].old else { continue }
      guard let new = touches[touch].new else {
        if pairing.newSection(ofOld: old.section) == nil { taken.append(touch) } else { deleted.append(touch) }
        continue
      }
      if !stayingPut.stays[touch] {
        moved.append(ListMove(from: old, to: new, keys: keys[touch]))
      } else if touches[touch].isRevised {
        updated.append(ListUpdate(old: old, new: new, keys: keys[touch]))
      }
    }
    for touch in list.byNew where touches[touch].old == nil {
      guard let new = touches[touch].new else { continue }
      if pairing.oldSection(ofNew: new.section) == nil { brought.append(touch) } else { inserted.append(touch) }
    }
    if !stayingPut.displaced.isEmpty {
      moved += stayingPut.displaced.map { ListMove(from: $0.from, to: $0.to, keys: []) }
      moved.sort { $0.from < $1.from }
    }
  }
}
