import Foundation

/// Values by slot and type, for accessors for which a lookup by name and boxing are too slow. They get the slot once
/// from `slot(named:of:)`.
extension NSManagedObject {
  /// The slot of a property. It is the same for all objects of the entity and its subentities.
  package final class func slot(named name: String, of entity: NSEntityDescription) -> Int? {
    entity.layout.slotsByName[name]
  }

  package final func string(at slot: Int) -> String? {
    if case .string(let text) = current(slot) { text } else { nil }
  }

  package final func int64(at slot: Int) -> Int64? {
    if case .int(let number) = current(slot) { number } else { nil }
  }

  package final func double(at slot: Int) -> Double? {
    if case .double(let number) = current(slot) { number } else { nil }
  }

  package final func date(at slot: Int) -> Date? {
    if case .date(let seconds) = current(slot) { Date(timeIntervalSinceReferenceDate: seconds) } else { nil }
  }

  package final func data(at slot: Int) -> Data? {
    if case .data(let data) = current(slot) { data } else { nil }
  }

  package final func uuid(at slot: Int) -> UUID? {
    if case .uuid(let uuid) = current(slot) { uuid } else { nil }
  }

  package final func object(at slot: Int) -> NSManagedObject? { destination(slot) }

  /// Sets an integer attribute.
  package final func set(_ number: Int64, at slot: Int) { setCurrent(.int(number), slot) }

  /// Sets a string attribute.
  package final func set(_ text: String?, at slot: Int) { setCurrent(text.map { .string($0) } ?? .null, slot) }

  /// Sets a floating-point attribute.
  package final func set(_ number: Double, at slot: Int) { setCurrent(.double(number), slot) }
}
