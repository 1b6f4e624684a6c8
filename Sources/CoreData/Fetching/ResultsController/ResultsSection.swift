/// A section of a fetched results controller, by its key. It shows the section as it is now.
final class ResultsSection: NSFetchedResultsSectionInfo {
  let name: String
  private let key: SectionKey
  private weak var tracker: ResultsTracker?
  private var made: (version: Int, objects: [Any])?
  /// Whether the section has left the list. Another one may have its key.
  private var isGone = false

  init(_ key: SectionKey, of tracker: ResultsTracker) {
    self.key = key
    self.tracker = tracker
    name = tracker.name(of: key)
  }

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
