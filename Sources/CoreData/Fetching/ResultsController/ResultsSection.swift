/// A section of a fetched results controller, by its key. It shows the section as it is now.
final class ResultsSection: NSFetchedResultsSectionInfo {
  private var key: SectionKey
  private var knownName: String
  /// Whether the object that is the key has got another ID since the name was made.
  private var isRenamed = false
  private weak var tracker: ResultsTracker?
  private var made: (version: Int, objects: [Any])?
  /// Whether the section has left the list. Another one may have its key.
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

  /// Gives the section another key of the same object.
  func rename(to key: SectionKey) { (self.key, isRenamed) = (key, true) }

  var indexTitle: String? { tracker?.controller?.sectionIndexTitle(forSectionName: name) }

  /// Records that the section has left the list.
  func leave() { isGone = true }

  /// 0 when the section is gone.
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
