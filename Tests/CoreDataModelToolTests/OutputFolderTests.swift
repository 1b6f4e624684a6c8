import CoreData
import Foundation
import SectionedTesting
import Testing

@testable import CoreDataModelTool

@Suite("Models that are put into a bundle")
struct OutputFolderTests {
  /// Xcode writes UTF-8. A model that was written by hand may have another encoding.
  @Test("A model is copied as it is, in whatever encoding")
  func encoding() throws {
    let folder = try TemporaryFolder()
    let model = folder.file("Cafes.xcdatamodel")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    let text = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><model><entity name=\"Caf\u{E9}\"/></model>"
    let contents = try #require(text.data(using: .isoLatin1))
    try contents.write(to: model.appendingPathComponent("contents"))
    try OutputFolder.write(ModelFolder(url: model), into: folder.url)
    let copy = folder.file("Cafes.mom")
    #expect(try Data(contentsOf: copy) == contents)
    #expect(NSManagedObjectModel(contentsOf: copy)?.entities.map(\.name) == ["Caf\u{E9}"])
  }
}
