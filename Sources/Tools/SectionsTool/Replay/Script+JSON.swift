extension Script {
  /// Returns the kind of list that a script edits.
  ///
  /// - Throws: `LocatedProblem` with a message and its offset.
  static func source(of json: LocatedJSON) throws -> Source {
    guard case .object(let members) = json.content else { return .store }
    guard let source = members.first(where: { $0.key == "source" })?.value, source.json != .null else { return .store }
    return try source.choice("\"source\"")
  }

  /// - Throws: `LocatedProblem` with a message and its offset.
  init(_ json: LocatedJSON) throws {
    let members = try ScriptMembers(json, "the script", known: ["source", "batches", "list"])
    if let source = members["source"], try source.choice("\"source\"") == Source.memory {
      throw LocatedProblem(offset: source.offset, message: "a list in memory is for 'sections replay' only")
    }
    self.batches = try members.required("batches").elements("\"batches\"").map { try Batch($0) }
    list = members["list"]
  }
}

extension Script.Batch {
  init(_ json: LocatedJSON) throws {
    let members = try ScriptMembers(json, "a batch", known: ["policies", "list", "context", "edits", "then"])
    policies = members["policies"]
    list = members["list"]
    endOffset = members["then"]?.offset ?? json.offset
    if let place = members["context"] { context = try place.choice("\"context\"") }
    if let end = members["then"] {
      then = try end.choice("\"then\"")
      guard context == .view || then == .save else {
        throw LocatedProblem(
          offset: end.offset, message: "a batch in the background always ends with \"save\"")
      }
    }
    if let edits = members["edits"] { self.edits = try edits.elements("\"edits\"").map { try Script.Edit($0) } }
  }
}

extension Script.Edit {
  private static let kinds: [(key: String, kind: Kind)] = [
    ("insert", .insert), ("update", .update), ("delete", .delete),
  ]

  init(_ json: LocatedJSON) throws {
    let members = try ScriptMembers(json, "an edit", known: Self.kinds.map(\.key) + ["as", "values", "set"])
    let found = Self.kinds.compactMap { key, kind in members[key].map { (key, kind, $0) } }
    guard found.count == 1 else {
      throw LocatedProblem(
        offset: json.offset, message: "an edit has exactly one of \"insert\", \"update\" and \"delete\"")
    }
    let (key, kind, subject) = found[0]
    self.kind = kind
    self.subject = try subject.text("\"\(key)\"")
    subjectOffset = subject.offset
    offset = json.offset
    if let name = members["as"] {
      self.name = try name.text("\"as\"")
      guard kind == .insert else {
        throw LocatedProblem(offset: name.offset, message: "\"as\" names an inserted object")
      }
      guard self.name?.hasPrefix(ObjectNames.mark) == true, self.name != ObjectNames.mark else {
        throw LocatedProblem(
          offset: name.offset, message: "\"as\" is a name that begins with $, such as $a, not \(name.json.text)")
      }
    }
    for key in ["values", "set"] where kind == .delete {
      if let value = members[key] {
        throw LocatedProblem(offset: value.offset, message: "a deletion has no \"\(key)\"")
      }
    }
    values = try members["values"]?.members("\"values\"") ?? []
    set = try members["set"]?.members("\"set\"") ?? []
  }
}
