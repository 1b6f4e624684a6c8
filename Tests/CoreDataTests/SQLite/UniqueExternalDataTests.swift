import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Unique data that is kept outside")
struct UniqueExternalDataTests {
  /// Several rows change their unique values in one save, which clears the columns first.
  @Test("The files of replaced data go with it")
  func replaced() throws {
    let folder = try TemporaryFolder()
    let data = NSAttributeDescription("data", .binaryDataAttributeType)
    data.allowsExternalBinaryDataStorage = true
    let thing = NSEntityDescription("Thing", [data])
    thing.uniquenessConstraints = [["data"]]
    let handle = try StoreHandle(folder.file(), NSManagedObjectModel([thing]))
    func large(_ byte: UInt8) -> Value { .data(Data(repeating: byte, count: 200_000)) }
    let rows = try handle.insert([
      try handle.new("Thing", 1, ["data": large(1)]), try handle.new("Thing", 2, ["data": large(2)]),
    ])
    func names() throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: folder.file(".Store_SUPPORT/_EXTERNAL_DATA").path))
    }
    let before = try names()
    #expect(before.count == 2)
    let updates = try zip(rows, [UInt8(3), 4]).map { try handle.update($0, ["data": large($1)]) }
    _ = try handle.store.save(StoreChanges(updated: updates))
    #expect(try names().count == 2)
    #expect(try names().isDisjoint(with: before))
    let slot = try handle.slot("data", of: "Thing")
    #expect(try handle.all("Thing").map { $0[slot].text } == [large(3).text, large(4).text])
    handle.store.close()
  }
}
