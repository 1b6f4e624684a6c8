import CoreData
import SectionedChanges

/// The folded sections of a controller. A class, so that the lists of all fetches share one instance.
final class FoldedSections {
  var states = SectionFolding<NSManagedObjectID?>()

  /// A section's own state; nil if it was neither folded nor unfolded.
  subscript(section: NSManagedObject) -> Bool? { states.states.isEmpty ? nil : states.states[section.objectID] }

  /// Replaces the temporary IDs of sections that were saved.
  func rename(_ saved: [UnsavedSections.Section]) {
    for section in saved { states.rename(section.id, to: section.object.objectID) }
  }
}

extension ListPolicies {
  /// These policies with the folded sections. The list was just built, so the sections have the slots 1, 2 and so on.
  func withFolding(_ folding: SectionFolding<NSManagedObjectID?>, of sections: [NSManagedObject]) -> ListPolicies {
    var policies = self
    policies.foldsSections = folding.isFoldedByDefault
    policies.ownFolds = [:]
    guard !folding.states.isEmpty else { return policies }
    policies.ownFolds[ListVersion<ItemToken>.unmatched] = folding.states[nil]
    for (index, section) in sections.enumerated() {
      if let isFolded = folding.states[section.objectID] { policies.ownFolds[Int32(index) + 1] = isFolded }
    }
    return policies
  }
}
