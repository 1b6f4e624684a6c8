import OrderedRows

/// Decides which touched elements stay put and which moved, from the touched elements alone.
///
/// Elements not touched are in both lists, in the same section, unchanged, in the same order among themselves. Walking
/// them is never needed: how many of them stand before a touched element is its index less its rank among the touched
/// ones of its section.
struct EditedList {
  let touches: [ElementChange<ItemPlace>]
  /// Positions in ``touches`` of those in the old list, ascending by old place.
  let byOld: [Int]
  /// Positions in ``touches`` of those in the new list, ascending by new place.
  let byNew: [Int]
  /// For each touch, how many untouched elements of its old section stand before it.
  private(set) var untouchedBeforeOld: [Int]
  /// The same in its new section.
  private(set) var untouchedBeforeNew: [Int]
  /// The sections of `byOld`.
  let oldRuns: TouchRuns
  /// The sections of `byNew`.
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
  /// The touches that lie in one old section, ascending.
  func touches(inOldSection section: Int) -> ArraySlice<Int> {
    var hint = 0
    return byOld[oldRuns.touches(of: section, near: &hint)]
  }

  /// The touches that lie in one new section, ascending.
  func touches(inNewSection section: Int) -> ArraySlice<Int> {
    var hint = 0
    return byNew[newRuns.touches(of: section, near: &hint)]
  }
}
