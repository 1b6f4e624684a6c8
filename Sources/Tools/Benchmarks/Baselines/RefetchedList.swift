/// The list of a program without a change feed. It fetches all identifiers again, in order, and compares each section
/// by the standard library's `difference(from:)`.
final class RefetchedList {
  static let sql = sql("")

  /// - Parameter condition: the `WHERE` clause that selects the listed books; empty for all.
  static func sql(_ condition: String) -> String {
    #"SELECT t0.Z_PK, t0."ZSHELF" FROM "ZBOOK" AS t0 \#(condition) ORDER BY t0."ZSHELF", t0."ZNAME", t0.Z_PK"#
  }

  let database: CDatabase
  /// The `WHERE` clause of the next fetch.
  var condition = ""
  private var sections: [Int64: ArraySlice<Int64>] = [:]

  init(_ database: CDatabase) throws {
    self.database = database
    sections = try fetch()
  }

  /// Fetches the list again and compares it with the previous fetch.
  ///
  /// - Returns: the number of insertions and removals.
  @discardableResult
  func refetchAndDiff() throws -> Int {
    let new = try fetch()
    var changes = 0
    for (key, rows) in new { changes += rows.difference(from: sections[key] ?? []).count }
    for (key, rows) in sections where new[key] == nil { changes += rows.count }
    sections = new
    return changes
  }

  private func fetch() throws -> [Int64: ArraySlice<Int64>] {
    let (identifiers, groups) = try database.groupedIdentifiers(Self.sql(condition))
    let all = Array(identifiers)
    var sections: [Int64: ArraySlice<Int64>] = [:]
    sections.reserveCapacity(groups.count)
    var start = 0
    for group in groups {
      sections[group.key] = all[start..<group.end]
      start = group.end
    }
    return sections
  }
}
