extension DerivedSource {
  private static let updated = "NSCoreDataDATriggerUpdatedAffectedObjectValue"
  private static let inserted = "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue"

  /// The triggers of an attribute derived by `now()`, the time of a row's last save.
  var timeTriggers: [DerivedTrigger] {
    func body(_ function: String) -> [String] {
      let row = "Z_PK = NEW.Z_PK"
      return [update(where: row), call(function, where: row)]
    }
    return [
      DerivedTrigger(
        name: name(stored.table, "INSERT"), event: "INSERT", table: stored.table, condition: ownCondition,
        body: body(Self.inserted)),
      DerivedTrigger(
        name: name(stored.table, "UPDATE"), event: "UPDATE OF Z_OPT", table: stored.table, condition: ownCondition,
        body: body(Self.updated)),
    ]
  }

  /// The triggers of a count. They add or subtract one.
  var countTriggers: [DerivedTrigger] {
    guard let hop = derivation.hops.first, let link = links.first else { return [] }
    let (table, key): (String, String)
    var isJoin = false
    switch link.link {
    case .inverse(let column): (table, key) = (plain(hop), column)
    case .join(_, let owner, _):
      (table, key) = (plain(hop), owner)
      isJoin = true
    case .reference: return []
    }
    func trigger(_ kind: String, _ event: String, _ row: String, _ change: String) -> DerivedTrigger {
      let owner = "Z_PK = \(row).\(key)"
      return DerivedTrigger(
        name: name(table, "PARAMETER_\(kind)"), event: event, table: table, condition: "\(row).\(key) NOT NULL",
        body: ["UPDATE \(self.table) SET \(column) = \(change) WHERE \(owner)", call(Self.updated, where: owner)])
    }
    let moves = [
      trigger("UPDATE_INCREMENT", "UPDATE OF \(key)", "NEW", "\(column) + 1"),
      trigger("UPDATE_DECREMENT", "UPDATE OF \(key)", "OLD", "\(column) - 1"),
    ]
    let insertion = trigger("INSERT", "INSERT", "NEW", "IFNULL(\(column), 0) + 1")
    let deletion = trigger("DELETE", "DELETE", "OLD", "\(column) - 1")
    let own = "Z_PK = NEW.Z_PK"
    return [insertion] + (isJoin ? [] : moves) + [
      deletion,
      DerivedTrigger(
        name: name(stored.table, "SOURCE_INSERT"), event: "INSERT", table: stored.table, condition: ownCondition,
        body: [
          "UPDATE \(self.table) SET \(column) = (SELECT IFNULL(COUNT(\(key)), 0) FROM \(SchemaStatements.quoted(table)) "
            + "WHERE \(key) = NEW.Z_PK) WHERE \(own)",
          call(Self.inserted, where: own),
        ]),
    ]
  }

  /// The triggers of an integer sum over a one-to-many relationship. They add or subtract one value, because computing
  /// the sum for each new member would take quadratic time. Floating-point sums are computed anew instead, to avoid
  /// accumulated rounding errors.
  ///
  /// Nil for every other derivation.
  var wholeSumTriggers: [DerivedTrigger]? {
    guard derivation.form == .sum, links.count == 1, case .inverse(let key)? = links.first?.link,
      let hop = derivation.hops.first, let leafColumn, let leafType, leafType.isInteger
    else { return nil }
    let table = plain(hop)
    func change(_ row: String, _ sign: String) -> [String] {
      let owner = "Z_PK = \(row).\(key)"
      let sum = "IFNULL(\(column), 0) \(sign) IFNULL(\(row).\(leafColumn), 0)"
      return ["UPDATE \(self.table) SET \(column) = \(sum) WHERE \(owner)", call(Self.updated, where: owner)]
    }
    func trigger(_ kind: String, _ event: String, _ body: [String]) -> DerivedTrigger {
      DerivedTrigger(name: name(table, "PARAMETER_\(kind)"), event: event, table: table, body: body)
    }
    return [
      trigger("INSERT", "INSERT", change("NEW", "+")),
      trigger("UPDATE", "UPDATE OF \(key), \(leafColumn)", change("OLD", "-") + change("NEW", "+")),
      trigger("DELETE", "DELETE", change("OLD", "-")),
      sourceTrigger,
    ]
  }

