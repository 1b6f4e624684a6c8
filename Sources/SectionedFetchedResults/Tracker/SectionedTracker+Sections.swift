import CoreData

extension SectionedTracker {
  /// The section object at an index; nil for the section of unmatched items. An index that is not in the list is a
  /// programming error.
  func section(at index: Int) -> NSManagedObject? {
    checkQueue()
    guard index >= 0, index < shown.version.sectionCount else {
      fatalError(
        "There is no section \(index): the list has \(shown.version.sectionCount). Ask allSections.count first.")
    }
    return shown.object(of: shown.version.shown[index])
  }

  /// The index of a section object; nil when it is not shown.
  func index(ofSection section: NSManagedObject) -> Int? {
    checkQueue()
    guard let slot = lists?.slots[ObjectIdentifier(section)], Int(slot) < shown.objects.count,
      shown.objects[Int(slot)] === section
    else { return shown.version.shown.firstIndex { shown.object(of: $0) === section } }
    return shown.version.index(of: slot)
  }
}
