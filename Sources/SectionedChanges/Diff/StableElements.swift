import OrderedRows

/// The touched elements of a list that stay put, and the untouched ones that move nonetheless.
///
/// **The rule**: within a section that is in both lists, the elements that stay put are the increasing
/// subsequence that keeps first the most unchanged elements, then the most elements, then the lexicographically
/// smallest list of old indices.
///
/// **Why the touched elements are enough.** Cut the untouched elements of a section into runs, at each number of
/// untouched elements that stands before a touched element, in the old list or in the new. A touched element has the
/// whole of a run on one side of it, in both lists, and two untouched elements are never out of order. So any
/// increasing subsequence with one element of a run stays increasing with all of it, and is then heavier: a run stays
/// or moves as one, with the weight of its length. What remains is the heaviest increasing subsequence of at most
/// 2·touched + 1 runs and the touched elements, a question of O(touched · log touched). The tie rule carries over too:
/// runs and touched elements are disjoint in the old list, so of two lists the smaller one in whole elements is the
/// smaller one in cut pieces.
///
/// **When an untouched element must move.** Only when touched elements that did *not* change (their place follows from
/// something else) outweigh it: `[a, x, y] → [x, y, a]` with all three unchanged keeps `x` and `y`, whichever of the
/// three were touched. A touched element that changed never displaces an unchanged one.
struct StableElements {
  /// For each touch whether it stays; true only for touches in both lists, in one section.
  private(set) var stays: [Bool]
  /// Moves of untouched elements, ascending by old place within a section.
  private(set) var displaced: [(from: ItemPlace, to: ItemPlace)] = []

  /// Complexity: O(touches · log touches + displaced).
  init(of list: EditedList, in pairing: SectionPairing) throws {
    stays = Array(repeating: false, count: list.touches.count)
    try Self.checkOldSections(of: list, in: pairing)
    var hint = 0
    for run in 0..<list.newRuns.count {
      let section = list.newRuns.sections[run]
      try settle(list.byNew[list.newRuns[run]], inNewSection: section, of: list, in: pairing, near: &hint)
    }
  }

  /// The assumed number of untouched elements of a section whose count is not known: more than can be outweighed.
  private static let endless = Int.max / 4

  /// Checks bounds and balance of every old section with a touch.
  private static func checkOldSections(
    of list: EditedList, in pairing: SectionPairing
  ) throws {
    guard let counts = pairing.counts else { return }
    var hint = 0
    for run in 0..<list.oldRuns.count {
      let section = list.oldRuns.sections[run]
      let count = counts.old(section)
      let touches = list.byOld[list.oldRuns[run]]
      if let outside = touches.first(where: { !(0..<count).contains(list.touches[$0].old?.item ?? 0) }) {
        throw TouchContradiction.oldPlaceOutOfBounds(outside, count: count)
      }
      let new = pairing.newSection(ofOld: section)
      let came = new.map { list.newRuns.touches(of: $0, near: &hint).count } ?? 0
      let after = new.map(counts.new) ?? 0
      if count - touches.count != after - came {
        throw TouchContradiction.countMismatch(
          SectionCounts(
            oldSection: section, newSection: new, before: count, left: touches.count, came: came, after: after))
      }
    }
  }

  /// Decides for one new section, whose touches ascend by new place.
  ///
  /// - Parameter hint: see `TouchRuns.touches(of:near:)`.
  private mutating func settle(
    _ touches: ArraySlice<Int>, inNewSection section: Int, of list: EditedList, in pairing: SectionPairing,
    near hint: inout Int
  ) throws {
    let old = pairing.oldSection(ofNew: section)
    var untouched = Self.endless
    if let counts = pairing.counts {
      let count = counts.new(section)
      if let outside = touches.first(where: { !(0..<count).contains(list.touches[$0].new?.item ?? 0) }) {
        throw TouchContradiction.newPlaceOutOfBounds(outside, count: count)
      }
      untouched = count - touches.count
      let left = old.map { list.oldRuns.touches(of: $0, near: &hint).count } ?? 0
      let before = old.map(counts.old) ?? 0
      guard before - left == untouched else {
        throw TouchContradiction.countMismatch(
          SectionCounts(
            oldSection: old, newSection: section, before: before, left: left, came: touches.count, after: count))
      }
    }
    guard let old else { return }

    var candidates: [Int] = []
    var isSettled = true
    var lastOld = -1
    for touch in touches {
      guard let place = list.touches[touch].old, place.section == old else { continue }
      candidates.append(touch)
      if list.untouchedBeforeOld[touch] != list.untouchedBeforeNew[touch] || place.item < lastOld { isSettled = false }
      lastOld = place.item
    }
    if isSettled {
      for touch in candidates { stays[touch] = true }
    } else if candidates.count == 1, list.isOutweighed(candidates[0]) {
      return
    } else {
      settle(candidates: candidates, untouched: untouched, oldSection: old, newSection: section, of: list)
    }
  }

