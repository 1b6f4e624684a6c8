import CoreData

extension SectionedTracker {
  /// The section object at an index; nil for the section of unmatched items. An index that does not exist is a
  /// programming error, and stops the program.
  func section(at index: Int) -> NSManagedObject? {
    checkQueue()
    guard index >= 0, index < shown.version.sectionCount else {
      shown.requireFetched("section \(index)")
      fatalError(
        "There is no section \(index): the list has \(shown.version.sectionCount). Ask allSections.count first.")
    }
    return shown.object(of: shown.version.shown[index]).map(live)
  }

  /// The index of a section object; nil when it is not shown.
  func index(ofSection section: NSManagedObject) -> Int? {
    checkQueue()
    if let slot = shownLists?.slots[ObjectIdentifier(section)], Int(slot) < shown.objects.count,
      shown.objects[Int(slot)] === section
    {
      return shown.version.index(of: slot)
    }
    if let index = shown.version.shown.firstIndex(where: { shown.object(of: $0) === section }) { return index }
    // The shown list may have objects that the context no longer has, even before the controller is notified of a
    // reset.
    guard let index = index(ofSectionWith: section.objectID) else { return nil }
    let isShownGone = shown.object(of: shown.version.shown[index])?.managedObjectContext == nil
    return stage != .resting || isHeld || isShownGone ? index : nil
  }

  /// The index of the section with an ID; nil when it is not shown.
  ///
  /// - Complexity: O(sections).
  func index(ofSectionWith id: NSManagedObjectID) -> Int? {
    shown.version.shown.firstIndex { shown.sectionID(of: $0) == id }
  }
}
