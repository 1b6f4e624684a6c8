import CoreData

/// The objects that changed themselves, when two lists are compared as a whole.
enum Revised {
  case none
  /// All of them, sections too.
  case all
  case some(RevisedObjects)

  func contains(_ item: ItemToken) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .some(let objects): objects.items.contains(item)
    }
  }

  func contains(section: NSManagedObjectID?) -> Bool {
    guard let section else { return false }
    switch self {
    case .none: return false
    case .all: return true
    case .some(let objects): return objects.sections.contains(section)
    }
  }
}

/// Objects that changed themselves: items by the names that they have in the new list, sections by ID.
struct RevisedObjects {
  var items: Set<ItemToken>
  var sections: Set<NSManagedObjectID>
}
