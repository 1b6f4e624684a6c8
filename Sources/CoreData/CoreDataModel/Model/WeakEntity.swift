/// A weak reference to an entity that does not slow down the entity's reference counting.
///
/// When a weak reference to an object exists, Swift moves the object's reference count to a side table, which makes
/// each retain several times slower. Every new object retains its entity. So weak references in a model refer to an
/// object that the entity owns.
@propertyWrapper struct WeakEntity {
  private weak var reference: Reference?

  /// The target of the weak references, which lives as long as its entity.
  final class Reference {
    fileprivate unowned let entity: NSEntityDescription

    init(to entity: NSEntityDescription) { self.entity = entity }
  }

  init(wrappedValue: NSEntityDescription? = nil) { reference = wrappedValue?.reference }

  var wrappedValue: NSEntityDescription? {
    get { reference?.entity }
    set { reference = newValue?.reference }
  }
}
