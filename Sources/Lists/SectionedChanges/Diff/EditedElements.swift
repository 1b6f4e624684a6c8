import OrderedRows

/// The recorded elements of one level of the shown list. Sections are represented as items in a section 0.
///
/// The identifier is nil if only the places are known. That is enough for an element that is in both lists.
@usableFromInline
package typealias EditedElements<ID> = ElementChanges<ID?, ItemPlace>

extension ElementChanges where Place == ItemPlace {
  /// Appends an element, unless both places are nil.
  @inlinable
  package mutating func append(_ name: Name, old: ItemPlace?, new: ItemPlace?, isRevised: Bool, keys: Set<String>?) {
    guard old != nil || new != nil else { return }
    // An element that did not change has no changed keys, even if it moved.
    append(name, ElementChange(old: old, new: new, isRevised: isRevised, keys: isRevised ? keys : []))
  }

  /// The first identifier that was recorded as both deleted and inserted, because the caller recorded one element
  /// twice.
  @inlinable
  func firstDeletedAndInserted<ID: Hashable>() -> ID? where Name == ID? {
    guard elements.contains(where: { $0.new == nil }), elements.contains(where: { $0.old == nil }) else { return nil }
    let deleted = elements.indices.filter { elements[$0].new == nil }
    let inserted = elements.indices.filter { elements[$0].old == nil }
    let gone = Set(deleted.compactMap { names[$0] })
    return inserted.lazy.compactMap { names[$0] }.first { gone.contains($0) }
  }

  /// The error for a contradiction, with the noun of this level.
  @usableFromInline
  func error<ID>(
    for contradiction: TouchContradiction, _ noun: String, place: (ItemPlace) -> String
  ) -> SectionedChangeError where Name == ID? {
    func text(_ touched: ItemPlace?) -> String { touched.map(place) ?? "no place" }
    func name(_ touch: Int) -> String { names[touch].map { "\(named: $0)" } ?? "of no name" }
    switch contradiction {
    case .sameOldPlace(let first, let second):
      return SectionedChangeError(
        .placeNamedTwice,
        "\(noun) \(name(first)) and \(noun) \(name(second)) are both reported to have been at old "
          + "\(text(elements[first].old)).")
    case .sameNewPlace(let first, let second):
      return SectionedChangeError(
        .placeNamedTwice,
        "\(noun) \(name(first)) and \(noun) \(name(second)) are both reported to be at new "
          + "\(text(elements[first].new)).")
    case .oldPlaceOutOfBounds(let touch, let count):
      return SectionedChangeError(
        .placeOutOfBounds,
        "\(noun) \(name(touch)) is reported to have been at old \(text(elements[touch].old)), "
          + "where there were \(count).")
    case .newPlaceOutOfBounds(let touch, let count):
      return SectionedChangeError(
        .placeOutOfBounds,
        "\(noun) \(name(touch)) is reported to be at new \(text(elements[touch].new)), where there are \(count).")
    case .sectionOutOfBounds(let touch):
      return SectionedChangeError(
        .placeOutOfBounds,
        "\(noun) \(name(touch)) is reported to go from \(text(elements[touch].old)) to \(text(elements[touch].new)), "
          + "of which one names a section that does not exist.")
    case .countMismatch(let counts):
      return SectionedChangeError(.countMismatch, counts.sentence(noun))
    }
  }
}

extension SectionCounts {
  /// A sentence about counts that do not match, of a section's items or of the list's sections.
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
