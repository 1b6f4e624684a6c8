/// A verb of a list in memory in a script: a member of an edit, with further members beside it.
struct MemoryVerb: Sendable {
  typealias Action = (ScriptList) throws -> Void

  let name: String
  /// The members that are allowed beside the verb.
  let members: [String]
  /// Reads the verb's own value and the members of the edit.
  let read: @Sendable (LocatedJSON, ScriptMembers) throws -> Action

  init(
    _ name: String, _ members: String..., read: @escaping @Sendable (LocatedJSON, ScriptMembers) throws -> Action
  ) {
    self.name = name
    self.members = members
    self.read = read
  }

  static let all = items + itemsAtOnce + sections + wholes
}
