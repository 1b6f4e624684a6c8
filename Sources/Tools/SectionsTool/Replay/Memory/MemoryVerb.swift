import SectionedDataSources

/// A verb with which a script edits a list in memory: a member of an edit, with further members.
struct MemoryVerb: Sendable {
  typealias Action = (ScriptList) throws -> Void

  let name: String
  /// The further members that the verb allows.
  let members: [String]
  /// Reads the verb's value and the members of the edit. Returns the action that performs the edit.
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

extension MemoryVerb {
  /// The verbs for sections.
  static let sections = [
    MemoryVerb("appendSection", "items") { value, members in
      let section = try ScriptElement(value, "\"appendSection\"")
      let items = try ScriptElement.items(members)
      return { $0.appendSection(section, items: items) }
    },
    MemoryVerb("insertSection", "items", "at") { value, members in
      let section = try ScriptElement(value, "\"insertSection\"")
      let items = try ScriptElement.items(members)
      let index = try members.required("at").index("\"at\"")
      return { try $0.insertSection(section, items: items, at: index) }
    },
    MemoryVerb("removeSection") { value, _ in
      switch try SectionTarget(value, "\"removeSection\"") {
      case .id(let id): return { try $0.removeSection(id) }
      case .index(let index): return { try $0.removeSection(at: index) }
      }
    },
    MemoryVerb("removeSections") { value, _ in
      let indices = try value.elements("\"removeSections\"").map { try $0.index("a section of \"removeSections\"") }
      return { $0.removeSections(at: indices) }
    },
    MemoryVerb("moveSection", "to") { value, members in
      let index = try members.required("to").index("\"to\"")
      switch try SectionTarget(value, "\"moveSection\"") {
      case .id(let id): return { try $0.moveSection(id, to: index) }
      case .index(let old): return { try $0.moveSection(from: old, to: index) }
      }
    },
    MemoryVerb("replaceSection", "with") { value, members in
      let index = try value.index("\"replaceSection\"")
      let section = try ScriptElement(members.required("with"), "\"with\"")
      return { try $0.replaceSection(at: index, with: section) }
    },
    MemoryVerb("updateSection") { value, _ in
      let section = try ScriptElement(value, "\"updateSection\"")
      return { try $0.updateSection(section) }
    },
    MemoryVerb("reloadSection") { value, _ in
      let index = try value.index("\"reloadSection\"")
      return { try $0.reloadSection(at: index) }
    },
    MemoryVerb("setSection", "with", "items") { value, members in
      let index = try value.index("\"setSection\"")
      let section = try ScriptElement(members.required("with"), "\"with\"")
      let items = try ScriptElement.items(members)
      return { try $0.setSection(section, items: items, at: index) }
    },
  ]

  /// The verbs for the whole list.
  static let wholes = [
    MemoryVerb("set") { value, _ in
      let content = try ScriptContent.sections(value, "\"set\"")
      return { $0.set(content) }
    },
    MemoryVerb("removeAll") { value, _ in
      try value.requireTrue("\"removeAll\"")
      return { $0.removeAll() }
    },
  ]
}
