import SectionedChanges
import SectionedDataSources

/// The name of an element of a list in memory, as a script writes it. An identifier names its first occurrence; a later
/// occurrence has the number that the output prints, as `a1#1`.
struct ElementName: Sendable {
  let id: String
  /// The occurrence number; 0 for the first one.
  let number: Int32

  init(_ text: String) {
    if let match = text.wholeMatch(of: /((?s).*)#([1-9][0-9]*)/), let number = Int32(match.2) {
      (id, self.number) = (String(match.1), number)
    } else {
      (id, number) = (text, 0)
    }
  }

  var isFirst: Bool { number == 0 }
  var listed: ListedID<String> { ListedID(id, occurrence: number) }
}

/// The items of a verb: one or several, by name or by place.
enum ItemTarget: Sendable {
  case name(ElementName)
  case place(ItemPlace)
  case ids([String])
  case places([ItemPlace])

  /// Reads `"a1"`, `[0, 1]`, `["a1", "b1"]` or `[[0, 1], [1, 0]]`.
  init(_ json: LocatedJSON, _ what: String) throws {
    switch json.content {
    case .scalar(.string(let text)): self = .name(ElementName(text))
    case .array(let elements):
      switch elements.first?.content {
      case .scalar(.integer): self = .place(try ItemPlace(json, what))
      case .array: self = .places(try ItemPlace.places(json, what))
      default: self = .ids(try elements.map { try Self.identifier($0) })
      }
    default: throw json.unexpected(what, "an identifier, a place such as [0, 1], or an array of either")
    }
  }

  private static func identifier(_ json: LocatedJSON) throws -> String {
    let name = ElementName(try json.text("an identifier"))
    guard name.isFirst else {
      throw LocatedProblem(offset: json.offset, message: "several items are named by identifiers, copies one by one")
    }
    return name.id
  }
}

/// A section of a verb, by its identifier or its index.
enum SectionTarget: Sendable {
  case id(String)
  case index(Int)

  init(_ json: LocatedJSON, _ what: String) throws {
    switch json.content {
    case .scalar(.string(let id)): self = .id(id)
    case .scalar(.integer): self = .index(try json.index(what))
    default: throw json.unexpected(what, "the identifier of a section, or its index")
    }
  }
}

extension ItemPlace {
  /// Reads `[0, 1]`: the index of the section, and of the item in it.
  init(_ json: LocatedJSON, _ what: String) throws {
    guard case .array(let parts) = json.content, parts.count == 2 else {
      throw json.unexpected(what, "a place, the index of a section and of an item in it, such as [0, 1]")
    }
    self.init(section: try parts[0].index("the section of \(what)"), item: try parts[1].index("the item of \(what)"))
  }

  static func places(_ json: LocatedJSON, _ what: String) throws -> [ItemPlace] {
    try json.elements(what).map { try ItemPlace($0, "a place of \(what)") }
  }
}
