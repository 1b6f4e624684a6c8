/// The folded sections, by identity: either the listed ones, or all except the listed ones. So folding a million
/// sections at once stores none of them.
struct FoldedSections<ID: Hashable> {
  private var areAll = false
  /// The exceptions: the unfolded ones if all are folded, else the folded ones.
  private var exceptions: Set<ID> = []
  /// The sections that left while all were folded. When they come back, they are not treated as new ones.
  private var gone: Set<ID> = []

  var isEmpty: Bool { !areAll && exceptions.isEmpty }

  func contains(_ id: ID) -> Bool { exceptions.contains(id) != areAll }

  mutating func set(_ id: ID, folded: Bool) {
    if folded == areAll { exceptions.remove(id) } else { exceptions.insert(id) }
  }

  /// Folds or unfolds all existing sections.
  mutating func setAll(folded: Bool) { (areAll, exceptions, gone) = (folded, [], []) }

  /// Records inserted sections: they are not folded, unless they were folded when they left.
  mutating func came(_ ids: some Sequence<ID>) {
    guard areAll else { return }
    for id in ids where gone.remove(id) == nil { exceptions.insert(id) }
  }

  /// Records deleted sections.
  mutating func left(_ ids: some Sequence<ID>) {
    if areAll { gone.formUnion(ids) }
  }
}
