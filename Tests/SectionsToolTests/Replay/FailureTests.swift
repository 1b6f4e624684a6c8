import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

@Suite("What is wrong with data is said in one line", .opensStores) struct FailureTests {
  @Test func aMissingStore() throws {
    let run = try ToolRun("entities", "/nowhere/Store.sqlite")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.error.hasPrefix("sections: There is no store at /nowhere/Store.sqlite."), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1)
  }

  @Test func aFileThatIsNoStore() throws {
    let scratch = try TemporaryFolder()
    let path = try scratch.file("Notes.txt", "These are notes and nothing else, though they go on for a while.")
    let run = try ToolRun("list", path, "--items", "Car", "--by", "owner")
    #expect(run.status == 1)
    #expect(run.error.contains(path))
    #expect(run.error.split(separator: "\n").count == 1)
  }

  /// A path that is not a store is reported by the path that the user gave.
  @Test(arguments: [
    ["entities"], ["list", "--items", "Car", "--by", "owner"], ["watch", "--items", "A", "--by", "b"],
  ])
  func aFolderAndAnEmptyFile(_ arguments: [String]) async throws {
    let scratch = try TemporaryFolder()
    let empty = try scratch.file("Empty.sqlite", "")
    for path in [scratch.url.path, empty, scratch.url.path + "/Missing.sqlite"] {
      let run = await InProcessRun([arguments[0], path] + arguments.dropFirst())
      #expect(run.status == 1, "\(path)")
      #expect(run.output.isEmpty)
      // The message names the file only once, because the path already ends with it.
      #expect(run.error.components(separatedBy: URL(fileURLWithPath: path).lastPathComponent).count == 2)
      #expect(run.error.contains(path), "\(run.error)")
      #expect(run.error.split(separator: "\n").count == 1)
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/Missing.sqlite"))
    #expect(
      await InProcessRun("entities", empty).error
        == "sections: \(empty) is no Core Data store: it has nothing in it.\n")
  }

  /// `replay` works on a copy, which the user does not know. Its messages name the store.
  @Test func whatIsWrongWithACopyIsSaidOfTheStore() async throws {
    let store = try MusicStore()
    try RawDatabase(store.path).texts("ALTER TABLE ZTRACK RENAME COLUMN ZPOSITION TO ZPLACE")
    let script = try store.scratch.file("script.json", "{\"batches\":[]}")
    let list = await InProcessRun(store.list())
    let replay = await InProcessRun(["replay", store.path, script, "--items", "Track", "--by", "album"])
    #expect(replay.status == 1)
    #expect(replay.error.hasPrefix("sections: \(store.path) was made for another model: "))
    #expect(replay.error == list.error)
  }

  /// For Core Data, an object whose row cannot be read is deleted and has no values. A list must report it instead.
  @Test(arguments: [
    ("ZALBUM", ["--json"]), ("ZALBUM", []), ("ZTRACK", ["--json"]), ("ZTRACK", []),
    ("ZARTIST", ["--show", "album.artist.name"]), ("ZARTIST", ["--section-show", "artist"]),
  ])
  func aRowThatCannotBeReadIsSaid(_ table: String, _ options: [String]) async throws {
    let store = try MusicStore()
    let database = try RawDatabase(store.path)
    try database.texts(
      "INSERT INTO ZARTIST (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT 1, Z_ENT, 1, 'Joni' FROM Z_PRIMARYKEY WHERE Z_NAME = 'Artist'"
    )
    try database.texts("UPDATE ZALBUM SET ZARTIST = 1")
    let column = table == "ZARTIST" ? "ZNAME" : "ZPOSITION"
    try database.texts("UPDATE \(table) SET \(column) = x'00ff' WHERE Z_PK = 1")
    let run = await InProcessRun(store.list("list", options))
    #expect(run.status == 1, "\(run.output)")
    let name = table.dropFirst().capitalized
    let property = table == "ZARTIST" ? "name" : "position"
    #expect(run.error.hasPrefix("sections: \(name).\(property) of the object p1 holds data"), "\(run.error)")
    // No part of the list was printed before the error.
    #expect(!run.output.contains("–") && !run.output.contains("\"title\":null"))
  }

  /// The object exists. A message that says otherwise would send its reader to the script for the mistake.
  @Test func anObjectOfAScriptThatCannotBeReadIsSaid() async throws {
    let store = try MusicStore { MusicStore.insert("Artist", ["name": "Joni"], into: $0) }
    try RawDatabase(store.path).texts("UPDATE ZARTIST SET ZNAME = x'00ff'")
    let script = try store.scratch.file(
      "script.json", #"{"batches":[{"edits":[{"update":"Artist p1","values":{"name":"Joan"}}]}]}"#)
    let run = await InProcessRun("replay", store.path, script, "--items", "Track", "--by", "album")
    #expect(run.status == 1 && run.error.contains("Artist.name of the object p1 holds data"), "\(run.error)")
  }

  @Test func whatIsQuotedIsCut() async throws {
    let store = try MusicStore()
    let name = String(repeating: "Track", count: 20_000)
    let run = await InProcessRun("list", store.path, "--items", name, "--by", "album")
    #expect(run.status == 2)
    #expect(run.error.hasPrefix("sections: --items: the store has no entity 'TrackTrack"))
    #expect(run.error.hasSuffix("Track'; it has Album, Artist, Track.\n"))
    #expect(run.error.count == "sections: ".count + ToolError.greatestLength + 3 + 1)
  }

  @Test func aFolderThatCannotBeMadeIsSaid() throws {
    let store = try MusicStore()
    let script = try store.scratch.file("script.json", "{\"batches\":[]}")
    let run = try ToolRun(
      arguments: ["replay", store.path, script, "--items", "Track", "--by", "album"],
      environment: ["TMPDIR": store.path])
    #expect(run.status == 1)
    #expect(run.error == "sections: No temporary folder can be made in \(store.path): Not a directory.\n")
  }

  @Test func noOtherUserLooksIntoTheCopy() throws {
    let folder = RunFolder()
    let url = try folder.make()
    var status = stat()
    #expect(stat(url.path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
  }

  /// If another process has locked the store, the tool waits for less time than a program would.
  @Test func aStoreThatAnotherProcessLocksIsReported() throws {
    let store = try MusicStore()
    let other = try RawDatabase(store.path)
    #expect(try other.texts("PRAGMA journal_mode = DELETE") == ["delete"])
    try other.texts("BEGIN EXCLUSIVE")
    let opening = #expect(throws: ToolError.self) {
      try ToolStore.open(store.path, model: nil, access: .readOnly, patience: 0)
    }
    let folder = RunFolder()
    let copying = #expect(throws: ToolError.self) {
      try ToolStore.copy(store.path, model: nil, into: folder.make(), patience: 0)
    }
    for error in [opening, copying] {
      #expect(error?.message.hasPrefix("\(store.path) is locked by another process.") == true)
    }
    #expect(ToolStore.patience <= 10)
    try other.texts("ROLLBACK")
    _ = try ToolStore.open(store.path, model: nil, access: .readOnly, patience: 0)
  }

  @Test func aModelThatIsNone() async throws {
    let store = try MusicStore()
    for path in ["/nowhere/M.xcdatamodel", store.path, store.scratch.url.path] {
      let run = await InProcessRun("entities", store.path, "--model", path)
      // A store is not a model. This is detected before the model is read.
      #expect(run.status == (path == store.path ? 2 : 1))
      #expect(run.error.components(separatedBy: path).count == 2, "\(run.error)")
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
    #expect(run.status == 2)
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
