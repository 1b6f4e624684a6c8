extension MemoryScript {
  /// - Throws: `LocatedProblem` with a message and its offset in the script.
  init(_ json: LocatedJSON) throws {
    let members = try ScriptMembers(json, "the script", known: ["source", "content", "batches"])
    content = try members["content"].map { try ScriptContent.sections($0, "\"content\"") } ?? []
    batches = try members.required("batches").elements("\"batches\"").map { try Batch($0) }
  }
}

extension MemoryScript.Batch {
  init(_ json: LocatedJSON) throws {
    let members = try ScriptMembers(json, "a batch", known: ["edits", "origin"])
    edits = try members["edits"]?.elements("\"edits\"").map { try MemoryEdit($0) } ?? []
    if let origin = members["origin"] { self.origin = try origin.choice("\"origin\"") }
  }
}

extension MemoryEdit {
  /// The JSON key of a nested batch, an edit that contains other edits.
  static let nesting = "batch"

  init(_ json: LocatedJSON) throws {
    let verbs = MemoryVerb.all.map(\.name) + [Self.nesting]
    let arguments = Set(MemoryVerb.all.flatMap(\.members) + ["origin"]).sorted()
    let members = try ScriptMembers(json, "an edit", known: verbs + arguments + ["refused"])
    let found = verbs.filter { members[$0] != nil }
    guard let name = found.first, found.count == 1, let value = members[name] else {
      let names = (found.isEmpty ? verbs : found).map { "\"\($0)\"" }.joined(separator: ", ")
      throw LocatedProblem(
        offset: json.offset,
        message: found.isEmpty ? "an edit has one of \(names)" : "an edit has one verb, not several: \(names)")
    }
    let verb = MemoryVerb.all.first { $0.name == name }
    for argument in arguments
    where verb?.members.contains(argument) != true && (verb != nil || argument != "origin") {
      if let value = members[argument] {
        throw LocatedProblem(offset: value.offset, message: "\"\(name)\" takes no \"\(argument)\"")
      }
    }
    offset = json.offset
    isRefused = try members["refused"].map { try $0.requireTrue("\"refused\"") } != nil
    if let verb {
      kind = .verb(try verb.read(value, members))
    } else {
      let edits = try value.elements("\"\(name)\"").map { try MemoryEdit($0) }
      kind = .batch(edits, origin: try members["origin"]?.choice("\"origin\""))
    }
  }
}