  /// Weighs candidates, ascending by new place, against the runs of untouched elements between them.
  private mutating func settle(
    candidates: [Int], untouched: Int, oldSection: Int, newSection: Int, of list: EditedList
  ) {
    var cuts: [Int] = [0]
    for touch in candidates {
      cuts.append(list.untouchedBeforeOld[touch])
      cuts.append(list.untouchedBeforeNew[touch])
    }
    cuts.sort()
    var runs: [Range<Int>] = []
    for (number, cut) in cuts.enumerated() {
      let next = number + 1 < cuts.count ? cuts[number + 1] : untouched
      if cut < next { runs.append(cut..<next) }
    }

    // Pieces are numbered: candidates first, then runs. A run follows the candidates that have its start before them.
    let inNew = Self.pieces(candidates, before: list.untouchedBeforeNew, numbered: Array(candidates.indices), runs)
    let oldOrder = candidates.indices.sorted { list.standsBefore(candidates[$0], candidates[$1]) }
    let inOld = Self.pieces(candidates, before: list.untouchedBeforeOld, numbered: oldOrder, runs)
    var oldRank = Array(repeating: 0, count: inOld.count)
    for (rank, piece) in inOld.enumerated() { oldRank[piece] = rank }

    let kept = heaviestIncreasingSubsequence(
      of: inNew.map { oldRank[$0] },
      weights: inNew.map { piece in
        guard piece < candidates.count else {
          let length = runs[piece - candidates.count].count
          return SubsequenceWeight(length, length)
        }
        return SubsequenceWeight(list.touches[candidates[piece]].isRevised ? 0 : 1, 1)
      })
    var displacedRuns: [Range<Int>] = []
    for (piece, isKept) in zip(inNew, kept) {
      if piece < candidates.count {
        stays[candidates[piece]] = isKept
      } else if !isKept {
        displacedRuns.append(runs[piece - candidates.count])
      }
    }
    displace(displacedRuns, oldSection: oldSection, newSection: newSection, of: list)
  }

  /// All pieces in the order of one list.
  private static func pieces(
    _ candidates: [Int], before: [Int], numbered order: [Int], _ runs: [Range<Int>]
  ) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(order.count + runs.count)
    var run = 0
    for number in order {
      while run < runs.count, runs[run].lowerBound < before[candidates[number]] {
        result.append(candidates.count + run)
        run += 1
      }
      result.append(number)
    }
    while run < runs.count {
      result.append(candidates.count + run)
      run += 1
    }
    return result
  }

  private mutating func displace(_ runs: [Range<Int>], oldSection: Int, newSection: Int, of list: EditedList) {
    guard !runs.isEmpty else { return }
    let left = GapList(places: list.touches(inOldSection: oldSection).compactMap { list.touches[$0].old })
    let came = GapList(places: list.touches(inNewSection: newSection).compactMap { list.touches[$0].new })
    for run in runs {
      for rank in run {
        displaced.append(
          (
            from: ItemPlace(section: oldSection, item: left.item(ofRank: rank, inSection: oldSection)),
            to: ItemPlace(section: newSection, item: came.item(ofRank: rank, inSection: newSection))
          ))
      }
    }
  }
}

extension EditedList {
  /// Whether a touch that is alone in its section weighs less than the untouched elements that it has passed.
  fileprivate func isOutweighed(_ touch: Int) -> Bool {
    let passed = abs(untouchedBeforeOld[touch] - untouchedBeforeNew[touch])
    return passed > 1 || (passed == 1 && touches[touch].isRevised)
  }

  /// Whether one touch stands before another in their old section.
  fileprivate func standsBefore(_ first: Int, _ second: Int) -> Bool {
    (touches[first].old?.item ?? 0) < (touches[second].old?.item ?? 0)
  }
}
