import Foundation

/// The rows of a batch insert, made of what the program gives without an object for each.
///
/// What a class does with its objects takes no part; the model's rules hold.
struct BatchRows {
  private let kind: ObjectKind
  private let rules: [ValidationPlan.Rule]
  /// The attributes' slots, with their names as Foundation's dictionaries compare them.
  private let names: [(slot: Int, name: NSString)]
  private(set) var rows: [Row] = []
  /// Rows that break a rule.
  private(set) var invalid: [Row] = []

  /// - Returns: nil for an entity whose rules take objects: those of to-many relationships and unique values.
  init?(of kind: ObjectKind, in model: NSManagedObjectModel) {
    let isUnique = UniquenessConstraint.all(of: model).contains { $0.entity.subtree.contains(kind.layout.index) }
    guard !isUnique, kind.validation.toManySlots.isEmpty else { return nil }
    self.kind = kind
    rules = kind.validation.rules
    let layout = kind.layout
    names = layout.attributeSlots.map { ($0, NSString(string: layout.slots[$0].name)) }
  }

  /// - Parameter values: the attributes by name.
  /// - Throws: 134070 for an unknown name, a relationship or a value of another type; 134030 for a value that its
  ///   transformer makes no data of.
  mutating func append(_ values: [String: Any]) throws {
    let layout = kind.layout
    let row = try Row(key: nextKey(), version: 0, count: layout.slots.count) { row in
      for slot in kind.defaults.indices { row[slot] = kind.defaults[slot] }
      for (name, value) in values {
        let slot = try layout.batchSlot(named: name)
        row[slot] = try layout.batchValue(value, slot)
      }
    }
    append(row)
  }

  /// Asks for each attribute, since making another dictionary of one of Foundation's takes longer, unless it has few of
  /// them.
  ///
  /// - Throws: as for a dictionary of Swift's.
  mutating func append(_ values: NSDictionary) throws {
    if values.count < names.count / 3 { return try append(values.valuesByName) }
    var known = 0
    let row = try Row(key: nextKey(), version: 0, count: kind.layout.slots.count) { row in
      for slot in kind.defaults.indices { row[slot] = kind.defaults[slot] }
      for (slot, name) in names {
        guard let value = values.object(forKey: name) else { continue }
        known += 1
        row[slot] = try kind.layout.batchValue(value, slot)
      }
    }
    // Another key has no slot: the error names it.
    if known < values.count { return try append(values.valuesByName) }
    append(row)
  }

  /// - Parameter object: a new one.
  /// - Throws: 134070 where a relationship is set; 134030 for a value that its transformer makes no data of.
  mutating func append(_ object: NSManagedObject) throws {
    try object.requireUnrelated()
    append(Row(key: nextKey(), version: 0, values: try object.storable(object.state?.values ?? kind.defaults)))
  }

  private func nextKey() -> RowKey { RowKey(entity: kind.layout.index, primaryKey: TemporaryKeys.next()) }

  private mutating func append(_ row: Row) {
    rows.append(row)
    // By their places: else each rule is copied for each row.
    if rules.indices.contains(where: { rules[$0].problem(with: row[rules[$0].slot]) != nil }) { invalid.append(row) }
  }
}

extension NSManagedObject {
  /// - Throws: 134070 where a handler has related the new object to another.
  final func requireUnrelated() throws {
    guard let state else { return }
    let layout = layout
    let toOne = state.values.flatMap { values in layout.toOneSlots.first { !values[$0].isNull } }
    if let related = toOne ?? state.toMany.first(where: { $0.value.isChanged })?.key {
      throw layout.batchError(ofRelationship: related)
    }
  }
}
