import Foundation

@testable import CoreData

/// Random formats over the music model, with their arguments.
extension RandomMusic {
  struct Format {
    let text: String
    let arguments: [Any?]

    static func + (left: Format, right: Format) -> Format {
      Format(text: left.text + right.text, arguments: left.arguments + right.arguments)
    }

    static func text(_ text: String) -> Format { Format(text: text, arguments: []) }
  }

  private static let attributes: [String: [(String, NSAttributeType)]] = [
    "Artist": [
      ("name", .stringAttributeType), ("founded", .dateAttributeType), ("rank", .integer16AttributeType),
      ("mentor.name", .stringAttributeType), (farMentor + "name", .stringAttributeType),
    ],
    "Album": [
      ("title", .stringAttributeType), ("number", .integer64AttributeType), ("price", .decimalAttributeType),
      ("length", .doubleAttributeType), ("gain", .floatAttributeType), ("isLive", .booleanAttributeType),
      ("released", .dateAttributeType), ("code", .UUIDAttributeType), ("cover", .binaryDataAttributeType),
      ("page", .URIAttributeType), ("artist.name", .stringAttributeType), ("artist.rank", .integer16AttributeType),
    ],
    "Track": [
      ("title", .stringAttributeType), ("number", .integer64AttributeType), ("album.title", .stringAttributeType),
      ("album.number", .integer64AttributeType), ("album.price", .decimalAttributeType),
      ("album.artist.name", .stringAttributeType), ("album.released", .dateAttributeType),
    ],
    "Tag": [("name", .stringAttributeType), ("weight", .integer32AttributeType)],
  ]

  /// More steps than an SQLite statement can have.
  private static let farMentor = String(repeating: "mentor.", count: 70)

  private static let toMany: [String: [(String, String)]] = [
    "Artist": [("albums", "Album"), ("albums.tracks", "Track"), ("albums.tracks.tags", "Tag")],
    "Album": [("tracks", "Track"), ("artist.albums", "Album"), ("tracks.tags", "Tag")],
    "Track": [
      ("tags", "Tag"), ("album.tracks", "Track"), ("album.artist.albums", "Album"), ("tags.tracks", "Track"),
    ],
    "Tag": [("tracks", "Track")],
  ]

  private static let toOne: [String: [(String, String)]] = [
    "Album": [("artist", "Artist")], "Track": [("album", "Album"), ("album.artist", "Artist")],
  ]

