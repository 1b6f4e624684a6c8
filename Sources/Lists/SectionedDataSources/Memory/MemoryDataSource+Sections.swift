import SectionedChanges

// The editing methods for sections. Indices refer to the current list, which includes the edits since the last step.
extension MemoryDataSource {
  /// Appends a section.
  @inlinable
  public func appendSection(_ section: Section, items: [Item] = []) {
    let named = identified(SectionContent(section, items: items))
    edit { putSection(named, at: list.order.sectionCount, &$0) }
  }

  /// Inserts a section.
  ///
  /// - Parameters:
  ///   - section: the section's model.
  ///   - items: its items, in order.
  ///   - index: the index of the section after the insertion, at most the number of sections.
  /// - Throws: `sectionOutOfBounds`.
  @inlinable
  public func insertSection(_ section: Section, items: [Item] = [], at index: Int) throws {
    let named = identified(SectionContent(section, items: items))
    guard index >= 0, index <= list.order.sectionCount else {
      throw anomaly(
        .sectionOutOfBounds, "insertSection: a section cannot be at \(index) in a list of \(list.order.sectionCount).")
    }
    edit { putSection(named, at: index, &$0) }
  }

  /// Removes the section with an identifier and its items; of several, the one with the lowest occurrence number.
  ///
  /// - Throws: `unknownSection`.
  @inlinable
  public func removeSection(_ id: SectionID) throws {
    drop(try checkedSlot(ofSection: firstSectionKey(id), "removeSection"))
  }

  /// Removes the section at an index, with its items.
  ///
  /// - Throws: `sectionOutOfBounds`.
  @inlinable
  public func removeSection(at index: Int) throws {
    try check(section: index, "removeSection")
    drop(list.order.sectionSlot(at: index))
  }

  /// Removes the sections at indices of the current list. An invalid index is reported and skipped.
  @inlinable
  public func removeSections(at indices: some Sequence<Int>) {
    let indices = Array(indices)
    edit {
      let keys = indices.compactMap { index -> ListedID<SectionID>? in
        guard (try? check(section: index, "removeSections")) != nil else { return nil }
        return list.sections[list.order.sectionSlot(at: index)]
      }
      for key in keys { if let slot = sectionSlot(of: key) { drop(slot) } }
    }
  }

  /// Removes all sections with their items.
  @inlinable
  public func removeAll() {
    edit { for index in (0..<list.order.sectionCount).reversed() { drop(list.order.sectionSlot(at: index)) } }
  }

  /// Moves a section with its items.
  ///
  /// - Parameters:
  ///   - old: the index of the section in the current list.
  ///   - new: the index of the section after the move.
  /// - Throws: `sectionOutOfBounds`.
  @inlinable
  public func moveSection(from old: Int, to new: Int) throws {
    try check(section: old, "moveSection")
    try check(section: new, "moveSection")
    edit { list.moveSection(list.order.sectionSlot(at: old), to: new) }
  }

  /// Moves the section with an identifier and its items; of several, the one with the lowest occurrence number.
  ///
  /// - Parameters:
  ///   - id: the identifier of the section.
  ///   - index: the index of the section after the move.
  /// - Throws: `unknownSection`, `sectionOutOfBounds`.
  @inlinable
  public func moveSection(_ id: SectionID, to index: Int) throws {
    let slot = try checkedSlot(ofSection: firstSectionKey(id), "moveSection")
    try check(section: index, "moveSection")
    edit { list.moveSection(slot, to: index) }
  }

  /// Replaces the model of a section, and keeps its items. If the identifier is the same, the section is updated.
  ///
  /// - Throws: `sectionOutOfBounds`.
  @inlinable
  public func replaceSection(at index: Int, with section: Section) throws {
    let named = identified(SectionContent(section))
    try check(section: index, "replaceSection")
    edit { replaceSection(at: index, with: named.section, &$0) }
  }

  @inlinable
  func replaceSection(at index: Int, with named: NamedSection, _ replacements: inout Replacements) {
    let slot = list.order.sectionSlot(at: index)
    guard named.id != list.sections[slot].id else { return update(section: slot, to: named.section, &replacements) }
    // The items of the old section move to the new one.
    putSection(SectionContent(named), at: index, &replacements)
    for (item, slot) in list.order.items(at: index + 1).enumerated() {
      list.move(slot, to: ItemPlace(section: index, item: item))
    }
    drop(slot)
  }

  /// Updates the model of the section that has the same identifier; of several, the one with the lowest occurrence
  /// number.
  ///
  /// - Throws: `unknownSection`.
  @inlinable
  public func updateSection(_ section: Section) throws {
    let id = identifySection(section)
    let slot = try checkedSlot(ofSection: firstSectionKey(id), "updateSection")
    edit { update(section: slot, to: section, &$0) }
  }

  /// Reports a section as changed, even if its model is the same.
  ///
  /// - Throws: `sectionOutOfBounds`.
  @inlinable
  public func reloadSection(at index: Int) throws {
    try check(section: index, "reloadSection")
    edit { list.touchSection(list.order.sectionSlot(at: index), isRevised: true) }
  }
}

extension MemoryDataSource {
  @inlinable
  func firstSectionKey(_ id: SectionID) -> ListedID<SectionID> {
    sectionCopies.keys(id).first { list.holdsSection($0) } ?? ListedID(id)
  }

  @inlinable
  func putSection(_ content: NamedContent, at index: Int, _ replacements: inout Replacements) {
    let key = sectionCopies.lowestFree(content.section.id) { list.holdsSection($0) }
    insertSection(content.section.section, named: key, at: index, &replacements)
    put(content.items, at: ItemPlace(section: index, item: 0), &replacements)
  }

  @inlinable
  func update(section slot: Int32, to section: Section, _ replacements: inout Replacements) {
    let isAsked = replacements.note(
      section: list.sections[slot], from: sectionModels[Int(slot)], to: section, areSameSections)
    list.touchSection(slot, isRevised: !isAsked)
    setSectionModel(section, at: slot)
  }

  @inlinable
  func drop(_ slot: Int32) {
    edit {
      guard let index = list.index(ofSection: list.sections[slot]) else { return }
      clear(index)
      list.removeSection(slot)
      sectionCopies.note(list.sections[slot].id)
    }
  }
}
