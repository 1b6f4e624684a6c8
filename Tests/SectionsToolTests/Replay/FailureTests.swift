import Foundation
import Testing

@Suite("What is wrong with data is said in one line") struct FailureTests {
  @Test func aMissingStore() throws {
    let run = try ToolRun("entities", "/nowhere/Store.sqlite")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.error.hasPrefix("sections: /nowhere/Store.sqlite: "), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1)
  }

  @Test func aFileThatIsNoStore() throws {
    let scratch = try Scratch()
    let path = try scratch.file("Notes.txt", "These are notes and nothing else, though they go on for a while.")
    let run = try ToolRun("list", path, "--items", "Car", "--by", "owner")
    #expect(run.status == 1)
    #expect(run.error.contains(path))
    #expect(run.error.split(separator: "\n").count == 1)
  }

  /// What is no store, by the path that a person gave.
  @Test(arguments: [
    ["entities"], ["list", "--items", "Car", "--by", "owner"], ["watch", "--items", "A", "--by", "b"],
  ])
  func aFolderAndAnEmptyFile(_ arguments: [String]) async throws {
    let scratch = try Scratch()
    let empty = try scratch.file("Empty.sqlite", "")
    for path in [scratch.url.path, empty, "", scratch.url.path + "/Missing.sqlite"] {
      let run = await InProcessRun([arguments[0], path] + arguments.dropFirst())
      #expect(run.status == 1, "\(path)")
      #expect(run.output.isEmpty)
      #expect(run.error.hasPrefix("sections: \(path)"), "\(run.error)")
      #expect(run.error.split(separator: "\n").count == 1)
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/Missing.sqlite"))
  }

  /// A store without a model inside says how to name one.
  @Test func aStoreThatCarriesNoModel() async throws {
    let store = try MusicStore()
    try RawDatabase(store.path).texts("DELETE FROM Z_MODELCACHE")
    let run = await InProcessRun("entities", store.path)
    #expect(run.status == 1)
    #expect(
      run.error
        == "sections: \(store.path): Music.sqlite carries no model: open it with the model's file. "
        + "Name it with --model FILE.\n")
    #expect(await InProcessRun("entities", store.path, "--model", MusicStore.model).status == 0)
  }

  @Test func aModelThatIsNone() async throws {
    let store = try MusicStore()
    for path in ["/nowhere/M.xcdatamodel", store.path, store.scratch.url.path] {
      let run = await InProcessRun("entities", store.path, "--model", path)
      #expect(run.status == 1)
      #expect(run.error.contains(path), "\(run.error)")
      #expect(run.error.split(separator: "\n").count == 1)
    }
  }

  @Test(
    .enabled(if: Samples.areThere, "\(Samples.reason)"),
    arguments: [
      (["--items", "Boat", "--by", "owner"], "--items: the store has no entity 'Boat'; it has Car, "),
      (["--items", "Car", "--by", "driver"], "--by driver: Car has no relationship 'driver'; it has owner."),
      (
        ["--items", "Car", "--by", "owner.cars"],
        "--by owner.cars: 'cars' of Person leads to many objects; a section is one."
      ),
      (["--items", "Car", "--by", "owner", "--sort", "wings"], "--sort: Car has no attribute 'wings' to sort by."),
      (["--items", "Car", "--by", "owner", "--where", "maker = "], "--where: "),
      (["--items", "Car", "--by", "owner", "--where", "wings = 2"], "wings"),
    ])
  func wrongNames(_ options: [String], _ message: String) throws {
    let run = try ToolRun(arguments: ["list", try Samples.path(Samples.cars)] + options)
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.error.contains(message), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1)
  }

  @Test func wrongArgumentsEndWithTwo() throws {
    let run = try ToolRun("list")
    #expect(run.status == 2)
    #expect(run.error == "sections: 'sections list' needs STORE. Try 'sections list --help'.\n")
  }
}
