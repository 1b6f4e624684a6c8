/// The sections and objects that a controller's accessors have created from its list.
struct AccessorCache {
  /// All sections; nil after a section was inserted or deleted.
  var sections: [any NSFetchedResultsSectionInfo]?
  /// All objects, with the version of the list that they belong to.
  var objects: (version: Int, objects: [NSManagedObject])?
  private var infos: [SectionKey: ResultsSection] = [:]

  /// The info of a section. The same instance is returned as long as the section is in the list.
  mutating func info(_ key: SectionKey, of tracker: ResultsTracker) -> ResultsSection {
    if let info = infos[key] { return info }
    let info = ResultsSection(key, of: tracker)
    infos[key] = info
    return info
  }

  /// Updates a section's info after the object that is the section key received another key.
  mutating func rename(_ old: SectionKey, to new: SectionKey) {
    guard let info = infos.removeValue(forKey: old) else { return }
    info.rename(to: new)
    infos[new] = info
  }

  /// Removes the infos of deleted sections.
  ///
  /// - Returns: the removed infos, in the order of the changes.
  mutating func forgetSections(of changes: ResultsChanges, tracker: ResultsTracker) -> [ResultsSection] {
    if changes.deletedSections.isEmpty, changes.insertedSections.isEmpty { return [] }
    sections = nil
    let gone = changes.deletedSections.map { info($0.key, of: tracker) }
    for section in changes.deletedSections { infos[section.key] = nil }
    for info in gone { info.leave() }
    return gone
  }
}
