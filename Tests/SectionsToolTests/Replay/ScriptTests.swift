import Foundation
import ProcessTesting
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

/// Scripts for an empty store of the scenarios' model, or for the store with three albums.
@Suite("Scripts", .opensStores) struct ScriptTests {
  let scratch: TemporaryFolder

  init() throws { scratch = try TemporaryFolder() }

  private func replay(_ script: String, store: String = "-", _ more: String...) async throws -> InProcessRun {
    let path = try scratch.file("script.json", script)
    let model = store == "-" ? ["--model", MusicStore.model] : []
    return await InProcessRun(
      ["replay", store, path, "--items", "Track", "--by", "album", "--section-sort", "title", "--sort", "title"] + model
        + more)
  }

  @Test(arguments: [
    (#"{"batches":[{}"#, 1, 12, "the array that begins here does not end."),
    ("{\n  \"batch\": []\n}", 2, 3, "the script has no \"batch\". Did you mean \"batches\"?"),
    ("{}", 1, 1, "\"batches\" is missing."), ("[]", 1, 1, "the script is an object, not an array."),
    (#"{"batches":{}}"#, 1, 12, "\"batches\" is an array, not an object."),
    ("{\"batches\":[\n{\"edit\":[]}]}", 2, 2, "a batch has no \"edit\". Did you mean \"edits\"?"),
    ("{\"batches\":[{},\n{\"then\":\"explode\"}]}", 2, 9, "\"then\" is one of \"process\", \"save\", "),
    (#"{"batches":[{"context":7}]}"#, 1, 24, "\"context\" is a string, not a number."),
    ("{\"batches\":[{\"edits\":[\n\n {}]}]}", 3, 2, "an edit has exactly one of "),
    (#"{"batches":[{"edits":[{"insert":"A","delete":"$0"}]}]}"#, 1, 23, "an edit has exactly one of "),
    (#"{"batches":[{"edits":[{"delete":"$0","set":{}}]}]}"#, 1, 44, "a deletion has no \"set\"."),
    (
      #"{"batches":[{"edits":[{"insert":"A","value":{}}]}]}"#, 1, 37,
      "an edit has no \"value\". Did you mean \"values\"?"
    ),
    (#"{"batches":[{"edits":[{"update":"$0","as":"$a"}]}]}"#, 1, 43, "\"as\" names an inserted object."),
    (
      #"{"batches":[{"edits":[{"insert":"Album","as":"a"}]}]}"#, 1, 46,
      "\"as\" is a name that begins with $, such as $a, not \"a\"."
    ),
    (#"{"batches":[{"edits":[{"insert":"Album","as":"$"}]}]}"#, 1, 46, "\"as\" is a name that begins with $, "),
    (
      #"{"batches":[{"context":"background","then":"rollback"}]}"#, 1, 44,
      "a batch in the background always ends with \"save\"."
    ),
    ("{\"list\":{\n\"where\":5},\"batches\":[]}", 2, 9, "\"where\" is a string, not 5."),
    ("{\"list\":{\n\"sort\":null},\"batches\":[]}", 2, 8, "\"sort\" is a string, not null."),
    ("{\"list\":{\n\"depends\":[\"title\",1]},\"batches\":[]}", 2, 11, "\"depends\" is a string, not 1."),
    (
      "{\"list\":\n{\"depends\":\"titel\"},\"batches\":[]}", 2, 1,
      "The key path “titel” that was given as a dependency "
    ),
    ("{\"batches\":[\n\"\t\"]}", 2, 2, "a tab stands in a string; \\t stands for it."),
    ("{\"list\":{\n\"unmatched\":\"first\"},\"batches\":[]}", 2, 13, "\"unmatched\" is hidden or last, not 'first'."),
    (
      "{\"list\":{\n\"unmached\":\"last\"},\"batches\":[]}", 2, 1, "\"list\" has no 'unmached'; it can have by, where, "
    ),
    ("{\"list\":\n{\"by\":\"albun\"},\"batches\":[]}", 2, 1, "--by albun: Track has no relationship 'albun'; "),
    ("{\"list\":\n{\"where\":\"title = \"},\"batches\":[]}", 2, 1, "--where: The predicate format cannot be read "),
  ])
  func aScriptThatIsWrongIsLocated(_ script: String, _ line: Int, _ column: Int, _ message: String) async throws {
    let run = try await replay(script)
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    let place = "sections: \(scratch.url.path)/script.json, line \(line), column \(column): "
    #expect(run.error.hasPrefix(place + message), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    (#"{"insert":"Albun"}"#, 11, "The store has no entity 'Albun'; it has Album, Artist, Track. Did you mean 'Album'?"),
    (#"{"insert":"Album","values":{"titel":""}}"#, 29, "Album has no attribute 'titel'; it has identifier, "),
    (#"{"insert":"Album","values":{"tracks":[]}}"#, 29, "'tracks' of Album is a relationship, for \"set\"."),
    (#"{"insert":"Album","set":{"track":[]}}"#, 26, "Album has no relationship 'track'; it has artist, tracks."),
    (#"{"insert":"Album","set":{"title":""}}"#, 26, "'title' of Album is an attribute, for \"values\"."),
    (#"{"insert":"Album","values":{"title":1}}"#, 37, "1 is no value for Album.title, a string."),
    (#"{"insert":"Album","values":{"position":1.5}}"#, 40, "1.5 is no value for Album.position, a whole number "),
    (#"{"insert":"Album","set":{"tracks":"$0"}}"#, 35, "\"$0\" is no value for Album.tracks, an array of names "),
    (#"{"insert":"Album","set":{"tracks":["$9",7]}}"#, 36, "Nothing was inserted as '$9'."),
    (
      #"{"insert":"Track","as":"$t","set":{"album":"$t"}}"#, 44,
      "$t is of the entity Track, but Track.album leads to Album."
    ),
    (#"{"update":"Albun p1"}"#, 11, "The store has no entity 'Albun' for 'Albun p1'; "),
    (#"{"delete":"Album p99"}"#, 11, "There is no object Album p99."),
    (#"{"delete":"Album"}"#, 11, "'Album' names no object of this store; a $name, a short name such as "),
    (#"{"delete":"x-coredata://other/Album/p1"}"#, 11, "'x-coredata://other/Album/p1' names no object of this "),
  ])
  func anEditThatCannotBeMadeIsLocated(_ edit: String, _ column: Int, _ message: String) async throws {
    let run = try await replay("{\"batches\":[{\"edits\":[]},\n{\"edits\":[\n\(edit)]}]}")
    #expect(run.status == 1)
    // The batch before the error was reported.
    #expect(run.lines.first == "batch 0")
    let place = "sections: \(scratch.url.path)/script.json, line 3, column \(column): Batch 1: "
    #expect(run.error.hasPrefix(place + message), "\(run.error)")
  }

  /// The script names an object that an earlier edit or batch has deleted, by its name in the script or by its short
  /// name.
  @Test(arguments: ["$a", "Album p1"], [#""update":"@""#, #""delete":"@""#, #""insert":"Track","set":{"album":"@"}"#])
  func whatIsDeletedIsNamedNoMore(_ name: String, _ edit: String) async throws {
    let edit = "{" + edit.replacing("@", with: name) + "}"
    let insertion = #"{"edits":[{"insert":"Album","as":"$a"}],"then":"save"}"#
    let deletion = #"{"delete":"\#(name)"}"#
    let column = edit.utf8.count - name.utf8.count - (edit.contains("set") ? 3 : 2)
    let within = try await replay("{\"batches\":[\(insertion),\n{\"edits\":[\(deletion),\n\(edit)]}]}")
    #expect(within.status == 1)
    let subject = name.hasPrefix("$") ? "'\(name)'" : name
    #expect(
      within.error
        == "sections: \(scratch.url.path)/script.json, line 3, column \(column): Batch 1: \(subject) is deleted.\n")
    for context in ["view", "background"] {
      let later = try await replay(
        """
        {"batches":[\(insertion),{"edits":[\(deletion)],"then":"save","context":"\(context)"},{"edits":[
        \(edit)]}]}
        """)
      #expect(later.status == 1)
      let gone = name.hasPrefix("$") ? "\(subject) is deleted" : "There is no object \(name)"
      #expect(
        later.error == "sections: \(scratch.url.path)/script.json, line 2, column \(column): Batch 2: \(gone).\n")
    }
  }

  /// A name of a deleted object is valid again after a rollback.
  @Test func whatARollbackBringsBackIsNamedAgain() async throws {
    let run = try await replay(
      #"""
      {"batches":[{"edits":[{"insert":"Album","as":"$a"}],"then":"save"},{"edits":[{"delete":"$a"}],"then":"rollback"},
      {"edits":[{"update":"$a","values":{"title":"again"}}],"then":"save"}]}
      """#)
    #expect(run.status == 0, "\(run.error)")
  }

  /// Dependencies are effective from the next fetch on. A batch that changes them fetches.
  @Test func dependenciesOfABatchHoldAtOnce() async throws {
    let store = try MusicStore()
    let edit = #"{"edits":[{"update":"Album p1","values":{"position":7}}]}"#
    let run = try await replay(
      #"{"batches":[{"policies":{"depends":"album.position"}},\#(edit)]}"#, store: store.path)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.lines.filter { $0.contains("item") && $0.contains("update") }.count == 3, "\(run.output)")
    let wrong = try await replay("{\"batches\":[{},\n{\"policies\":{\"depends\":\"titel\"}}]}")
    #expect(wrong.status == 1)
    #expect(wrong.error.contains("script.json, line 2, column 13: Batch 1: The key path “titel” "), "\(wrong.error)")
  }

  @Test func aPolicyThatIsWrongIsLocated() async throws {
    let store = try MusicStore()
    let run = try await replay(
      """
      {"batches": [
        {"edits": [{"delete": "Album p1"}], "then": "rollback"},
        {"policies": {"section-limit": -1}}
      ]}
      """, store: store.path)
    #expect(run.error.contains("line 3, column 34: Batch 1: \"section-limit\" takes a whole number that is not "))
  }

  /// Scripts may refer to objects of the store by the names that lists print.
  @Test(arguments: ["Album p2", "Album/p2", "(Album p2)"]) func shortNamesAreTaken(_ album: String) async throws {
    let store = try MusicStore()
    let list = await InProcessRun(store.list())
    #expect(list.lines.contains("1  B  (Album p2)  empty"))
    let run = try await replay(
      #"{"batches":[{"edits":[{"update":"\#(album)","values":{"title":"b"}},{"insert":"Track","set":{"album":"\#(album)"}}]}]}"#,
      store: store.path)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.lines.last { $0.contains("now") } == "  now 3 sections, 0 empty; 5 items; 2 items without a section")
    #expect(run.lines.contains { $0.contains("section") && $0.contains("(Album p2)") }, "\(run.output)")
  }

  /// Other programs may use any primary keys: a negative one, 0, and those of more than 31 bits.
  @Test(arguments: [-1, -5, 0, 1 << 31, 1 << 31 + 7, 1 << 53 + 1, .max, .min + 1 << 48] as [Int64])
  func theShortNameOfEveryKeyIsTaken(_ key: Int64) async throws {
    let store = try MusicStore()
    let database = try RawDatabase(store.path)
    try database.texts("UPDATE ZALBUM SET Z_PK = \(key) WHERE ZTITLE = 'B'")
    let list = await InProcessRun(store.list())
    let line = try #require(list.lines.first { $0.contains("  B  ") }, "\(list.output)\(list.error)")
    let printed = try #require(line.firstMatch(of: /\(Album p[^)]*\)/)).output
    #expect(printed == "(Album p\(key))")
    let name = printed.dropFirst().dropLast()
    for (title, reference) in zip(["b", "bb", "c"], [String(printed), String(name), name.replacing(" ", with: "/")]) {
      let run = try await replay(
        #"{"batches":[{"edits":[{"update":"\#(reference)","values":{"title":"\#(title)"}}]}]}"#, store: store.path)
      #expect(run.status == 0, "\(reference): \(run.error)")
      #expect(run.lines.contains { $0.contains("section") && $0.contains(printed) }, "\(run.output)")
    }
  }

  @Test func theSummaryCountsNoSectionOfUnmatchedItems() async throws {
    let store = try MusicStore()
    let run = try await replay(
      #"{"list":{"unmatched":"last"},"batches":[{"policies":{"section-limit":1}}]}"#, store: store.path)
    let now = run.lines.last { $0.contains("now") }
    #expect(now == "  now 3 sections, 1 empty; 2 items of 4; 2 items without a section, 1 of them shown")
  }

  @Test func rowsAreShownWhereTheyAreAskedFor() async throws {
    let script =
      #"{"batches":[{"edits":[{"insert":"Album","as":"$A","values":{"title":"A"}},{"insert":"Track","values":{"title":"a"},"set":{"album":"$A"}}]}]}"#
    let plain = try await replay(script, "--json")
    #expect(try plain.json()["visible"]?.text == #"[{"object":"$A","items":["$0"]}]"#)
    let shown = try await replay(script, "--json", "--show", "title", "--section-show", "title")
    guard case .array(let sections)? = try shown.json()["visible"], let section = sections.first else {
      Issue.record("no list: \(shown.output)\(shown.error)")
      return
    }
    #expect(section["title"]?.text == #""A""# && section["values"]?.text == #"{"title":"A"}"#)
    guard case .array(let rows)? = section["rows"] else {
      Issue.record("no rows: \(section.text)")
      return
    }
    #expect(rows.map { $0["values"]?.text } == [#"{"title":"a"}"#])
  }

  /// The built program reads the script from a pipe.
  @Test func aScriptComesFromStandardInput() throws {
    let process = ChildProcess()
    process.executableURL = try ToolRun.tool()
    process.arguments = ["replay", "-", "-", "--model", MusicStore.model, "--items", "Track", "--by", "album"]
    let (input, output, error) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = error
    try process.run()
    try input.fileHandleForWriting.write(
      contentsOf: Data("{\"batches\":[{\"edits\":[{\"insert\":\"Album\"}]},\n{]}".utf8))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    let said = String(decoding: try error.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(process.terminationStatus == 1)
    #expect(said == "sections: Standard input, line 2, column 2: a key in quotes is expected.\n")
  }

  @Test func aScriptThatCannotBeReadIsSaid() async throws {
    for (path, reason) in [("/nowhere/script.json", "does not exist"), (scratch.url.path, "is a folder")] {
      let run = await InProcessRun(
        "replay", "-", path, "--model", MusicStore.model, "--items", "Track", "--by", "album")
      #expect(run.status == 1)
      #expect(run.error == "sections: The script '\(path)' \(reason).\n")
    }
  }

  /// Each example in `Docs/Script.md` is a complete script.
  @Test func theGuidesExamplesArePlayed() async throws {
    let page = try String(
      contentsOf: GuideExampleTests.repository.appendingPathComponent("Docs/Script.md"), encoding: .utf8)
    let examples = page.matches(of: /```json\n((?s).*?)```/).map { String($0.1) }
    #expect(examples.count >= 6)
    for example in examples {
      let isOfMemory = example.contains(#""source": "memory""#)
      let run = isOfMemory ? try await MemoryReplay.run(example) : try await replay(example)
      #expect(run.status == 0, "\(run.error)\(example)")
      #expect(run.output.contains("batch 0"))
    }
    // The page names every member, end and option that the reader knows.
    let words =
      Script.End.allCases.map(\.rawValue) + Script.ContextRole.allCases.map(\.rawValue) + ListOptions.policyNames
      + ListOptions.fetchNames + ["insert", "update", "delete", "as", "values", "set", "edits", "then", "context"]
    let verbs = MemoryVerb.all.map(\.name) + MemoryVerb.all.flatMap(\.members) + [MemoryEdit.nesting]
    let memory =
      MemoryScript.Origin.allCases.map(\.rawValue) + Script.Source.allCases.map(\.rawValue) + [
        "source", "content", "origin", "title", "id", "refused",
      ]
    for word in words + verbs + memory { #expect(page.contains("`\(word)`"), "\(word)") }
  }
}
