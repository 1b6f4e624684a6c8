import OrderedRows

/// The members of an object in a script. A member whose value is null counts as missing.
struct ScriptMembers {
  private let values: [String: LocatedJSON]
  private let offset: Int

  /// - Parameters:
  ///   - json: the object.
  ///   - what: the name of the object in errors.
  ///   - known: the keys with a meaning. A key that nearly equals one of them is reported as a typing error; other
  ///     unknown keys are ignored, because they may belong to another program.
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

  /// - Throws: `LocatedProblem` if the member is missing.
  func required(_ key: String) throws -> LocatedJSON {
    guard let value = values[key] else { throw LocatedProblem(offset: offset, message: "\"\(key)\" is missing") }
    return value
  }
}
