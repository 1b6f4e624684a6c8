import Foundation

/// Guesses relationships from the names of columns and join tables, from indexes, and from the referenced rows.
extension ModelGuess {
  /// The destination entity of a column that holds keys; nil if the column seems to be an attribute.
  func destination(
    of column: String, named name: String, in table: String, of entity: NSEntityDescription
  ) throws -> NSEntityDescription? {
    guard types[table]?[column] == "INTEGER", indexes.contains("\(table)_\(column)_INDEX") else { return nil }
    if let named = companion(of: column, in: table) { return named }
    let candidates = candidates(for: name, of: entity)
    // A destination with subentities is not possible, because the table would then have a companion column with entity
    // numbers.
    return try candidates.first { try $0.subentities.isEmpty && leads(column, of: table, to: $0) }
  }

  /// The entity of a relationship's companion column, such as `Z5_OWNER` for `ZOWNER`. The column exists if the
  /// destination has subentities.
  private func companion(of column: String, in table: String) -> NSEntityDescription? {
    let found = (file.columns[table] ?? []).compactMap { other -> NSEntityDescription? in
      guard let match = other.wholeMatch(of: /Z([0-9]+)_(.+)/), match.2 == column.dropFirst(),
        let number = Int64(match.1), let entity = entities[number], !entity.subentities.isEmpty
      else { return nil }
      return entity
    }
    return found.count == 1 ? found[0] : nil
  }

  /// The entities that a relationship may lead to according to its name, the likeliest first.
  private func candidates(for name: String, of entity: NSEntityDescription) -> [NSEntityDescription] {
    let wanted = String(name.reversed().drop { $0.isNumber }.reversed())
    func likeness(_ other: NSEntityDescription) -> Int? {
      let found = (other.name ?? "").lowercased()
      if found == wanted { return 0 }
      // Prefers longer common names: `parentFolder` leads to `Folder`, `user` to `CDUser`.
      if wanted.hasSuffix(found) { return 100 - min(found.count, 99) }
      if found.hasSuffix(wanted) || found.hasPrefix(wanted) { return 100 + min(found.count - wanted.count, 99) }
      let leadsToItsKind = ["parent", "root", "next", "previous", "original", "super"].contains { wanted.hasPrefix($0) }
      return leadsToItsKind && other === entity ? 300 : nil
    }
    let likely = entities.values.compactMap { other in likeness(other).map { (other, $0) } }
    return likely.sorted { ($0.1, $0.0.name ?? "") < ($1.1, $1.0.name ?? "") }.map(\.0)
  }

  /// Whether the first thousand values of a column are all keys of an entity's rows. True if there are none.
  private func leads(_ column: String, of table: String, to entity: NSEntityDescription) throws -> Bool {
    guard let destination = roots.first(where: { $0.entity === root(of: entity) })?.table else { return false }
    let column = column.quotedIdentifier
    let missing = try connection.integer(
      """
      SELECT max(key NOT IN (SELECT Z_PK FROM \(destination.quotedIdentifier)))
      FROM (SELECT \(column) AS key FROM \(table.quotedIdentifier) WHERE \(column) IS NOT NULL LIMIT 1000)
      """)
    return missing != 1
  }

  /// Whether the table has a column with the order keys of a relationship's inverse.
  func hasOrder(_ column: String, in table: String) -> Bool {
    file.columns[table]?.contains("Z_FOK_\(column.dropFirst())") ?? false
  }

  /// Adds the inverse of a to-one relationship as a to-many relationship. Its name is made up, because no table
  /// contains it.
  mutating func addInverse(of reference: NSRelationshipDescription, isOrdered: Bool) {
    guard let destination = reference.destinationEntity else { return }
    let (entity, name) = (reference.entity, reference.name)
    let inverse = NSRelationshipDescription()
    (inverse.destinationEntity, inverse.isOrdered) = (entity, isOrdered)
    let plural = Self.plural(of: (entity.name ?? "").lowercased())
    let names = [plural, "\(plural)By\(name.prefix(1).uppercased())\(name.dropFirst())"]
    let free =
      names.first { !has($0, in: destination) }
      ?? (2...).lazy.map { "\(plural)\($0)" }.first {
        !has($0, in: destination)
      }
    guard let free, add(inverse, named: free, to: destination) else { return }
    (reference.inverseRelationship, inverse.inverseRelationship) = (inverse, reference)
  }

  private static func plural(of noun: String) -> String {
    if noun.hasSuffix("y"), !["ay", "ey", "oy", "uy"].contains(where: noun.hasSuffix) {
      return noun.dropLast() + "ies"
    }
    return noun + (["s", "x", "ch", "sh"].contains(where: noun.hasSuffix) ? "es" : "s")
  }

  /// Adds many-to-many relationships. The name of each key column of a join table consists of an entity number and the
  /// name of the relationship to that entity.
  mutating func relateByJoinTables() {
    for (table, columns) in file.columns.sorted(by: { $0.key < $1.key })
    where table.hasPrefix("Z_") && table.dropFirst(2).first?.isNumber == true {
      let keys = columns.filter { $0.hasPrefix("Z_") && !$0.hasPrefix("Z_FOK_") || $0 == JoinPlan.reflexive }
      guard keys.count == 2 else { continue }
      let ends = keys.compactMap { key -> (destination: NSEntityDescription, name: String, isOrdered: Bool)? in
        guard let match = key.wholeMatch(of: /Z_([0-9]+)(.+)/), let number = Int64(match.1),
          let entity = entities[number]
        else { return nil }
        return (entity, match.2.lowercased(), columns.contains(JoinPlan.orderColumn(of: key)))
      }
      if ends.count == 2 {
        relate(ends[0], ends[1])
      } else if ends.count == 1, keys.contains(JoinPlan.reflexive) {
        relateToItself(ends[0])
      }
    }
  }

  private typealias End = (destination: NSEntityDescription, name: String, isOrdered: Bool)

  private mutating func relate(_ one: End, _ other: End) {
    let isFree = !has(one.name, in: other.destination) && !has(other.name, in: one.destination)
    guard isFree, one.name != other.name || root(of: one.destination) !== root(of: other.destination) else { return }
    let (there, back) = (NSRelationshipDescription(), NSRelationshipDescription())
    (there.destinationEntity, there.isOrdered) = (one.destination, one.isOrdered)
    (back.destinationEntity, back.isOrdered) = (other.destination, other.isOrdered)
    add(there, named: one.name, to: other.destination)
    add(back, named: other.name, to: one.destination)
    (there.inverseRelationship, back.inverseRelationship) = (back, there)
  }

  private mutating func relateToItself(_ end: End) {
    let relationship = NSRelationshipDescription()
    (relationship.destinationEntity, relationship.isOrdered) = (end.destination, end.isOrdered)
    if add(relationship, named: end.name, to: end.destination) { relationship.inverseRelationship = relationship }
  }

  /// Adds to-many relationships without an inverse. For example, the column `Z5ITEMS` in the destinations' table holds
  /// the keys of owners of entity number 5.
  mutating func relateByOwnerColumns() {
    for (entity, table) in roots where entity.subentities.isEmpty {
      for column in file.columns[table] ?? [] where types[table]?[column] == "INTEGER" {
        guard let match = column.wholeMatch(of: /Z([0-9]+)([^_0-9].*)/), let number = Int64(match.1),
          let owner = entities[number], owner.subentities.isEmpty, owner.superentity == nil
        else { continue }
        let relationship = NSRelationshipDescription()
        relationship.destinationEntity = entity
        add(relationship, named: match.2.lowercased(), to: owner)
      }
    }
  }
}
