/// The triggers that keep derived attributes. Those for the count of a one-to-many relationship and for the time have
/// the wording of Apple's Core Data, which is known for these. The rest are worded after them.
///
/// They call functions that Core Data registers, so a connection must register them before it writes to the tables.
struct DerivedTriggers {
  let schema: StoreSchema
  let derivations: [Derivation]

  /// The triggers that a store keeps. Apple's Core Data can run them, too.
  var kept: [String] { derivations.filter { !$0.needsOwnFunctions }.flatMap { statements($0, isTemporary: false) } }

  /// The triggers that each writing connection makes for itself: those that call functions of this package, and those
  /// that the file lacks.
  func temporary(besides file: FileSchema) -> [String] {
    derivations.filter { !hasTriggers($0, in: file) }.flatMap { statements($0, isTemporary: true) }
  }

  /// The statements that compute the attributes of the rows that exist.
  var filling: [String] {
    derivations.compactMap { derivation in
      guard let source = DerivedSource(derivation, in: schema) else { return nil }
      let rest = derivation.form == .now ? " AND \(source.column) IS NULL" : ""
      return source.update(where: source.numbers + rest)
    }
  }

  /// The statements that remove a file's triggers of derivations through a relationship without an inverse, which an
  /// earlier version kept in a table of its own.
  func removingImplied(_ file: FileSchema) -> [String] {
    derivations.filter { isImplied($0) }.flatMap { names(of: $0, in: file) }
      .map { "DROP TRIGGER IF EXISTS \($0.quotedIdentifier)" }
  }

  /// The statements that make those triggers again, as far as the file keeps them, and compute the values.
  var makingImplied: [String] {
    derivations.filter { isImplied($0) }.flatMap { derivation -> [String] in
      guard let source = DerivedSource(derivation, in: schema) else { return [] }
      let kept = derivation.needsOwnFunctions ? [] : statements(derivation, isTemporary: false)
      return [source.update(where: source.numbers)] + kept
    }
  }

  private func isImplied(_ derivation: Derivation) -> Bool {
    derivation.hops.contains { hop in
      if case .toMany(let relationship) = schema.model.entities[hop.origin].slots[hop.slot].kind {
        relationship.hasImpliedInverse
      } else {
        false
      }
    }
  }

  private func hasTriggers(_ derivation: Derivation, in file: FileSchema) -> Bool {
    !names(of: derivation, in: file).isEmpty
  }

  /// The names of the triggers that a file has for a derivation.
  private func names(of derivation: Derivation, in file: FileSchema) -> [String] {
    let subject = "\(schema.model.entities[derivation.entity].name)_\(derivation.name)_"
    return file.triggers.flatMap { table, names -> [String] in
      let start = "Z_DA_\(table)_\(subject)"
      return names.filter { name in
        name.hasPrefix(start)
          && ["PARAMETER", "SOURCE", "INSERT", "UPDATE", "DELETE"].contains {
            name.dropFirst(start.count).hasPrefix($0)
          }
      }
    }
  }

  private func statements(_ derivation: Derivation, isTemporary: Bool) -> [String] {
    guard let source = DerivedSource(derivation, in: schema) else { return [] }
    return triggers(of: source).map { $0.statement(isTemporary: isTemporary) }
  }

  private func triggers(of source: DerivedSource) -> [DerivedTrigger] {
    if source.derivation.form == .now {
      source.timeTriggers
    } else if source.derivation.form == .count, source.derivation.hops.count == 1 {
      source.countTriggers
    } else if let triggers = source.wholeSumTriggers {
      triggers
    } else {
      source.pathTriggers
    }
  }
}

extension Derivation {
  /// Whether it needs a function that SQLite lacks. A file may name only functions that every program that opens it
  /// has.
  fileprivate var needsOwnFunctions: Bool {
    if case .text = form { true } else { false }
  }
}

/// A trigger that sets an attribute of some rows.
struct DerivedTrigger {
  let name: String
  /// Such as `INSERT` or `UPDATE OF ZNAME`.
  let event: String
  let table: String
  var condition: String?
  let body: [String]

  func statement(isTemporary: Bool) -> String {
    let when = condition.map { "WHEN (\($0)) " } ?? ""
    return "CREATE \(isTemporary ? "TEMP " : "")TRIGGER \(SchemaStatements.quoted(name)) AFTER \(event) "
      + "ON \(SchemaStatements.quoted(table)) FOR EACH ROW \(when)BEGIN \(body.joined(separator: "; ")); END"
  }
}