  mutating func predicate(_ entity: String, depth: Int = 3, ids: [NSManagedObjectID], prefix: String = "") -> Format {
    if depth > 0, chance(45) {
      let left = predicate(entity, depth: depth - 1, ids: ids, prefix: prefix)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: return .text("NOT (") + left + .text(")")
      case 1:
        return .text("(") + left + .text(" AND ") + predicate(entity, depth: depth - 1, ids: ids, prefix: prefix)
          + .text(")")
      default:
        return .text("(") + left + .text(" OR ") + predicate(entity, depth: depth - 1, ids: ids, prefix: prefix)
          + .text(")")
      }
    }
    switch Int.random(in: 0..<12, using: &generator) {
    case 0, 1: return related(entity, depth: depth, ids: ids, prefix: prefix)
    case 2: return identity(entity, ids: ids, prefix: prefix)
    case 3: return counted(entity, prefix: prefix)
    case 4: return calculated(entity, prefix: prefix)
    default: return comparison(entity, prefix: prefix)
    }
  }

  private mutating func comparison(_ entity: String, prefix: String, modifier: String = "") -> Format {
    let (key, type) = pick(Self.attributes[entity] ?? [])
    return test(Format(text: modifier + prefix + key, arguments: []), type)
  }

  private mutating func test(_ left: Format, _ type: NSAttributeType) -> Format {
    let kind = Int.random(in: 0..<10, using: &generator)
    if kind == 0 { return left + .text(pick([" == nil", " != nil", " > nil"])) }
    if kind == 1 {
      let count = Int.random(in: 0..<5, using: &generator)
      let values: [Any] = (0..<count).map { _ in chance(10) ? NSNull() : constant(type) }
      return left + Format(text: " IN %@", arguments: [values])
    }
    if kind == 2 { return left + Format(text: " BETWEEN {%@, %@}", arguments: [constant(type), constant(type)]) }
    if type == .stringAttributeType || type == .URIAttributeType {
      let options = pick(["", "", "[c]", "[d]", "[cd]"])
      // Use the row's value as the pattern. It may be no valid expression.
      if type == .stringAttributeType, chance(15), !left.text.contains(" ") {
        let operation = pick(["MATCHES", "MATCHES", "LIKE", "BEGINSWITH", "ENDSWITH", "CONTAINS", "=="])
        return Format(text: "%@ \(operation)\(options) ", arguments: [pick(Self.strings)]) + left
      }
      if chance(5) {
        let many = Self.strings + (0..<600).map { "\($0)" }
        return left + Format(text: " IN\(options) %@", arguments: [many.filter { _ in !chance(10) }])
      }
      let operation = pick(["==", "!=", "<", "<=", ">", ">=", "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES"])
      let pattern: Any =
        switch operation {
        case "LIKE": pick(["a*", "*b", "*", "?", "a?b", "*a*", "", "??", "é*", "a\\*b", "*ß*"])
        case "MATCHES": pick(["a.*", "[a-z]+", ".", "", "é", "(a|ab)", "[0-9]+", "日.*"])
        default: pick(Self.strings)
        }
      return left + Format(text: " \(operation)\(options) %@", arguments: [pattern])
    }
    let operations = type == .binaryDataAttributeType ? ["==", "!="] : ["==", "!=", "<", "<=", ">", ">="]
    return left + Format(text: " \(pick(operations)) %@", arguments: [constant(type)])
  }

  private mutating func constant(_ type: NSAttributeType) -> Any {
    switch type {
    case .stringAttributeType: return pick(Self.strings)
    case .URIAttributeType: return "https://example.org/" + pick(["a", "b"])
    case .UUIDAttributeType: return UUID(uuidString: pick(Self.uuids)) ?? UUID()
    case .binaryDataAttributeType: return Data(pick(Self.bytes))
    case .dateAttributeType: return Date(timeIntervalSinceReferenceDate: pick(Self.dates))
    default:
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: return pick(Self.doubles)
      case 1: return Decimal(string: pick(Self.decimals)) ?? Decimal(0)
      case 2: return pick(["5", "0.5", "x", "10"])
      default: return pick(Self.integers)
      }
    }
  }

  private mutating func related(_ entity: String, depth: Int, ids: [NSManagedObjectID], prefix: String) -> Format {
    let (path, destination) = pick(Self.toMany[entity] ?? [])
    switch Int.random(in: 0..<3, using: &generator) {
    case 0 where prefix.isEmpty || depth > 0:
      let variable = "$v\(prefix.count)\(depth)"
      let inner = predicate(destination, depth: min(depth - 1, 1), ids: ids, prefix: variable + ".")
      return .text("SUBQUERY(\(prefix)\(path), \(variable), ") + inner
        + .text(").@count \(pick(["==", ">", "<"])) \(pick([0, 1, 2]))")
    case 1:
      let key = ids.randomElement(using: &generator)
      return Format(text: "\(pick(["ANY", "NONE", "ALL"])) \(prefix)\(path) == %@", arguments: [key])
    default:
      return comparison(destination, prefix: "\(prefix)\(path).", modifier: pick(["ANY ", "NONE ", "ALL ", "SOME "]))
    }
  }

  private mutating func identity(_ entity: String, ids: [NSManagedObjectID], prefix: String) -> Format {
    let selfPath = prefix.isEmpty ? "SELF" : String(prefix.dropLast())
    let some = ids.filter { _ in chance(20) }
    let path =
      chance(50)
      ? selfPath : (Self.toOne[entity] ?? []).randomElement(using: &generator).map { prefix + $0.0 } ?? selfPath
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: return Format(text: "\(path) IN %@", arguments: [Array(some)])
    case 1: return Format(text: "\(path) != %@", arguments: [some.first])
    default: return Format(text: "\(path) == %@", arguments: [some.first])
    }
  }

  private mutating func counted(_ entity: String, prefix: String) -> Format {
    let (path, destination) = pick(Self.toMany[entity] ?? [])
    if chance(50) {
      return .text("\(prefix)\(path).@count \(pick(["==", ">", "<", ">=", "<=", "!="])) \(pick([-1, 0, 1, 2, 3]))")
    }
    let numbers = [
      "Artist": "rank", "Album": pick(["gain", "number", "number"]), "Track": "number", "Tag": "weight",
    ]
    let key = numbers[destination] ?? ""
    return .text(
      "\(prefix)\(path).\(pick(["@sum", "@min", "@max", "@avg"])).\(key) \(pick(["==", ">", "<"])) \(pick(["0", "1", "2", "2.5", "9223372036854775807"]))"
    )
  }

  private mutating func calculated(_ entity: String, prefix: String) -> Format {
    let numbers = [
      "Artist": ["rank"], "Album": ["number", "price", "length", "gain", "isLive"],
      "Track": ["number", "album.price"], "Tag": ["weight"],
    ]
    let left = prefix + pick(numbers[entity] ?? [])
    let right = prefix + pick(numbers[entity] ?? [])
    switch Int.random(in: 0..<5, using: &generator) {
    case 0:
      return .text(
        "\(left) \(pick(["+", "-", "*", "/"])) \(pick(["1", "2", "0", "0.5"])) \(pick(["==", ">", "<"])) \(pick(["1", "2", "5"]))"
      )
    case 1: return .text("\(left) + \(right) \(pick(["==", ">", "<="])) \(pick(["1", "4", "10"]))")
    case 2: return .text("\(left) \(pick(["==", "!=", "<", ">="])) \(right)")
    case 3: return .text("(\(left) \(pick(["&", "|", "^"])) 3) == \(pick(["0", "1", "3"]))")
    default: return .text("\(pick(["abs:", "floor:", "sqrt:"]))(\(left)) \(pick(["==", ">"])) \(pick(["0", "1", "2"]))")
    }
  }

  mutating func order(_ entity: String) -> [NSSortDescriptor] {
    (0..<Int.random(in: 0..<3, using: &generator)).map { _ in
      let (key, type) = pick(Self.attributes[entity] ?? [])
      let methods = [
        "compare:", "caseInsensitiveCompare:", "localizedCompare:", "localizedCaseInsensitiveCompare:",
        "localizedStandardCompare:",
      ]
      let isText = type == .stringAttributeType
      return NSSortDescriptor(key: key, ascending: chance(50), selector: isText ? Selector(pick(methods)) : nil)
    }
  }
}
