import CoreData
import Foundation
import SectionedTesting

extension MusicLibrary {
  /// Inserts an object into the view context.
  @discardableResult
  func make(_ entity: String, _ values: [String: Any]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: container.viewContext)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  /// The objects of an entity, by position.
  static func request(_ entity: String) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    return request
  }
}
