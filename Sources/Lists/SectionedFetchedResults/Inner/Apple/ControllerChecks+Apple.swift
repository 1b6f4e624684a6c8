#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// The checks that a controller makes of its context and of its delegate.
  enum ControllerChecks {
    /// Does nothing. For Apple's own queue checks, launch with `-com.apple.CoreData.ConcurrencyDebug 1`.
    static func checkQueue(of context: NSManagedObjectContext) {}

    /// The methods of `NSFetchedResultsControllerDelegate` that an object implements.
    static func foreignMethods(of delegate: AnyObject) -> [String] {
      #if canImport(Darwin)
        let selectors = [
          "controllerWillChangeContent:", "controllerDidChangeContent:",
          "controller:didChangeObject:atIndexPath:forChangeType:newIndexPath:",
          "controller:didChangeSection:atIndex:forChangeType:", "controller:didChangeContentWithSnapshot:",
          "controller:didChangeContentWithDifference:",
        ]
        return selectors.filter { (delegate as? any NSObjectProtocol)?.responds(to: NSSelectorFromString($0)) == true }
      #else
        return delegate is any NSFetchedResultsControllerDelegate ? ["the methods"] : []
      #endif
    }
  }

  package enum ObjectClasses {
    /// Checks, before any object is made, that an entity's objects are of a type.
    ///
    /// An object of another class would stop the program when it is used as that type.
    ///
    /// - Throws: Cocoa error 134070, which names the first entity of another class, and that class.
    package static func check<T: NSManagedObject>(
      _ type: T.Type, of entity: NSEntityDescription, with subentities: Bool
    ) throws {
      guard type != NSManagedObject.self else { return }
      let wrong = (subentities ? entity.withSubentities : [entity]).first {
        !$0.isAbstract && !(($0.namedClass ?? NSManagedObject.self) is T.Type)
      }
      guard let wrong else { return }
      let named = wrong.managedObjectClassName ?? "NSManagedObject"
      let message =
        "The entity \(wrong.text) has the class \(named), and \(type) is asked for. Set its class to "
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
