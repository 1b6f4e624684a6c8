import CoreData
import Foundation
import SectionedFetchedResults

/// One section of a visible list, as it is printed and compared: identities only.
struct ShownSection: Equatable {
  let object: NSManagedObjectID?
  let name: String?
  let items: [NSManagedObjectID]
}

extension ListSource {
  /// What the controller shows.
  func shown(_ controller: Controller) -> [ShownSection] {
    controller.allSections.map { section in
      ShownSection(
        object: section.object?.objectID, name: name(of: section.object),
        items: (section.items ?? []).map(\.objectID))
    }
  }

  /// The text of a section's key; nil when items are grouped by the object itself.
  func name(of section: NSManagedObject?) -> String? {
    guard let key = path.key, let value = section?.value(forKey: key.name) else { return nil }
    return ValueText.text(value)
  }
}
