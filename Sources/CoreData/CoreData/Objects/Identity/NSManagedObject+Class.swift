import CSwiftRuntime
import Foundation

/// The class of an object. It is the entity's class or a subclass. Fetched objects are instances of the entity's
/// class.
extension NSManagedObject {
  /// Changes an object of the class `NSManagedObject` itself, outside any context, to the class that the model names.
  final func takeNamedClass(of entity: NSEntityDescription) {
    if Swift.type(of: self) == NSManagedObject.self, let named = entity.namedClass { takeClass(named, of: entity) }
  }

  /// Makes sure that the object is of a class.
  ///
  /// Swift's initializers cannot return an object of a subclass, as Apple's initializer does. So the class of the
  /// object itself is changed, which is possible if the subclass adds no stored properties. Only an `NSManagedObject`
  /// can be changed, because for another class the compiler has fixed the type at the call.
  ///
  /// - Parameter objectClass: the class of the entity's objects.
  @inline(never)
  final func takeClass(_ objectClass: NSManagedObject.Type, of entity: NSEntityDescription) {
    let own: NSManagedObject.Type = Swift.type(of: self)
    if own == objectClass || own.isSubclass(of: objectClass) { return }
    let whole = String(reflecting: objectClass)
    let name = entity.name ?? "without a name"
    let start = "\(own)(entity:insertInto:): objects of the entity \(name) are of the class \(whole)"
    guard own == NSManagedObject.self else {
      fatalError(
        "\(start). Write \(objectClass)(entity:insertInto:), or set the entity's managedObjectClassName to "
          + "\"\(String(reflecting: own))\".")
    }
    let metadata = unsafeBitCast(objectClass as AnyClass, to: UnsafeRawPointer.self)
    guard cswift_change_class(Unmanaged.passUnretained(self).toOpaque(), metadata) else {
      fatalError(
        "\(start), which has stored properties of its own that only its initializer can set. Write "
          + "\(objectClass)(entity:insertInto:), or "
          + "NSEntityDescription.insertNewObject(forEntityName: \"\(entity.name ?? "")\", into:).")
    }
  }

  private static func isSubclass(of other: NSManagedObject.Type) -> Bool {
    var next: AnyClass? = self
    while let known = next {
      if known == other { return true }
      next = _getSuperclass(known)
    }
    return false
  }
}
