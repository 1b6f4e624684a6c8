import OrderedRows

/// The members of an object of a script. Null is no member.
struct ScriptMembers {
  private let values: [String: LocatedJSON]
  private let offset: Int

  /// - Parameter known: the keys that mean something. A key that is nearly one of them is taken for a slip of the pen;
  ///   any other unknown key is ignored, as one of another program.
  init(_ json: LocatedJSON, _ what: String, known: [String]) throws {
    var values: [String: LocatedJSON] = [:]
    for member in try json.members(what) {
      if known.contains(member.key) {
        if case .scalar(.null) = member.value.content { continue }
        values[member.key] = member.value
      } else if let near = NearNames.nearest(to: member.key, among: known) {
        throw LocatedProblem(
          offset: member.offset, message: "\(what) has no \"\(member.key)\". Did you mean \"\(near)\"?")
      }
    }
    self.values = values
    offset = json.offset
  }

  subscript(key: String) -> LocatedJSON? { values[key] }

  /// - Throws: `LocatedProblem` where the member is not there.
  func required(_ key: String) throws -> LocatedJSON {
    guard let value = values[key] else { throw LocatedProblem(offset: offset, message: "\"\(key)\" is missing") }
    return value
  }
}
