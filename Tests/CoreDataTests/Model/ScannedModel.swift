import Foundation

/// A second reader of a model's XML, as different from the first one as possible. It searches the text for tags, keeps
/// no tree, and records lines of text.
struct ScannedModel {
  /// Facts such as `Person.age: type Integer 16`.
  private(set) var facts: Set<String> = []

  init(_ xml: String) {
    var entity: String?
    var property: String?
    var index: String?
    var list: [String] = []
    var configuration: String?
    var composite: String?
    var elements: [String: [String]] = [:]
    var composed: [(key: String, composite: String)] = []
    for tag in Self.tags(xml) {
      let at = tag.attributes
      let name = at["name"] ?? ""
      switch tag.name {
      case "entity":
        entity = name
        note("\(name): entity, parent \(at["parentEntity"] ?? "-"), abstract \(at["isAbstract"] == "YES")")
        note("\(name): renamed \(at["elementID"] ?? name), modifier \(at["versionHashModifier"] ?? "-")")
        let className = at["representedClassName"].flatMap { $0.isEmpty ? nil : $0 } ?? "NSManagedObject"
        note("\(name): class \(className.hasPrefix(".") ? String(className.dropFirst()) : className)")
        if tag.isClosed { entity = nil }
      case "/entity": entity = nil
      case "attribute":
        if let composite {
          elements[composite, default: []].append(
            "\(name) \(at["attributeType"] ?? "-") \(at["optional"] == "YES")")
        }
        guard let entity else { break }
        property = tag.isClosed ? nil : name
        let key = "\(entity).\(name)"
        let type = at["attributeType"] ?? "-"
        note("\(key): attribute \(type)")
        noteCommon(key, at)
        if let text = at["defaultValueString"], type != "Date", !(text.isEmpty && type != "String") {
          note("\(key): default \(Self.normal(text, type))")
        }
        if let seconds = at["defaultDateTimeInterval"] { note("\(key): default \(Self.normal(seconds, "Double"))") }
        for bound in ["min", "max"] {
          let text = type == "Date" ? at[bound + "DateTimeInterval"] : at[bound + "ValueString"]
          if let text { note("\(key): \(bound) \(Self.normal(text, "Double"))") }
        }
        for flag in ["allowsExternalBinaryDataStorage", "preserveAfterDeletion", "allowsCloudEncryption"]
        where at[flag] == "YES" {
          note("\(key): \(flag)")
        }
        if let transformer = at["valueTransformerName"], !transformer.isEmpty {
          note("\(key): transformer \(transformer)")
        }
        if at["derived"] == "YES" { note("\(key): derived \(at["derivationExpression"] ?? "")") }
        if let composite = at["composite"] { composed.append((key, composite)) }
      case "/attribute", "/relationship", "/fetchedProperty": property = nil
      case "relationship":
        guard let entity else { break }
        property = tag.isClosed ? nil : name
        let key = "\(entity).\(name)"
        note("\(key): relationship to \(at["destinationEntity"] ?? ""), inverse \(at["inverseName"] ?? "-")")
        note("\(key): many \(at["toMany"] == "YES"), ordered \(at["ordered"] == "YES")")
        let maximum = at["maxCount"] ?? (at["toMany"] == "YES" ? "0" : "1")
        note("\(key): count \(at["minCount"] ?? "0")...\(maximum), rule \(at["deletionRule"] ?? "Nullify")")
        noteCommon(key, at)
      case "fetchedProperty":
        guard let entity else { break }
        property = tag.isClosed ? nil : name
        note("\(entity).\(name): fetched")
        noteCommon("\(entity).\(name)", at)
      case "entry":
        guard let entity else { break }
        note("\(property.map { "\(entity).\($0)" } ?? entity): info \(at["key"] ?? "")=\(at["value"] ?? "")")
      case "fetchIndex":
        index = name
        list = []
      case "fetchIndexElement": list.append("\(at["property"] ?? "") \(at["type"] ?? "") \(at["order"] ?? "")")
      case "/fetchIndex": note("\(entity ?? ""): index \(index ?? "") \(list)")
      case "uniquenessConstraint", "compoundIndex": list = []
      case "constraint", "index": list.append(at["value"] ?? "")
      case "/uniquenessConstraint": note("\(entity ?? ""): unique \(list)")
      case "/compoundIndex": note("\(entity ?? ""): compound \(list)")
      case "composite": composite = tag.isClosed ? nil : name
      case "/composite": composite = nil
      case "configuration": configuration = name
      case "memberEntity": note("configuration \(configuration ?? ""): \(name)")
      case "fetchRequest":
        let predicate = at["predicateString"] ?? "-"
        let request = "\(name): \(at["entity"] ?? "") limit \(at["fetchLimit"] ?? "0") where \(predicate)"
        if property == nil { note("template \(request)") }
      default: break
      }
    }
    for (key, composite) in composed { note("\(key): composite \(composite) \(elements[composite] ?? [])") }
  }

  private mutating func note(_ fact: String) { facts.insert(fact) }

  private mutating func noteCommon(_ key: String, _ at: [String: String]) {
    note("\(key): optional \(at["optional"] == "YES"), transient \(at["transient"] == "YES")")
    let name = key.split(separator: ".", maxSplits: 1).last.map(String.init) ?? ""
    note("\(key): renamed \(at["elementID"] ?? name), modifier \(at["versionHashModifier"] ?? "-")")
  }

  /// Returns a number or flag in its only spelling here.
  static func normal(_ text: String, _ type: String) -> String {
    switch type {
    case "String", "URI", "UUID": return text
    case "Boolean": return ["YES", "1"].contains(text) ? "1.0" : "0.0"
    default: return text == "NO" ? "0.0" : text == "YES" ? "1.0" : "\(Double(text) ?? .nan)"
    }
  }

  private struct Tag {
    let name: String
    var attributes: [String: String] = [:]
    var isClosed = false
  }

  /// Returns the tags of a text in order.
  private static func tags(_ xml: String) -> [Tag] {
    var tags: [Tag] = []
    var rest = Substring(xml)
    while let start = rest.firstIndex(of: "<") {
      var cursor = rest.index(after: start)
      var body = ""
      var quote: Character?
      // A `>` in quotes need not be escaped.
      while cursor < rest.endIndex, quote != nil || rest[cursor] != ">" {
        let character = rest[cursor]
        if let open = quote { if character == open { quote = nil } } else if character == "\"" { quote = character }
        body.append(character)
        cursor = rest.index(after: cursor)
      }
      rest = cursor < rest.endIndex ? rest[rest.index(after: cursor)...] : ""
      guard !body.hasPrefix("?"), !body.hasPrefix("!") else { continue }
      let isClosed = body.hasSuffix("/") && !body.hasPrefix("/")
      if isClosed { body.removeLast() }
      var tag = Tag(name: String(body.prefix { !$0.isWhitespace }), isClosed: isClosed)
      let pieces = body.dropFirst(tag.name.count).components(separatedBy: "\"")
      for index in stride(from: 0, to: pieces.count - 1, by: 2) {
        let key = pieces[index].trimmingCharacters(in: CharacterSet.whitespacesAndNewlines.union(["="]))
        tag.attributes[key] = unescape(pieces[index + 1])
      }
      tags.append(tag)
    }
    return tags
  }

  private static func unescape(_ text: String) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#10;", "\n"), ("&amp;", "&")].reduce(text) {
      $0.replacingOccurrences(of: $1.0, with: $1.1)
    }
  }
}
