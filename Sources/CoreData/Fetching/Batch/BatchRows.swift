import Foundation

/// The rows of a batch insert, made from the program's values without an object for each.
///
/// Methods of the program's classes, such as `willSave`, are not called for the rows; the model's rules hold.
struct BatchRows {
  let kind: ObjectKind
  private let rules: [ValidationPlan.Rule]
  private let composites: [CompositeRule]
  /// The attributes' slots, with their names as Foundation's dictionaries compare them.
  private let names: [(slot: Int, name: NSString)]
  /// Whether a rule asks for destinations, which no new row of a batch has.
  private let lacksDestinations: Bool
  /// The constraints that hold for the rows.
  let constraints: [UniquenessConstraint]
  private(set) var rows: [Row] = []
  /// The slots that the program set, for each row; empty if no constraint holds, because they are not needed then.
  private(set) var given: [SlotSet] = []
  /// The places of the rows that break a rule, ascending.
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

  /// Whether a new row may be saved.
  func isValidAsNew(_ row: Row) -> Bool { !lacksDestinations && isValid(row) }

  /// Whether the values of a row may be saved.
  func isValid(_ row: Row) -> Bool {
    // By index: iterating would copy each rule for each row.
    if rules.indices.contains(where: { rules[$0].problem(with: row[rules[$0].slot]) != nil }) { return false }
    return composites.allSatisfy { rule in
      rule.problem(isNull: { row[$0].isNull }) { rule.composite.dictionary { kind.layout.slots[$0].boxed(row[$0]) } }
        == nil
    }
  }

  /// - Parameter values: the attributes by name.
  /// - Throws: 134070 for an unknown name, a relationship or a value of another type; 134030 for a value that its
  ///   transformer makes no data of.
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

  /// Appends a row of the values of a Foundation dictionary. It asks for each attribute, because converting the
  /// dictionary takes longer, unless it has few values.
  ///
  /// - Throws: as for a Swift dictionary.
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
    // Another key has no slot: the error names it.
    if known < values.count { return try append(values.valuesByName) }
    append(row, given: slots)
  }

  /// Appends a row of an object's values. A value that differs from the model's default counts as given.
  ///
  /// - Parameter object: a new one.
  /// - Throws: 134070 where a relationship is set; 134030 for a value that its transformer makes no data of.
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
  /// Sets a property of a row; of a composite attribute, the elements.
  ///
  /// - Throws: as `batchValue`.
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
  /// - Throws: 134070 where a handler has related the new object to another.
  final func requireUnrelated() throws {
    let layout = layout
    let toOne = unsavedValues.flatMap { values in layout.toOneSlots.first { !values[$0].isNull } }
    if let related = toOne ?? knownRelationships.first(where: { $0.value.isChanged })?.key {
      throw layout.batchError(ofRelationship: related)
    }
  }
}
