/// A part of a list whose reads are observed separately.
package enum ListPart<SectionID: Hashable & Sendable>: Hashable, Sendable {
  /// The identifiers of the sections, in order.
  case order
  /// The identifiers and counts of the sections, in order.
  case outline
  /// A section with its items, regardless of its position, or the fact that it is missing.
  case section(SectionID)
  /// A value that is computed of the items of a section, or of all items.
  case value(ReadValue<SectionID>)
  /// The whole list.
  case whole
  /// The phase of loading.
  case phase
  /// The last error.
  case error
  /// The configuration of the list's requests.
  case configuration
  /// The list as replaced by a completely new one. Every reader of a part also reads this part.
  case anew
}

extension SectionedChangeSet {
  /// The parts of the list that differ between the old and the new version.
  ///
  /// A section that moved without changing does not differ. For a renamed section, both the old and the new identifier
  /// differ.
  ///
  /// - Parameter sectionID: returns the identifier of the section at an index of the new list.
  /// - Complexity: O(changes · log changes).
  package func changedParts(sectionID: (Int) -> SectionID) -> Set<ListPart<SectionID>> {
    if isEmpty { return [] }
    let isReordered = !(sections.deleted.isEmpty && sections.inserted.isEmpty && sections.moved.isEmpty)
    let map = isReordered ? PlaceMap(self) : nil
    /// The changed sections of both lists, each with the difference of its item count.
    var changed: [SectionID: Int] = [:]
    func note(new section: Int, _ difference: Int) { changed[sectionID(section), default: 0] += difference }
    func note(old section: Int, _ difference: Int) {
      // A deleted section differs as a whole, so its items need not be counted.
      guard let map else { return note(new: section, difference) }
      if let new = map.newSection(ofOld: section) { note(new: new, difference) }
    }
    for item in items.deleted { note(old: item.place.section, -1) }
    for item in items.inserted { note(new: item.place.section, 1) }
    for move in items.moved {
      note(old: move.from.section, -1)
      note(new: move.to.section, 1)
    }
    for update in items.updated { note(new: update.new.section, 0) }
    for update in sections.updated { note(new: update.new, 0) }
    for move in sections.moved where move.keys != [] { note(new: move.to, 0) }
    var parts: Set<ListPart<SectionID>> = [.whole]
    for id in changed.keys { parts.insert(.section(id)) }
    for section in sections.deleted + sections.inserted { parts.insert(.section(section.id)) }
    for renaming in sections.renamed {
      parts.insert(.section(renaming.old))
      parts.insert(.section(renaming.new))
    }
    if isReordered || !sections.renamed.isEmpty { parts.insert(.order) }
    if parts.contains(.order) || changed.values.contains(where: { $0 != 0 }) { parts.insert(.outline) }
    return parts
  }
}
