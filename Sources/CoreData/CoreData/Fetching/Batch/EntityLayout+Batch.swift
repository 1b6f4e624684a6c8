import Foundation

/// Resolves the names and values of batch requests. They are data, so a wrong name or type is an error instead of a
/// trap.
extension EntityLayout {
  /// The slot of an attribute.
  ///
  /// - Throws: 134070 for an unknown name or a relationship.
  func batchSlot(named name: String) throws -> Int {
    guard let slot = slot(named: name) else {
      throw NSError.coreData(NSPersistentStoreOperationError, noProperty(name))
    }
    guard case .attribute = slots[slot].kind else { throw batchError(ofRelationship: slot) }
    return slot
  }

  /// Converts a value to the form of the attribute in a row.
  ///
  /// - Throws: 134070 for a value of another type; 134030 for a value that the transformer cannot turn into data.
  func batchValue(_ value: Any, _ slot: Int) throws -> Value {
    guard case .attribute(let type) = slots[slot].kind else { throw batchError(ofRelationship: slot) }
    guard let unboxed = Value(boxed: value, as: type) else {
      guard let present = Optional(value).flattened, !(present is NSNull) else { return .null }
      throw NSError.coreData(
        NSPersistentStoreOperationError,
        "\(name).\(slots[slot].name) takes \(type.expectedValue), not \(Swift.type(of: value)).")
    }
    guard type.takesAnything else { return unboxed }
    guard let present = Optional(value).flattened, !(present is NSNull) else { return .null }
    guard let transformer = slots[slot].transformer else { return unboxed }
    return .data(try transformer.storedData(of: present, "\(name).\(slots[slot].name)"))
  }

  /// The slots and values for setting a property: one, or one for each element of a composite attribute.
  ///
  /// - Throws: the same errors as `batchValue`.
  func batchValues(_ value: Any, _ slot: Int) throws -> [(slot: Int, value: Value)] {
    guard let composite = slots[slot].composite else { return [(slot, try batchValue(value, slot))] }
    do {
      return try composite.values(of: value, "\(name).\(slots[slot].name)").map { slot, value in
        (slot, try batchValue(value ?? NSNull(), slot))
      }
    } catch let problem as CompositeProblem {
      throw NSError.coreData(NSPersistentStoreOperationError, problem.description)
    }
  }

  func batchError(ofRelationship slot: Int) -> NSError {
    .coreData(
      NSPersistentStoreOperationError,
      "\(name).\(slots[slot].name) is a relationship: a batch request sets attributes.")
  }
}
