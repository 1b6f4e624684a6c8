import CoreData
import SectionedChanges

/// The folded sections of a controller. A class, because lists that are fetched later have the same.
final class FoldedSections {
  var states = SectionFolding<NSManagedObjectID?>()

  /// A section's own state.
  subscript(section: NSManagedObject) -> Bool? { states.states.isEmpty ? nil : states.states[section.objectID] }

  /// Names sections by the IDs that they have now.
  func rename(_ saved: [UnsavedSections.Section]) {
    for section in saved { states.rename(section.id, to: section.object.objectID) }
  }
}

extension ListPolicies {
  /// These rules with the folded sections of a list that was just built: its slots are numbered from 1 on.
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
