import Foundation

/// The rows of a batch insert, created from the program's values without an object for each row.
///
/// Methods of the program's classes, such as `willSave`, are not called for the rows. The model's validation rules
/// are applied.
struct BatchRows {
  let kind: ObjectKind
  private let rules: [ValidationPlan.Rule]
  private let composites: [CompositeRule]
  /// The attributes' slots, and their names in the form that Foundation's dictionaries compare.
  private let names: [(slot: Int, name: NSString)]
  /// Whether a rule requires destinations, which a row of a batch insert never has.
  private let lacksDestinations: Bool
  /// The uniqueness constraints of the entity.
  let constraints: [UniquenessConstraint]
  private(set) var rows: [Row] = []
  /// The slots that the program set, for each row. Empty if there are no constraints, because then the slots are not
  /// needed.
  private(set) var given: [SlotSet] = []
  /// The indices of the rows that violate a rule, ascending.
  private(set) var invalid: [Int] = []

  init(of kind: ObjectKind, in model: NSManagedObjectModel) {
    self.kind = kind
    constraints = UniquenessConstraint.all(of: model).filter { $0.entity.subtree.contains(kind.layout.index) }
    rules = kind.validation.rules
    composites = kind.validation.composites
    let layout = kind.layout
    lacksDestinations = kind.validation.toManySlots.contains { slot in
      guard case .toMany(let relationship) = layout.slots[slot].kind else { return false }
      return relationship.minCount > 0 && !layout.slots[slot].isOptional
    }
    names = layout.ownAttributeSlots.map { ($0, NSString(string: layout.slots[$0].name)) }
  }

  /// Whether a new row is valid.
  func isValidAsNew(_ row: Row) -> Bool { !lacksDestinations && isValid(row) }

  /// Whether the values of a row are valid.
  func isValid(_ row: Row) -> Bool {
    // By index, because iterating would copy each rule for each row.
    if rules.indices.contains(where: { rules[$0].problem(with: row[rules[$0].slot]) != nil }) { return false }
    return composites.allSatisfy { rule in
      rule.problem(isNull: { row[$0].isNull }) { rule.composite.dictionary { kind.layout.slots[$0].boxed(row[$0]) } }
        == nil
    }
  }

  /// - Parameter values: the attribute values by name.
  /// - Throws: 134070 for an unknown name, a relationship or a value of another type; 134030 for a value that its
  ///   transformer cannot convert to data.
  mutating func append(_ values: [String: Any]) throws {
    let layout = kind.layout
    var slots = SlotSet()
    let row = try Row(key: nextKey(), version: 0, count: layout.slots.count) { row in
      for slot in kind.defaults.indices { row[slot] = kind.defaults[slot] }
      for (name, value) in values {
        try layout.set(value, try layout.batchSlot(named: name), in: &row, &slots)
      }
    }
    append(row, given: slots)
  }

  /// Appends a row with the values of a Foundation dictionary. It looks up each attribute in the dictionary, because
  /// converting the dictionary is slower unless it has only a few values.
  ///
  /// - Throws: the same errors as for a Swift dictionary.
  mutating func append(_ values: NSDictionary) throws {
    if values.count < names.count / 3 { return try append(values.valuesByName) }
    var known = 0
    var slots = SlotSet()
    let row = try Row(key: nextKey(), version: 0, count: kind.layout.slots.count) { row in
      for slot in kind.defaults.indices { row[slot] = kind.defaults[slot] }
      for (slot, name) in names {
        guard let value = values.object(forKey: name) else { continue }
        known += 1
        try kind.layout.set(value, slot, in: &row, &slots)
      }
    }
    // The dictionary has an unknown key. This path throws an error that names it.
    if known < values.count { return try append(values.valuesByName) }
    append(row, given: slots)
  }

  /// Appends a row with an object's values. A value that differs from the model's default counts as set by the
  /// program.
  ///
  /// - Parameter object: a new object.
  /// - Throws: 134070 if a relationship is set; 134030 for a value that its transformer cannot convert to data.
  mutating func append(_ object: NSManagedObject) throws {
    try object.requireUnrelated()
    let values = object.unsavedValues ?? kind.defaults
    var slots = SlotSet()
    if !constraints.isEmpty {
      for slot in kind.layout.attributeSlots where !values[slot].isSame(as: kind.defaults[slot]) { slots.insert(slot) }
      slots = kind.layout.completed(slots)
    }
    append(Row(key: nextKey(), version: 0, values: try object.storable(values)), given: slots)
  }

  private func nextKey() -> RowKey { RowKey(entity: kind.layout.index, primaryKey: TemporaryKeys.next()) }

  private mutating func append(_ row: Row, given slots: SlotSet) {
    if !isValidAsNew(row) { invalid.append(rows.count) }
    rows.append(row)
    if !constraints.isEmpty { given.append(slots) }
  }
}

extension EntityLayout {
  /// Sets a property of a row. For a composite attribute, sets its elements.
  ///
  /// - Throws: the same errors as `batchValue`.
  fileprivate func set(_ value: Any, _ slot: Int, in row: inout Row.Values, _ given: inout SlotSet) throws {
    if slots[slot].composite == nil {
      row[slot] = try batchValue(value, slot)
      return given.insert(slot)
    }
    for (slot, value) in try batchValues(value, slot) {
      row[slot] = value
      given.insert(slot)
    }
  }
}

extension NSManagedObject {
  /// - Throws: 134070 if a handler has set a relationship of the new object.
  final func requireUnrelated() throws {
    let layout = layout
    let toOne = unsavedValues.flatMap { values in layout.toOneSlots.first { !values[$0].isNull } }
    if let related = toOne ?? knownRelationships.first(where: { $0.value.isChanged })?.key {
      throw layout.batchError(ofRelationship: related)
    }
  }
}
