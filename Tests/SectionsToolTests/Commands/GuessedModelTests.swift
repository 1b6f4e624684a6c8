import CoreData
import Foundation
import SectionedTerminal
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

/// The music store without its model: `A: a1 a2 a3 | B: | C: c1`, and u1 and u2 without an album.
@MainActor
@Suite("Stores without a model", .opensStores) struct GuessedModelTests {
  let store: MusicStore
  private static let note =
    "The store carries no model: entities, names and types are guessed from its tables. "
    + "--model FILE names the model."

  init() throws {
    store = try MusicStore()
    try RawDatabase(store.path).texts("DELETE FROM Z_MODELCACHE")
  }

  @Test func theEntitiesAreGuessedAndMarked() async throws {
    let run = await InProcessRun("entities", store.path)
    #expect(run.status == 0 && run.lines.first == Self.note, "\(run.error)")
    #expect(
      run.lines.dropFirst().prefix { !$0.isEmpty }.map { $0.replacing(#/ +/#, with: " ") } == [
        "Album 3", " identifier String optional", " isold Integer 64 optional", " position Integer 64 optional",
        " title String optional", " artist → one Artist inverse albums", " tracks → many Track inverse album",
      ])
    let json = try await InProcessRun("entities", store.path, "--json").json()
    #expect(json["guessedModel"] == .bool(true))
    let named = await InProcessRun("entities", store.path, "--model", MusicStore.model)
    #expect(named.status == 0 && !named.output.contains("guessed"))
  }

  @Test func listsAreThoseOfTheModel() async throws {
    let json = try await InProcessRun(store.list("list", "--json")).json()
    #expect(json["guessedModel"] == .bool(true))
    #expect(json["totals"]?.text == #"{"sections":3,"empty":1,"items":4,"unmatched":2,"cut":0}"#)
    let text = await InProcessRun(store.list())
    let named = await InProcessRun(store.list("list", "--model", MusicStore.model))
    #expect(text.lines.dropLast(2) + [""] == named.lines[...], "\(text.output)\(text.error)")
    #expect(text.lines.dropLast().last == Self.note)
    for arguments in [["--json"], []] {
      let plain = await InProcessRun(["list", store.path, "--items", "Album", "--by", "isold"] + arguments)
      #expect(plain.status == 0 && plain.output.contains("guessed"), "\(plain.error)")
    }
  }

  @Test func aValueIsTheBytesAlone() async throws {
    #expect(await InProcessRun("value", store.path, "Album p1", "title").output == "A")
    #expect(await InProcessRun("value", store.path, "Album p1", "title", "--describe").lines.first == Self.note)
  }

  @Test func aWatchMarksIt() async throws {
    for json in [false, true] {
      let captured = CapturedOutput()
      var options = ListOptions()
      options.store = store.path
      options.showTracksByAlbum()
      options.json = json
      try await StoreWatch(options, captured.output).begin()
      #expect(captured.text.contains(json ? #","guessedModel":true}"# : Self.note), "\(captured.text)")
    }
  }

  @Test func theBrowserMarksItAndOnlyReads() throws {
    let browsing = try Browsing(store.path) { $0.showTracksByAlbum() }
    #expect(browsing.title.hasPrefix("(guessed model) Track by album"), "\(browsing.lines)")
    browsing.press(.home)
    #expect(browsing.names == ["title", "▾ A", "a1", "a2", "a3", "▾ B", "(empty)", "▾ C", "c1"])
    browsing.type("i")
    #expect(browsing.lines.suffix(2).joined().contains("its model is guessed"), "\(browsing.lines)")
  }

  @Test func nothingIsWrittenByAGuess() async throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: store.path))
    let script = try store.scratch.file("script.json", #"{"batches": []}"#)
    let target = store.scratch.file("Copy.sqlite").path
    let list = ["--items", "Track", "--by", "album"]
    for arguments in [
      ["copy", store.path, target], ["replay", store.path, script] + list,
      ["replay", store.path, script, "--in-place"] + list,
    ] {
      let run = await InProcessRun(arguments)
      #expect(run.status == 1 && run.output.isEmpty, "\(arguments)")
      #expect(
        run.error
          == "sections: \(store.path) carries no model: open it with the model's file. "
          + "Name it with --model FILE: a guessed model is for reading only.\n")
    }
    // The browser opens a store like this with --edit.
    #expect(throws: ToolError.self) { try ToolStore.open(store.path, model: nil, access: .readWrite) }
    #expect(!FileManager.default.fileExists(atPath: target))
    #expect(try Data(contentsOf: URL(fileURLWithPath: store.path)) == before)
    #expect(await InProcessRun("copy", store.path, target, "--model", MusicStore.model).status == 0)
  }

  /// Entities that are each other's parents have no table, so their model cannot be guessed.
  @Test func whatCannotBeGuessedIsSaid() async throws {
    try RawDatabase(store.path).texts("UPDATE Z_PRIMARYKEY SET Z_SUPER = Z_ENT")
    for arguments in [["entities", store.path], ["list", store.path, "--items", "Track"]] {
      let run = await InProcessRun(arguments)
      #expect(run.status == 1 && run.output.isEmpty, "\(arguments)")
      #expect(
        run.error
          == "sections: \(store.path): it carries no model, and its tables do not show one. "
          + "Name the model with --model FILE.\n")
    }
  }

  /// This store is from 2009. `ListTests` makes the same list with a model file.
  @Test(.enabled(if: Samples.areThere, "\(Samples.reason)"))
  func recipesOf2009() async throws {
    let path = try Samples.path(Samples.recipes)
    let run = await InProcessRun("list", path, "--items", "Ingredient", "--by", "recipe", "--json")
    #expect(run.status == 0, "\(run.error)")
    let json = try run.json()
    #expect(json["totals"]?.text == #"{"sections":7,"empty":2,"items":31,"unmatched":0,"cut":0}"#)
    let types = await InProcessRun("list", path, "--items", "Recipe", "--by", "type")
    #expect(types.status == 0, "RecipeType is found by the end of its name: \(types.error)")
  }
}
