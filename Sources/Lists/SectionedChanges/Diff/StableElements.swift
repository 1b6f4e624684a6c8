import OrderedRows

/// The touched elements that stay, and the untouched elements that have to move.
///
/// **The rule**: in a section that is in both lists, the elements that stay form an increasing subsequence. It has the
/// most unchanged elements; of several such, it has the most elements; of several such, the lexicographically smallest
/// list of old indices.
///
/// **Why the touched elements are enough.** Divide the untouched elements of a section into runs: a run ends wherever a
/// touched element stands in the old or in the new list. So each touched element is before or after a whole run in both
/// lists, and untouched elements keep their relative order. An increasing subsequence that contains one element of a
/// run can therefore be extended by the whole run, and is then heavier. So a run stays or moves as a whole, and its
/// weight is its length. It remains to find the heaviest increasing subsequence of the touched elements and at most
/// 2·touched + 1 runs, which takes O(touched · log touched). The last part of the rule also holds, because runs and
/// touched elements are disjoint in the old list: the order of two lists of elements equals the order of the
/// corresponding lists of runs.
///
/// **When an untouched element has to move.** Only if touched elements that did *not* change outweigh it. For example,
/// `[a, x, y] → [x, y, a]` with three unchanged elements keeps `x` and `y`, regardless of which elements were touched.
/// A touched element that changed never makes an unchanged element move.
struct StableElements {
  /// Whether each touched element stays. It can be true only for elements that are in one section of both lists.
  private(set) var stays: [Bool]
  /// The moves of untouched elements, sorted by old place in each section.
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

  /// The assumed number of untouched elements of a section with an unknown count, too many to be outweighed.
  private static let endless = Int.max / 4

  /// Checks bounds and counts of every old section with touched elements.
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

  /// Decides for the touched elements of one new section, which are sorted by new place.
  ///
  /// - Parameter hint: a search hint; see `TouchRuns.touches(of:near:)`.
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

  /// Finds the heaviest increasing subsequence of the candidates, sorted by new place, and the runs of untouched
  /// elements between them.
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

    // Pieces are numbered: candidates first, then runs. A run comes after the candidates that stand before its first
    // element.
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

  /// The numbers of all pieces in the order of one list.
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
  /// Whether a touched element, the only one in its section, weighs less than the untouched elements that it has
  /// passed.
  fileprivate func isOutweighed(_ touch: Int) -> Bool {
    let passed = abs(untouchedBeforeOld[touch] - untouchedBeforeNew[touch])
    return passed > 1 || (passed == 1 && touches[touch].isRevised)
  }

  /// Whether a touched element was before another one in their old section.
  fileprivate func standsBefore(_ first: Int, _ second: Int) -> Bool {
    (touches[first].old?.item ?? 0) < (touches[second].old?.item ?? 0)
  }
}
