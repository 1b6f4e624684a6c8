import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Tags by name. Another program may have written names that are not text.
@Suite("Runs of rows with one value")
struct GroupRunsTests {
  private static func groups(_ names: [String]) throws -> [KeyList.Group] {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), MusicModel.make())
    for (index, name) in names.enumerated() {
      let row = try handle.new("Tag", Int64(index + 1), ["name": .string("\(index)")])
      try handle.insert([row])
      try Connection(path: folder.file().path, mode: .writing, timeout: 5)
        .execute("UPDATE ZTAG SET ZNAME = \(name) WHERE ZNAME = '\(index)'")
    }
    let tag = try handle.entity("Tag")
    let name = CompiledPath(entity: tag.index, hops: [], last: try handle.slot("name", of: "Tag"))
    let order = CompiledOrder(terms: [.init(path: name, ascending: true, collation: .binary)])
    let list = try handle.store.keys(matching: RowQuery(entity: tag, order: order), groupedBy: name)
    #expect(list.keys.count == names.count)
    return Array(list.groups)
  }

  @Test("are read as the rows' own values are, whatever bytes a text has")
  func texts() throws {
    let long = String(repeating: "ä", count: 40)
    let groups = try Self.groups([
      "NULL", "NULL", "''", "''", "'a'", "'a'", "CAST(x'6100' AS TEXT)", "'a\u{FFFD}'",
      "'b'", "'\(long)'", "'\(long)'", "'e\u{301}'", "'\u{e9}'",
    ])
    // In the order of the bytes.
    let expected = [
      "nil 2", " 2", "a 2", "a\0 1", "a\u{FFFD} 1", "b 1", "e\u{301} 1", "\(long) 2", "\u{e9} 1",
    ]
    /// Compares bytes, because Swift's strings are equal if their characters are.
    func exact(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }
    #expect(exact(groups.map { "\($0.value.text) \($0.count)" }) == exact(expected))
  }

  @Test(
    "have an error where a row holds no text of UTF-8, also beside a text of the same bytes",
    arguments: ["x'61'", "CAST(x'61FF' AS TEXT)"])
  func data(other: String) throws {
    for names in [["'a'", other], ["'a'", other, other], [other]] {
      let error = #expect(throws: (any Error).self) { try Self.groups(names) }
      #expect("\(error as Any)".contains("Tag.name"), "\(error as Any)")
    }
  }
}