  private var sourceTrigger: DerivedTrigger {
    let own = "Z_PK = NEW.Z_PK"
    return DerivedTrigger(
      name: name(stored.table, "SOURCE_INSERT"), event: "INSERT", table: stored.table, condition: ownCondition,
      body: [update(where: own), call(Self.inserted, where: own)])
  }

  /// The triggers of other derivations. They recompute the value of each row whose path leads to a changed row.
  var pathTriggers: [DerivedTrigger] {
    var triggers = [sourceTrigger]
    func add(_ table: String, _ kind: String, _ event: String, _ keys: String..., after count: Int) {
      let suffix = links.count > 1 ? "_\(count)" : ""
      let body = keys.flatMap { key in
        let owners = owners(of: key, after: count)
        return [update(where: owners), call(Self.updated, where: owners)]
      }
      triggers.append(
        DerivedTrigger(name: name(table, "PARAMETER_\(kind)\(suffix)"), event: event, table: table, body: body))
    }
    // These triggers have names of their own, because a path may lead back to the table where it starts.
    func addEnds(of table: String, after count: Int) {
      add(table, "END_INSERT", "INSERT", "NEW.Z_PK", after: count)
      add(table, "END_DELETE", "DELETE", "OLD.Z_PK", after: count)
    }
    for (place, hop) in derivation.hops.enumerated() {
      let (from, to) = (schema.entities[hop.origin]?.table ?? "", schema.entities[hop.destination]?.table ?? "")
      switch links[place].link {
      case .reference(let column):
        add(from, "REFERENCE_UPDATE", "UPDATE OF \(column)", "NEW.Z_PK", after: place)
        // A row may be inserted before the row that it refers to.
        addEnds(of: to, after: place + 1)
      case .inverse(let column):
        add(to, "INSERT", "INSERT", "NEW.\(column)", after: place)
        add(to, "MOVE_UPDATE", "UPDATE OF \(column)", "NEW.\(column)", "OLD.\(column)", after: place)
        add(to, "DELETE", "DELETE", "OLD.\(column)", after: place)
      case .join(_, let owner, _):
        add(plain(hop), "INSERT", "INSERT", "NEW.\(owner)", after: place)
        add(plain(hop), "DELETE", "DELETE", "OLD.\(owner)", after: place)
      }
    }
    if let leafColumn, let last = schema.entities[derivation.last] {
      add(last.table, "VALUE_UPDATE", "UPDATE OF \(leafColumn)", "NEW.Z_PK", after: links.count)
    }
    return triggers
  }

  /// The statement that reports the changed rows to Core Data.
  private func call(_ function: String, where condition: String) -> String {
    "SELECT \(function)(\(text(stored.table)), Z_ENT, Z_PK, \(text(derivation.name)), \(column)) FROM \(table) "
      + "WHERE \(condition)"
  }

  /// The `WHEN` condition, if the table has rows without the attribute. Otherwise Apple's triggers have none.
  private var ownCondition: String? {
    let held = schema.entities.count { $0?.table == stored.table }
    return held == derivation.entities.count ? nil : "NEW.\(numbers)"
  }

  /// The unquoted name of the table whose rows define a to-many relationship: the join table or the destinations'
  /// table.
  private func plain(_ hop: Derivation.Hop) -> String {
    guard let origin = schema.entities[hop.origin] else { return "" }
    if case .join(let side)? = origin.toMany[hop.slot] { return side.table }
    return schema.entities[hop.destination]?.table ?? ""
  }

  private func name(_ table: String, _ kind: String) -> String {
    "Z_DA_\(table)_\(stored.layout.name)_\(derivation.name)_\(kind)"
  }

  private func text(_ text: String) -> String { text.quotedLiteral }
}
