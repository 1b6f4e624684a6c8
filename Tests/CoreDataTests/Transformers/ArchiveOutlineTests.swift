import Foundation
import Testing

@testable import CoreData
@testable import CoreDataModel

@Suite("Outlines of archives")
struct ArchiveOutlineTests {
  /// Returns the outline in one line.
  private func text(_ outline: ArchiveOutline) -> String {
    switch outline {
    case .null: "null"
    case .omitted: "…"
    case .value(let value): "\(value)"
    case .list(let members): "[" + members.map(text).joined(separator: ", ") + "]"
    case .entries(let entries): "{" + entries.map { "\(text($0.key)): \(text($0.value))" }.joined(separator: ", ") + "}"
    case .object(let name, let fields):
      name + "(" + fields.map { "\($0.name): \(text($0.value))" }.joined(separator: ", ") + ")"
    }
  }

  private func outline(_ make: (inout KeyedArchiveBuilder) -> KeyedArchiveBuilder.Node) throws -> String {
    var builder = KeyedArchiveBuilder()
    guard case .uid(let root) = make(&builder) else { return "no object" }
    return text(try #require(ArchiveOutline(builder.data(root: root))))
  }

  @Test("Values of Foundation's classes are decoded")
  func foundation() throws {
    let list: NSArray = ["a", 2, NSNull(), NSOrderedSet(array: ["x", "y"]), ["k": "v"]]
    let data = try #require(PlainArchive.data(of: list))
    #expect(text(try #require(ArchiveOutline(data))) == "[a, 2, null, [x, y], {k: v}]")
  }

  @Test("An object of another class is its name and its fields")
  func foreign() throws {
    let found = try outline { builder in
      let name = builder.string("red")
      let inner = builder.array([name, KeyedArchiveBuilder.null])
      return builder.object(
        ["UIColor"], [(key: "UIRed", value: .real(0.5)), (key: "name", value: name), (key: "list", value: inner)])
    }
    #expect(found == "UIColor(UIRed: 0.5, list: [red, null], name: red)")
  }

  @Test("An object that holds itself ends")
  func circles() throws {
    let found = try outline { builder in
      let place = builder.reserve()
      builder.fill(place, ["Node"], [(key: "next", value: .uid(place)), (key: "value", value: .integer(1))])
      return .uid(place)
    }
    #expect(found == "Node(next: …, value: 1)")
  }

  /// Each of forty objects contains the next one twice. Following all references would never end.
  @Test("Objects that are shared many times are cut off")
  func sharing() throws {
    let found = try outline { builder in
      var last = builder.string("end")
      for _ in 0..<40 { last = builder.array([last, last]) }
      return last
    }
    #expect(found.contains("…") && found.count < 40 * ArchiveOutline.valueLimit)
  }

  @Test("Other data has no outline", arguments: [Data(), Data("bplist00".utf8), Data("text".utf8)])
  func noArchive(_ data: Data) throws {
    #expect(ArchiveOutline(data) == nil)
    let list = try PropertyListSerialization.data(fromPropertyList: ["a": 1], format: .binary, options: 0)
    #expect(ArchiveOutline(list) == nil)
  }
}
