import CoreData
import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

/// A store brings its model along, and a script its names: neither may move the cursor of who only looks at them.
@Suite("Names that are no words", .opensStores) struct StoredNameTests {
  @Test func namesOfAModelStayOnTheirLine() async throws {
    let scratch = try TemporaryFolder()
    let url = scratch.file("Names.sqlite")
    let model = NSManagedObjectModel()
    model.entities = [NSEntityDescription("Red\u{9b}31m", [NSAttributeDescription("na\u{202e}me")])]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.remove(try coordinator.addPersistentStore(type: .sqlite, at: url))
    let run = await InProcessRun("entities", url.path)
    #expect(run.error.isEmpty)
    #expect(run.lines == [#"Red\u{9b}31m  0"#, #"  na\u{202e}me  String  optional"#, "", ""])
    withExtendedLifetime(scratch) {}
  }

  @Test func namesOfAScriptStayOnTheirLine() async throws {
    let scratch = try TemporaryFolder()
    let script = try scratch.file(
      "script.json", #"{"batches": [{"edits": [{"insert": "Album", "as": "$\u001b[31m\n"}]}]}"#)
    let run = await InProcessRun(
      "replay", "-", script, "--model", MusicStore.model, "--items", "Track", "--by", "album")
    #expect(run.error.isEmpty)
    #expect(
      run.lines == [
        "batch 0", #"  section  insert  0  $\u{1b}[31m\n"#, "  now 1 section, 1 empty; 0 items", "",
      ])
    withExtendedLifetime(scratch) {}
  }

  @Test func aTableHasOneLineForEachRow() {
    var table = Table([.left, .left])
    table.add(["a\nb", "\u{1b}[2J"])
    table.add(["abcd", "c"])
    #expect(table.lines(for: .none) == [#"a\nb  \u{1b}[2J"#, "abcd  c"])
  }
}
