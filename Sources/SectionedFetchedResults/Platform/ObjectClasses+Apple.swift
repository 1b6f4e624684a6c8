#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  enum ObjectClasses {
    /// Checks that the objects of an entity are of a type, before any is made.
    ///
    /// A subentity may have another class that the program knows: whoever fetches such objects casts them.
    ///
    /// - Throws: 134070, naming the entity and its class.
    static func check<T: NSManagedObject>(
      _ type: T.Type, of entity: NSEntityDescription, with subentities: Bool
    ) throws {
      guard type != NSManagedObject.self else { return }
      let concrete = (subentities ? entity.withSubentities : [entity]).filter { !$0.isAbstract }
      let wrong = concrete.filter { !(($0.namedClass ?? NSManagedObject.self) is T.Type) }
      guard
        let first = wrong.first(where: { $0.namedClass == nil }) ?? (wrong.count == concrete.count ? wrong.first : nil)
      else { return }
      let named = first.managedObjectClassName ?? "NSManagedObject"
      let message =
        "The entity \(first.text) has the class \(named), and \(type) is asked for. Set its class to "
        + "\(String(reflecting: type)), or ask for NSManagedObject."
      throw NSError(
        domain: NSCocoaErrorDomain, code: NSPersistentStoreOperationError,
        userInfo: [NSLocalizedDescriptionKey: message])
    }
  }

  extension NSEntityDescription {
    fileprivate var withSubentities: [NSEntityDescription] { [self] + subentities.flatMap(\.withSubentities) }

    /// The class that the model names for the entity's objects; nil when the program does not have it.
    fileprivate var namedClass: NSManagedObject.Type? {
      managedObjectClassName.flatMap { NSClassFromString($0) as? NSManagedObject.Type }
    }
  }
#endif
