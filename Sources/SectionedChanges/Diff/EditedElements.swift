/// The elements of one level that a step may have changed: identifiers, places and keys, side by side.
@usableFromInline
package struct EditedElements<ID: Hashable & Sendable>: Sendable {
  /// The identifiers; nil where only the places are known, which is enough for an element that is in both lists.
  @usableFromInline package private(set) var ids: [ID?] = []
  @usableFromInline package var places: [EditedPlace] = []
  @usableFromInline package var keys: [Set<String>?] = []

  @inlinable
  package init() {}

  @inlinable
  package mutating func append(_ id: ID?, old: ItemPlace?, new: ItemPlace?, isRevised: Bool, keys: Set<String>?) {
    guard old != nil || new != nil else { return }
    ids.append(id)
    places.append(EditedPlace(old: old, new: new, isRevised: isRevised))
    // An element that did not change has no changed keys, whatever moved it.
    self.keys.append(isRevised ? keys : [])
  }

  @inlinable
  package mutating func reserveCapacity(_ capacity: Int) {
    ids.reserveCapacity(capacity)
    places.reserveCapacity(capacity)
    keys.reserveCapacity(capacity)
  }

  /// Marks an element as one that did not change itself.
  package mutating func clearRevision(at index: Int) {
    places[index].isRevised = false
    keys[index] = []
  }
}

extension EditedElements {
  /// The first identifier recorded as both deleted and inserted: the caller's list holds it at two places.
  @inlinable
  func firstDeletedAndInserted() -> ID? {
    guard places.contains(where: { $0.new == nil }), places.contains(where: { $0.old == nil }) else { return nil }
    let deleted = places.indices.filter { places[$0].new == nil }
    let inserted = places.indices.filter { places[$0].old == nil }
    let gone = Set(deleted.compactMap { ids[$0] })
    return inserted.lazy.compactMap { ids[$0] }.first { gone.contains($0) }
  }

  /// The error for a contradiction, in the words of this level.
  @usableFromInline
  func error(
    for contradiction: TouchContradiction, _ noun: String, place: (ItemPlace) -> String
  ) -> SectionedChangeError {
    func text(_ touched: ItemPlace?) -> String { touched.map(place) ?? "no place" }
    func name(_ touch: Int) -> String { ids[touch].map { "\(named: $0)" } ?? "of no name" }
    switch contradiction {
    case .sameOldPlace(let first, let second):
      return SectionedChangeError(
        .placeNamedTwice,
        "\(noun) \(name(first)) and \(noun) \(name(second)) are both reported to have been at old "
          + "\(text(places[first].old)).")
    case .sameNewPlace(let first, let second):
      return SectionedChangeError(
        .placeNamedTwice,
        "\(noun) \(name(first)) and \(noun) \(name(second)) are both reported to be at new "
          + "\(text(places[first].new)).")
    case .oldPlaceOutOfBounds(let touch, let count):
      return SectionedChangeError(
        .placeOutOfBounds,
        "\(noun) \(name(touch)) is reported to have been at old \(text(places[touch].old)), "
          + "where there were \(count).")
    case .newPlaceOutOfBounds(let touch, let count):
      return SectionedChangeError(
        .placeOutOfBounds,
        "\(noun) \(name(touch)) is reported to be at new \(text(places[touch].new)), where there are \(count).")
    case .sectionOutOfBounds(let touch):
      return SectionedChangeError(
        .placeOutOfBounds,
        "\(noun) \(name(touch)) is reported to go from \(text(places[touch].old)) to \(text(places[touch].new)), "
          + "of which one names a section that does not exist.")
    case .countMismatch(let counts):
      return SectionedChangeError(.countMismatch, counts.sentence(noun))
    }
  }
}

extension SectionCounts {
  /// A sentence that names the counts that do not add up, of items or, for the list of sections, of sections.
  func sentence(_ noun: String) -> String {
    let sum = "\(before) before, \(left) left, \(came) came, \(after) after"
    guard noun == "item" else { return "The numbers of \(noun)s do not add up: \(sum)." }
    switch (oldSection, newSection) {
    case (let old?, let new?): return "Section \(old), now \(new), has counts that do not add up: \(sum)."
    case (let old?, nil): return "Deleted section \(old) has items of which nothing was reported: \(sum)."
    case (nil, let new?): return "Inserted section \(new) has items of which nothing was reported: \(sum)."
    case (nil, nil): return "A section has counts that do not add up: \(sum)."
    }
  }
}
