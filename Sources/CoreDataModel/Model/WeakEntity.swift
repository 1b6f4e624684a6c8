/// A weak reference to an entity that leaves the entity's reference count alone.
///
/// Swift moves the count of an object that a weak reference points at into a table beside it, and retaining it takes
/// several times as long from then on. Every object that is made retains its entity, so the weak references of a model
/// point at something that the entity owns.
@propertyWrapper struct WeakEntity {
  private weak var reference: Reference?

  /// Lives as long as its entity.
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
