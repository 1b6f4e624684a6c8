/// Finds join tables in a file by their columns.
///
/// Names are not enough. Apple names the table of a relationship between an entity and itself after either end,
/// migrations rename tables and swap columns, and column names get a number if two relationships to an entity share a
/// name.
struct JoinSearch {
  private let file: FileSchema
  /// The columns of the tables that may be join tables and have not been matched yet, by table name.
  private var candidates: [String: [String]]

  init(_ file: FileSchema, entityTables: Set<String>) {
    self.file = file
    candidates = file.columns.filter { name, _ in
      !entityTables.contains(name) && name.hasPrefix("Z_") && name.dropFirst(2).first?.isNumber == true
    }
  }

  /// Finds a planned table, and removes it from the candidates.
  mutating func find(_ planned: JoinPlan.Table, in model: ModelLayout) -> Result<StoredJoin, SchemaProblem> {
    let names = [planned.name] + candidates.keys.filter { $0 != planned.name }.sorted()
    for isExact in [true, false] {
      for name in names {
        guard let columns = candidates[name], let keys = Self.keys(planned, name, columns, isExact: isExact) else {
          continue
        }
        candidates[name] = nil
        return stored(planned, name, columns, keys, in: model)
      }
    }
    return .failure(
      SchemaProblem("a join table like \(planned.name) (\(planned.keys.joined(separator: ", ")))")
    )
  }

  /// The owner's and the destination's column of a table; nil if it is the table of another relationship.
  private static func keys(
    _ planned: JoinPlan.Table, _ name: String, _ columns: [String], isExact: Bool
  ) -> (owner: String, destination: String)? {
    let keys = columns.filter { $0.hasPrefix("Z_") && !$0.hasPrefix("Z_FOK_") || $0 == JoinPlan.reflexive }
    guard keys.count == 2 else { return nil }
    for (owner, destination) in [(keys[0], keys[1]), (keys[1], keys[0])] {
      for known in planned.knownKeys where isKey(destination, known.destination, isExact: isExact) {
        // The name of the owner's column is unknown if there is no inverse, so compare the table's name instead.
        let fits = planned.inverse == nil ? name == planned.name : isKey(owner, known.owner, isExact: isExact)
        if fits { return (owner, destination) }
      }
    }
    return nil
  }

  private static func isKey(_ column: String, _ planned: String, isExact: Bool) -> Bool {
    if isExact { return column == planned }
    return column.hasPrefix(planned) && column.dropFirst(planned.count).allSatisfy(\.isNumber)
  }

  private func stored(
    _ planned: JoinPlan.Table, _ name: String, _ columns: [String], _ keys: (owner: String, destination: String),
    in model: ModelLayout
  ) -> Result<StoredJoin, SchemaProblem> {
    func isOrdered(_ end: JoinPlan.End?) -> Bool {
      end.map { model.entities[$0.entity].slots[$0.slot].isOrderedToMany } ?? false
    }
    let order = isOrdered(planned.relationship) ? JoinPlan.orderColumn(of: keys.destination) : nil
    let isSymmetric = planned.inverse == planned.relationship
    let inverseOrder = isOrdered(planned.inverse) && !isSymmetric ? JoinPlan.orderColumn(of: keys.owner) : nil
    let missing = [order, inverseOrder].compactMap { $0 }.filter { !columns.contains($0) }
    guard missing.isEmpty else {
      return .failure(SchemaProblem("the column " + missing.map { "\(name).\($0)" }.joined(separator: ", ")))
    }
    return .success(
      StoredJoin(
        table: JoinTable(name: name, columns: columns),
        side: JoinSide(
          table: name, ownerColumn: keys.owner, destinationColumn: keys.destination, orderColumn: order
        ),
        inverseSide: JoinSide(
          table: name, ownerColumn: keys.destination, destinationColumn: keys.owner, orderColumn: inverseOrder
        )
      )
    )
  }
}
