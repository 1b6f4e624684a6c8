extension Script {
  /// - Throws: `LocatedProblem`: what is wrong, and where.
  init(_ json: LocatedJSON) throws {
    let members = try ScriptMembers(json, "the script", known: ["batches", "list"])
    guard let batches = members["batches"] else {
      throw LocatedProblem(offset: json.offset, message: "\"batches\" is missing")
    }
    self.batches = try batches.elements("\"batches\"").map { try Batch($0) }
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
          offset: end.offset, message: "a batch of the background ends with \"save\", said or not")
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

/// The members of an object of a script. Null is no member.
private struct ScriptMembers {
  private let values: [String: LocatedJSON]

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
  }

  subscript(key: String) -> LocatedJSON? { values[key] }
}

extension LocatedJSON {
  fileprivate func members(_ what: String) throws -> [Member] {
    guard case .object(let members) = content else { throw unexpected(what, "an object") }
    return members
  }

  fileprivate func elements(_ what: String) throws -> [LocatedJSON] {
    guard case .array(let elements) = content else { throw unexpected(what, "an array") }
    return elements
  }

  fileprivate func text(_ what: String) throws -> String {
    guard let string else { throw unexpected(what, "a string") }
    return string
  }

  fileprivate func choice<Choice: RawRepresentable & CaseIterable>(_ what: String) throws -> Choice
  where Choice.RawValue == String {
    let text = try text(what)
    guard let choice = Choice(rawValue: text) else {
      let choices = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw LocatedProblem(offset: offset, message: "\(what) is one of \(choices), not \"\(text)\"")
    }
    return choice
  }

  private func unexpected(_ what: String, _ expected: String) -> LocatedProblem {
    LocatedProblem(offset: offset, message: "\(what) is \(expected), not \(kind)")
  }
}
