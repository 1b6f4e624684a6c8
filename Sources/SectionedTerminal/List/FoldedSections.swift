/// Which sections are folded, by identity: some, or all but some. Of a million that are folded at once nothing is kept.
struct FoldedSections<ID: Hashable> {
  private var areAll = false
  /// Those that are not as all others.
  private var others: Set<ID> = []
  /// Those that left while all were folded: they are no new ones when they come back.
  private var gone: Set<ID> = []

  var isEmpty: Bool { !areAll && others.isEmpty }

  func contains(_ id: ID) -> Bool { others.contains(id) != areAll }

  mutating func set(_ id: ID, folded: Bool) {
    if folded == areAll { others.remove(id) } else { others.insert(id) }
  }

  /// Folds or unfolds all that there are.
  mutating func setAll(folded: Bool) { (areAll, others, gone) = (folded, [], []) }

  /// Records sections that came: they are not folded, unless they were when they left.
  mutating func came(_ ids: some Sequence<ID>) {
    guard areAll else { return }
    for id in ids where gone.remove(id) == nil { others.insert(id) }
  }

  /// Records sections that left.
  mutating func left(_ ids: some Sequence<ID>) {
    if areAll { gone.formUnion(ids) }
  }
}
