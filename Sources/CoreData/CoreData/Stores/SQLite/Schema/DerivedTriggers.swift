/// The triggers that keep derived attributes up to date. For the count of a one-to-many relationship and for the time,
/// they have the same text as those of Apple's Core Data. The texts of Apple's other triggers are not known.
///
/// They call functions of `DerivedValueFunctions`, so a connection must register these before it writes to the tables.
struct DerivedTriggers {
  let schema: StoreSchema
  let derivations: [Derivation]

  /// The triggers that are stored in the file. Apple's Core Data can run them, too.
  var kept: [String] { derivations.filter { !$0.needsOwnFunctions }.flatMap { statements($0, isTemporary: false) } }

  /// The temporary triggers of a writing connection: those that call functions of this package, and those that the file
  /// lacks.
  func temporary(besides file: FileSchema) -> [String] {
    derivations.filter { !hasTriggers($0, in: file) }.flatMap { statements($0, isTemporary: true) }
  }

  /// The statements that compute the attributes of existing rows.
  var filling: [String] {
    derivations.compactMap { derivation in
      guard let source = DerivedSource(derivation, in: schema) else { return nil }
      let rest = derivation.form == .now ? " AND \(source.column) IS NULL" : ""
      return source.update(where: source.numbers + rest)
    }
  }

  /// The statements that drop the triggers of derivations through a relationship without an inverse. An earlier version
  /// kept such a relationship in a join table, which the triggers read.
  func removingImplied(_ file: FileSchema) -> [String] {
    derivations.filter { isImplied($0) }.flatMap { names(of: $0, in: file) }
      .map { "DROP TRIGGER IF EXISTS \($0.quotedIdentifier)" }
  }

  /// The statements that create these triggers again, unless they are temporary, and compute the values.
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
  /// Whether the derivation needs a function of this package. Triggers in the file may call only functions that Apple's
  /// Core Data registers, too.
  fileprivate var needsOwnFunctions: Bool {
    if case .text = form { true } else { false }
  }
}

/// A trigger that sets a derived attribute of some rows.
struct DerivedTrigger {
  let name: String
  /// The event, such as `INSERT` or `UPDATE OF ZNAME`.
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
