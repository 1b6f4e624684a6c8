import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

@Suite("Messages about links and pipes in the place of stores", .opensStores) struct OddStoreFileTests {
  /// Opening a pipe would wait for its writer.
  @Test func aPipeIsNotRead() async throws {
    let store = try MusicStore()
    let folder = try TemporaryFolder()
    let pipe = folder.file("pipe.sqlite").path
    #expect(mkfifo(pipe, 0o644) == 0)
    let entities = await InProcessRun("entities", pipe)
    #expect(entities.status == 1)
    #expect(entities.error == "sections: There is no store at \(pipe): it is not a file.\n")
    let model = await InProcessRun("entities", store.path, "--model", pipe)
    #expect(model.status == 1 && model.error.hasPrefix("sections: --model \(pipe): "), "\(model.error)")
    let inside = await InProcessRun("entities", folder.url.path)
    #expect(inside.error == "sections: \(folder.url.path) is a folder, and no store is in it.\n")
  }

  /// A link has fewer bytes than a database page. The message must not say that the file is truncated.
  @Test func aStoreBehindALinkWasNotCutOff() async throws {
    let folder = try TemporaryFolder()
    let (file, link) = (folder.file("plain.sqlite").path, folder.file("link.sqlite").path)
    let database = try RawDatabase(file)
    try database.texts("CREATE TABLE t (a)")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    let run = await InProcessRun("entities", link)
    #expect(
      run.error == "sections: \(link): plain.sqlite is an SQLite database, but not a Core Data store: it has no tables "
        + "Z_METADATA and Z_PRIMARYKEY.\n")
    withExtendedLifetime(database) {}
  }
}
