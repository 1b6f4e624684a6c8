import SectionedChanges
import SectionedDataSources

/// An item or a section of a list in memory, in a script: `"a1"`, or `{"id": "a1", "title": "Anna"}`.
struct ScriptElement: Identifiable, Equatable, Sendable {
  let id: String
  /// The title for the user. A changed title is an update of the element.
  var title: String?
}

/// The list that a script with `"source": "memory"` edits.
typealias ScriptList = MemoryList<ScriptElement, ScriptElement>
typealias ScriptContent = SectionContent<ScriptElement, ScriptElement>

extension ScriptElement {
  /// - Parameters:
  ///   - json: the value in the script.
  ///   - what: the name of the value in errors.
  init(_ json: LocatedJSON, _ what: String) throws {
    let name: LocatedJSON
    switch json.content {
    case .scalar(.string):
      name = json
    case .object:
      let members = try ScriptMembers(json, what, known: ["id", "title"])
      name = try members.required("id")
      title = try members["title"]?.text("\"title\"")
    default:
      throw json.unexpected(what, "a string, or an object with an \"id\"")
    }
    id = try name.text("\"id\"")
    guard ElementName(id).isFirst else {
      throw LocatedProblem(
        offset: name.offset, message: "'\(id)' is no identifier: # and a number behind it name a copy of an element")
    }
  }

  /// Reads one item, or an array of items.
  static func items(_ json: LocatedJSON, _ what: String) throws -> [ScriptElement] {
    guard case .array(let elements) = json.content else { return [try ScriptElement(json, what)] }
    return try elements.map { try ScriptElement($0, "an item") }
  }

  /// Reads the items of an optional member.
  static func items(_ members: ScriptMembers) throws -> [ScriptElement] {
    try members["items"]?.elements("\"items\"").map { try ScriptElement($0, "an item") } ?? []
  }
}

extension ScriptContent {
  /// Reads sections with their items, as `[{"section": "A", "items": ["a1"]}]`.
  static func sections(_ json: LocatedJSON, _ what: String) throws -> [ScriptContent] {
    try json.elements(what).map { part in
      let members = try ScriptMembers(part, "a section of \(what)", known: ["section", "items"])
      return ScriptContent(
        try ScriptElement(members.required("section"), "\"section\""), items: try ScriptElement.items(members))
    }
  }
}
