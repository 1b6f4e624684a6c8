import CoreData

/// The objects that count as changed when two whole lists are compared.
enum Revised {
  case none
  /// All objects, including sections.
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

/// Changed objects: items by their tokens in the new list, sections by ID.
struct RevisedObjects {
  var items: Set<ItemToken>
  var sections: Set<NSManagedObjectID>
}
