import OrderedRows

/// The changes of the touched elements of one level, without identifiers.
///
/// Deletions and insertions are indices in the array of touched elements, sorted by old and by new place.
@usableFromInline
struct ElementDifference {
  @usableFromInline private(set) var deleted: [Int] = []
  @usableFromInline private(set) var taken: [Int] = []
  @usableFromInline private(set) var inserted: [Int] = []
  @usableFromInline private(set) var brought: [Int] = []
  @usableFromInline private(set) var moved: [ListMove<ItemPlace>] = []
  @usableFromInline private(set) var updated: [ListUpdate<ItemPlace>] = []

  /// - Complexity: O(touches · log touches + untouched elements that have to move).
  @usableFromInline
  init(_ touches: [ElementChange<ItemPlace>], pairing: SectionPairing) throws {
    if touches.isEmpty || (touches.count == 1 && settle(touches[0], pairing: pairing)) { return }
    let list = try EditedList(touches)
    let stayingPut = try StableElements(of: list, in: pairing)
    for touch in list.byOld {
      guard let old = touches[touch].old else { continue }
      guard let new = touches[touch].new else {
        if pairing.newSection(ofOld: old.section) == nil { taken.append(touch) } else { deleted.append(touch) }
        continue
      }
      if !stayingPut.stays[touch] {
        moved.append(ListMove(from: old, to: new, keys: touches[touch].keys))
      } else if touches[touch].isRevised {
        updated.append(ListUpdate(old: old, new: new, keys: touches[touch].keys))
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

extension ElementDifference {
  /// Computes the change of a single touched element directly, without sorting or weighing.
  ///
  /// - Returns: false if the touched element does not match the counts, or if an untouched element may have to move
  ///   instead.
  private mutating func settle(_ touch: ElementChange<ItemPlace>, pairing: SectionPairing) -> Bool {
    let oldSection = touch.old.map { pairing.newSection(ofOld: $0.section) }
    let newSection = touch.new.map { pairing.oldSection(ofNew: $0.section) }
    guard fits(touch, newSectionOfOld: oldSection ?? nil, oldSectionOfNew: newSection ?? nil, pairing) else {
      return false
    }
    switch (touch.old, touch.new) {
    case (let old?, let new?):
      let staysInSection = oldSection == .some(new.section)
      if staysInSection, old.item == new.item {
        if touch.isRevised { updated = [ListUpdate(old: old, new: new, keys: touch.keys)] }
      } else if staysInSection, !touch.isRevised, abs(old.item - new.item) == 1 {
        return false
      } else {
        moved = [ListMove(from: old, to: new, keys: touch.keys)]
      }
    case (_?, nil):
      if oldSection == .some(nil) { taken = [0] } else { deleted = [0] }
    case (nil, _?):
      if newSection == .some(nil) { brought = [0] } else { inserted = [0] }
    case (nil, nil): break
    }
    return true
  }

  /// Whether the touched element alone explains the difference of its sections' counts.
  private func fits(
    _ touch: ElementChange<ItemPlace>, newSectionOfOld: Int?, oldSectionOfNew: Int?, _ pairing: SectionPairing
  ) -> Bool {
    guard let counts = pairing.counts else { return true }
    if let old = touch.old {
      let before = counts.old(old.section)
      let after = newSectionOfOld.map(counts.new) ?? 0
      let came = touch.new != nil && touch.new?.section == newSectionOfOld ? 1 : 0
      guard 0..<before ~= old.item, before - 1 == after - came else { return false }
    }
    if let new = touch.new {
      let after = counts.new(new.section)
      let before = oldSectionOfNew.map(counts.old) ?? 0
      let left = touch.old != nil && touch.old?.section == oldSectionOfNew ? 1 : 0
      guard 0..<after ~= new.item, after - 1 == before - left else { return false }
    }
    return true
  }
}
