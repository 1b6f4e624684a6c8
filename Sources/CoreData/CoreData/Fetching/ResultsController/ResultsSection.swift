/// The info of a section of a fetched results controller, identified by the section key. It always describes the
/// current state.
final class ResultsSection: NSFetchedResultsSectionInfo {
  private var key: SectionKey
  private var knownName: String
  /// Whether the object that is the section key received another ID since the name was computed.
  private var isRenamed = false
  private weak var tracker: ResultsTracker?
  private var made: (version: Int, objects: [Any])?
  /// Whether the section was removed from the list. A new section may have the same key.
  private var isGone = false

  init(_ key: SectionKey, of tracker: ResultsTracker) {
    self.key = key
    self.tracker = tracker
    knownName = tracker.name(of: key)
  }

  /// The text of the key.
  var name: String {
    if isRenamed, let tracker { (knownName, isRenamed) = (tracker.name(of: key), false) }
    return knownName
  }

  /// Replaces the key, after the object that it refers to received another ID.
  func rename(to key: SectionKey) { (self.key, isRenamed) = (key, true) }

  var indexTitle: String? { tracker?.controller?.sectionIndexTitle(forSectionName: name) }

  /// Records that the section was removed from the list.
  func leave() { isGone = true }

  /// The number of objects; 0 if the section was removed.
  var numberOfObjects: Int { isGone ? 0 : tracker?.count(of: key) ?? 0 }

  var objects: [Any]? {
    if isGone { return [] }
    guard let tracker else { return nil }
    if let made, made.version == tracker.version { return made.objects }
    let objects = tracker.objects(of: key)
    made = (tracker.version, objects)
    return objects
  }
}
