import OrderedRows

/// Prepares the decision which touched elements stay and which moved. It reads only the touched elements.
///
/// Untouched elements are in both lists, unchanged, in the same section and in the same relative order. They need not
/// be read: the number of untouched elements before a touched one is its index minus its rank among the touched
/// elements of its section.
struct EditedList {
  let touches: [ElementChange<ItemPlace>]
  /// The indices in ``touches`` of the elements of the old list, sorted by old place.
  let byOld: [Int]
  /// The indices in ``touches`` of the elements of the new list, sorted by new place.
  let byNew: [Int]
  /// For each touched element, the number of untouched elements before it in its old section.
  private(set) var untouchedBeforeOld: [Int]
  /// For each touched element, the number of untouched elements before it in its new section.
  private(set) var untouchedBeforeNew: [Int]
  /// The elements of `byOld`, grouped by section.
  let oldRuns: TouchRuns
  /// The elements of `byNew`, grouped by section.
  let newRuns: TouchRuns

  /// Complexity: O(touches · log touches).
  init(_ touches: [ElementChange<ItemPlace>]) throws {
    self.touches = touches
    var old: [(place: ItemPlace, touch: Int)] = []
    var new: [(place: ItemPlace, touch: Int)] = []
    for (number, touch) in touches.enumerated() {
      if let place = touch.old { old.append((place, number)) }
      if let place = touch.new { new.append((place, number)) }
    }
    if old.count > 1 { old.sort { $0.place < $1.place } }
    if new.count > 1 { new.sort { $0.place < $1.place } }
    if let twice = Self.firstTwice(old) { throw TouchContradiction.sameOldPlace(twice.0, twice.1) }
    if let twice = Self.firstTwice(new) { throw TouchContradiction.sameNewPlace(twice.0, twice.1) }
    byOld = old.map { $0.touch }
    byNew = new.map { $0.touch }
    oldRuns = TouchRuns(old.lazy.map(\.place))
    newRuns = TouchRuns(new.lazy.map(\.place))
    untouchedBeforeOld = Self.untouchedBefore(old, touches: touches.count)
    untouchedBeforeNew = Self.untouchedBefore(new, touches: touches.count)
  }

  private static func firstTwice(_ placed: [(place: ItemPlace, touch: Int)]) -> (Int, Int)? {
    var index = 1
    while index < placed.count {
      if placed[index - 1].place == placed[index].place { return (placed[index - 1].touch, placed[index].touch) }
      index += 1
    }
    return nil
  }

  private static func untouchedBefore(_ placed: [(place: ItemPlace, touch: Int)], touches: Int) -> [Int] {
    var result = Array(repeating: 0, count: touches)
    var section = -1
    var rank = 0
    for (place, touch) in placed {
      if place.section != section {
        section = place.section
        rank = 0
      }
      result[touch] = place.item - rank
      rank += 1
    }
    return result
  }
}

extension EditedList {
  /// The touched elements of an old section, sorted by old place.
  func touches(inOldSection section: Int) -> ArraySlice<Int> {
    var hint = 0
    return byOld[oldRuns.touches(of: section, near: &hint)]
  }

  /// The touched elements of a new section, sorted by new place.
  func touches(inNewSection section: Int) -> ArraySlice<Int> {
    var hint = 0
    return byNew[newRuns.touches(of: section, near: &hint)]
  }
}
