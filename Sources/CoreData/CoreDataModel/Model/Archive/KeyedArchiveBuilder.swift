import Foundation

/// Builds a keyed archive in the form of Foundation's archiver: a table of objects that refer to each other.
///
/// An object that belongs to a cycle is reserved first and filled later.
struct KeyedArchiveBuilder {
  typealias Node = BinaryPropertyListWriter.Node
  typealias Fields = [(key: String, value: Node)]

  /// The first object always represents nil.
  private var objects: [Node] = [.string("$null")]
  private var strings: [String: Int] = [:]
  private var classes: [String: Int] = [:]

  static let null = Node.uid(0)

  /// A reference to a text. Equal texts share one object.
  mutating func string(_ text: String?) -> Node {
    guard let text else { return Self.null }
    if let known = strings[text] { return .uid(known) }
    objects.append(.string(text))
    strings[text] = objects.count - 1
    return .uid(objects.count - 1)
  }

  /// Adds a plain value and returns a reference to it.
  mutating func plain(_ node: Node) -> Node {
    objects.append(node)
    return .uid(objects.count - 1)
  }

  /// Reserves a place in the table for an object that is filled later.
  mutating func reserve() -> Int {
    objects.append(Self.null)
    return objects.count - 1
  }

  /// Fills a reserved place.
  ///
  /// - Parameters:
  ///   - place: the result of `reserve`.
  ///   - hierarchy: the names of the object's class and its superclasses, without `NSObject`.
  ///   - fields: the object's values by key.
  mutating func fill(_ place: Int, _ hierarchy: [String], _ fields: Fields) {
    objects[place] = .dictionary(fields + [(key: "$class", value: type(hierarchy))])
  }

  /// Adds an object that belongs to no cycle, and returns a reference to it.
  mutating func object(_ hierarchy: [String], _ fields: Fields) -> Node {
    let place = reserve()
    fill(place, hierarchy, fields)
    return .uid(place)
  }

  mutating func array(_ elements: [Node]) -> Node {
    object(["NSArray"], [(key: "NS.objects", value: .array(elements))])
  }

  mutating func set(_ elements: [Node]) -> Node {
    object(["NSSet"], [(key: "NS.objects", value: .array(elements))])
  }

  mutating func dictionary(_ entries: [(key: String, value: Node)]) -> Node {
    let keys = entries.map { string($0.key) }
    return object(
      ["NSMutableDictionary", "NSDictionary"],
      [(key: "NS.keys", value: .array(keys)), (key: "NS.objects", value: .array(entries.map(\.value)))]
    )
  }

  /// The finished archive.
  func data(root: Int) -> Data {
    BinaryPropertyListWriter.data(
      .dictionary([
        (key: "$version", value: .integer(100_000)),
        (key: "$archiver", value: .string("NSKeyedArchiver")),
        (key: "$top", value: .dictionary([(key: "root", value: .uid(root))])),
        (key: "$objects", value: .array(objects)),
      ])
    )
  }

  private mutating func type(_ hierarchy: [String]) -> Node {
    let name = hierarchy.first ?? "NSObject"
    if let known = classes[name] { return .uid(known) }
    let names = (hierarchy + ["NSObject"]).map { Node.string($0) }
    objects.append(.dictionary([(key: "$classname", value: .string(name)), (key: "$classes", value: .array(names))]))
    classes[name] = objects.count - 1
    return .uid(objects.count - 1)
  }
}
