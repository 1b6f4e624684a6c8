import OrderedRows

/// One touched object on its way from its old place in a results list to its new one.
struct RowTransition: Sendable {
  let key: RowKey
  /// Whether the object itself changed, so that staying in place is an update.
  let isChanged: Bool
  var old: RowPlace?
  var new: RowPlace?
  /// Whether it is in both lists, and in the same section.
  var staysInSection = false

  /// Whether it stood before another in the old list; those that did not stand there come last.
  func comesFromBefore(_ other: RowTransition) -> Bool {
    guard let old else { return false }
    return other.old.map { old < $0 } ?? true
  }

  /// Whether it stands before another in the new list, in which both are.
  func comesToBefore(_ other: RowTransition) -> Bool {
    guard let new, let otherNew = other.new else { return false }
    return new < otherNew
  }
}

extension ResultsChanges {
  /// Records what became of touched objects, with the least moves.
  ///
  /// Rows that were not touched stay, in the order they had: the least moves among the touched ones are recorded. A
  /// touched object can stay only among the same ones of them, in the same gap of its section; of the objects in one
  /// gap those stay that form the heaviest increasing subsequence: the most unchanged ones, then the most.
  ///
  /// - Parameter transitions: by old place, those without one at the end.
  /// - Complexity: O(k log k).
  mutating func addItems(of transitions: [RowTransition]) {
    let oldGaps = Self.gaps(transitions.lazy.map(\.old))
    let coming = transitions.indices.filter { transitions[$0].new != nil }
      .sorted { transitions[$0].comesToBefore(transitions[$1]) }
    let newGaps = Self.gaps(coming.lazy.map { transitions[$0].new })
    var gap: [Int] = []
    var last: (section: Int?, gap: Int?) = (nil, nil)
    for (index, newGap) in zip(coming, newGaps) {
      let transition = transitions[index]
      guard transition.staysInSection, oldGaps[index] == newGap else {
        addComing(transition)
        continue
      }
      if last != (transition.new?.section, newGap) {
        addStaying(gap, of: transitions)
        gap = []
        last = (transition.new?.section, newGap)
      }
      gap.append(index)
    }
    addStaying(gap, of: transitions)
    for transition in transitions where transition.new == nil {
      if let old = transition.old { deleted.append(.init(key: transition.key, place: old)) }
    }
  }

  /// For each place the number of rows of its section before it that are not among the places.
  private static func gaps(_ places: some Collection<RowPlace?>) -> [Int?] {
    var section = -1
    var before = 0
    return places.map { place in
      guard let place else { return nil }
      if place.section != section { (section, before) = (place.section, 0) }
      defer { before += 1 }
      return place.item - before
    }
  }

  private mutating func addComing(_ transition: RowTransition) {
    guard let new = transition.new else { return }
    if let old = transition.old {
      moved.append(.init(key: transition.key, old: old, new: new))
    } else {
      inserted.append(.init(key: transition.key, place: new))
    }
  }

  /// - Parameter gap: indices of transitions in one gap, by new place.
  private mutating func addStaying(_ gap: [Int], of transitions: [RowTransition]) {
    // Alone in its gap an object stays.
    if gap.count < 2 { return gap.forEach { addStaying(transitions[$0]) } }
    // Transitions stand by old place, so that the order of the indices is the order of the old places.
    let ranks = Dictionary(zip(gap.sorted(), 0...)) { first, _ in first }
    let stays = heaviestIncreasingSubsequence(
      of: gap.compactMap { ranks[$0] }, weights: gap.map { SubsequenceWeight(transitions[$0].isChanged ? 0 : 1, 1) }
    )
    for (index, stays) in zip(gap, stays) {
      if stays { addStaying(transitions[index]) } else { addComing(transitions[index]) }
    }
  }

  private mutating func addStaying(_ transition: RowTransition) {
    guard transition.isChanged, let old = transition.old, let new = transition.new else { return }
    updated.append(.init(key: transition.key, old: old, new: new))
  }
}
