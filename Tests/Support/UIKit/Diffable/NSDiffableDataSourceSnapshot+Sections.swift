extension NSDiffableDataSourceSnapshot {
  /// Appends sections.
  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
    insert(identifiers, at: sections.count)
  }

  /// Inserts sections before a section.
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType
  ) { insert(identifiers, at: toIdentifier, offset: 0) }

  /// Inserts sections after a section.
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType
  ) { insert(identifiers, at: toIdentifier, offset: 1) }

  /// Removes sections and their items.
  public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
    for identifier in identifiers {
      let taken = items.removeValue(forKey: identifier) ?? []
      for item in taken { homes[item] = nil }
      forget(taken)
      sections.removeAll { $0 == identifier }
      reloadedSectionIdentifiers.removeAll { $0 == identifier }
    }
  }

  /// Moves a section before another one.
  public mutating func moveSection(
    _ identifier: SectionIdentifierType, beforeSection toIdentifier: SectionIdentifierType
  ) { move(identifier, toIdentifier, offset: 0) }

  /// Moves a section after another one.
  public mutating func moveSection(
    _ identifier: SectionIdentifierType, afterSection toIdentifier: SectionIdentifierType
  ) { move(identifier, toIdentifier, offset: 1) }

  private mutating func move(_ section: SectionIdentifierType, _ other: SectionIdentifierType, offset: Int) {
    guard section != other, let old = sections.firstIndex(of: section), sections.contains(other) else {
      return refuse("Invalid section identifier specified for a move: \(section), \(other)")
    }
    sections.remove(at: old)
    guard let index = sections.firstIndex(of: other) else { return }
    sections.insert(section, at: index + offset)
  }

  private mutating func insert(
    _ identifiers: [SectionIdentifierType], at other: SectionIdentifierType, offset: Int
  ) {
    guard let index = sections.firstIndex(of: other) else {
      return refuse("Invalid section identifier specified for the destination: \(other)")
    }
    insert(identifiers, at: index + offset)
  }

  private mutating func insert(_ identifiers: [SectionIdentifierType], at index: Int) {
    var seen = Set(sections)
    let twice = identifiers.filter { !seen.insert($0).inserted }
    guard twice.isEmpty else {
      let list = twice.map { "    \($0)" }.joined(separator: ",\n")
      return refuse("Fatal: supplied section identifiers are not unique. Duplicate identifiers: {(\n\(list)\n)}")
    }
    sections.insert(contentsOf: identifiers, at: index)
    for identifier in identifiers { items[identifier] = [] }
  }
}
