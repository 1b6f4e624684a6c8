import Foundation
import ProcessTesting
import SectionedDataSources
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

@Suite("Scripts for a list in memory", .opensStores) struct MemoryScriptTests {
  @Test(arguments: [
    (#"{"apend":"b","section":0}"#, 2, #"an edit has no "apend". Did you mean "append"?"#),
    (#"{"append":"b","sections":0}"#, 15, #"an edit has no "sections". Did you mean "section"?"#),
    (#"{"remove":"a","refuse":true}"#, 15, #"an edit has no "refuse". Did you mean "refused"?"#),
    (#"{"at":0}"#, 1, #"an edit has one of "append", "insert", "remove", "#),
    (#"{"remove":"a","reload":"a"}"#, 1, #"an edit has one verb, not several: "remove", "reload""#),
    (#"{"append":"b"}"#, 1, #""section" is missing."#),
    (#"{"append":"b","section":0,"to":1}"#, 32, #""append" takes no "to"."#),
    (#"{"remove":"a","origin":"user"}"#, 24, #""remove" takes no "origin"."#),
    (#"{"batch":[],"origin":"users"}"#, 22, #""origin" is one of "program", "user", "#),
    (#"{"append":7,"section":0}"#, 11, #""append" is a string, or an object with an "id", not a number."#),
    (#"{"append":{"title":"b"},"section":0}"#, 11, #""id" is missing."#),
    (#"{"append":{"id":"b","titel":"B"},"section":0}"#, 21, #""append" has no "titel". Did you mean "title"?"#),
    (
      #"{"append":"b#1","section":0}"#, 11,
      "'b#1' is no identifier: # and a number behind it name a copy of an element."
    ),
    (#"{"append":"b","section":"A"}"#, 25, #""section" is an index, not a string."#),
    (#"{"insert":"b","at":[0]}"#, 20, #""at" is a place, the index of a section and of an item in it, such as [0, 1]"#),
    (#"{"insert":"b","at":[0,"1"]}"#, 23, #"the item of "at" is an index, not a string."#),
    (#"{"remove":{"id":"a"}}"#, 11, #""remove" is an identifier, a place such as [0, 1], or an array of either, not "#),
    (#"{"remove":["a","a#1"]}"#, 16, "several items are named by identifiers, copies one by one."),
    (#"{"move":["a"],"to":[0,0]}"#, 9, #""move" is one item, by its identifier or its place, not an array."#),
    (#"{"removeItems":{}}"#, 16, #""removeItems" has a "prefix" or a "section"."#),
    (#"{"removeSection":[0]}"#, 18, #""removeSection" is the identifier of a section, or its index, not an array."#),
    (#"{"removeAll":false}"#, 14, #""removeAll" is true, not true or false."#),
    (#"{"remove":"a","refused":1}"#, 25, #""refused" is true, not a number."#),
    (#"{"set":[{"section":"A","item":["a"]}]}"#, 24, #"a section of "set" has no "item". Did you mean "items"?"#),
  ])
  func whatIsWrongIsLocatedBeforeTheFirstBatch(_ edit: String, _ column: Int, _ message: String) async throws {
    let run = try await MemoryReplay.run("{\"source\":\"memory\",\"batches\":[{},\n{\"edits\":[\n\(edit)]}]}")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.error.contains("/script.json, line 3, column \(column): \(message)"), "\(run.error)")
  }

  @Test(arguments: [
    (#"{"remove":"x"}"#, 1, "remove: item x is not in the list."),
    (#"{"remove":"a#1"}"#, 1, "remove: item a#1 is not in the list."),
    (#"{"insert":["b"],"at":[[0,0],[0,1]]}"#, 1, "insert: there are 1 items and 2 places."),
    (#"{"insert":"b","at":[0,-1]}"#, 1, "insert: an item cannot be at [0, -1]: "),
    (#"{"moveSection":"A","to":1}"#, 1, "moveSection: there is no section 1 in a list of 1."),
    (#"{"batch":[{"append":"b","section":0}, {"updateSection":"C"}]}"#, 39, "updateSection: section C is not in the "),
    (#"{"remove":"a","refused":true}"#, 1, "the edit was performed, not refused."),
    (#"{"batch":[{"reload":"a","refused":true}],"refused":true}"#, 11, "the edit was performed, not refused."),
  ])
  func anEditThatIsRefusedIsLocated(_ edit: String, _ column: Int, _ message: String) async throws {
    let run = try await MemoryReplay.run(
      """
      {"source":"memory","content":[{"section":"A","items":["a"]}],"batches":[{},{"edits":[{"append":"c","section":0},
      \(edit)]}]}
      """)
    #expect(run.status == 1)
    // The batch before the error was reported.
    #expect(run.lines == ["batch 0", "  nothing was reported", "  now 1 section, 0 empty; 1 item", "  A: a", ""])
    #expect(run.error.contains("/script.json, line 2, column \(column): Batch 1: \(message)"), "\(run.error)")
  }

  @Test(arguments: [
    (#"{"source":"disk","batches":[]}"#, 11, #""source" is one of "store", "memory", not "disk"."#),
    (#"{"sorce":"memory","batches":[]}"#, 2, #"the script has no "sorce". Did you mean "source"?"#),
    (#"{"source":"memory"}"#, 1, #""batches" is missing."#),
    (#"{"source":"memory","contents":[],"batches":[]}"#, 20, #"the script has no "contents". Did you mean "content"?"#),
    (#"{"source":"memory","content":{},"batches":[]}"#, 30, #""content" is an array, not an object."#),
    (#"{"source":"memory","batches":[{"orgin":"user"}]}"#, 32, #"a batch has no "orgin". Did you mean "origin"?"#),
  ])
  func whatIsWrongWithTheScriptIsLocated(_ script: String, _ column: Int, _ message: String) async throws {
    let run = try await MemoryReplay.run(script)
    #expect(run.status == 1)
    #expect(run.error.contains("/script.json, line 1, column \(column): \(message)"), "\(run.error)")
  }

  /// The whole batch is rolled back, so the session has the list from before it.
  @Test func aBatchWithARefusedEditIsTakenBack() throws {
    let script = try ScriptText(
      name: "script",
      #"{"source":"memory","content":[{"section":"A","items":["a"]}],"batches":[{"edits":[{"append":"b","section":0},{"remove":"x"}]}]}"#
    ).anyScript()
    guard case .memory(let script) = script else {
      Issue.record("no script of a list in memory")
      return
    }
    let session = MemorySession(script)
    let batch = try #require(script.batches.first)
    #expect(throws: LocatedProblem.self) { try session.play(batch) }
    #expect(session.list.allItems.map(\.id) == ["a"])
    #expect(session.update == nil)
  }

  @Test func optionsThatSayNothingAreNamed() async throws {
    let scratch = try TemporaryFolder()
    let memory = try scratch.file("memory.json", #"{"source":"memory","batches":[]}"#)
    let store = try scratch.file("store.json", #"{"source":"store","batches":[]}"#)
    let list = ["--items", "Track", "--by", "album"]
    for (arguments, message) in [
      (["-", memory] + list + ["--model", "M"], "--items has no meaning for a list in memory."),
      (["S", memory] + list, "A list in memory has no store: write - for 'S'."),
      (["-", store], "'sections replay' needs --items ENTITY."),
      (["-", store, "--json"], "'sections replay' needs --items ENTITY."),
      (["S", memory], "'sections replay' needs --items ENTITY."),
      (["-", memory, "--show", "title"], "'sections replay' needs --items ENTITY."),
    ] {
      let run = await InProcessRun(["replay"] + arguments)
      #expect(run.status == 2)
      #expect(run.error == "sections: \(message) Try 'sections replay --help'.\n")
    }
    let draw = await InProcessRun(["draw", "stages", memory])
    #expect(draw.error.contains("line 1, column 11: a list in memory is for 'sections replay' only."), "\(draw.error)")
  }

  /// The built program reads the script from a pipe.
  @Test func aScriptComesFromStandardInput() throws {
    let process = ChildProcess()
    process.executableURL = try ToolRun.tool()
    process.arguments = ["replay", "-", "-"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(
      contentsOf: Data(#"{"source":"memory","batches":[{"edits":[{"appendSection":"A"}]}]}"#.utf8))
    try input.fileHandleForWriting.close()
    let printed = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(printed == "batch 0\n  section  insert  0  A\n  now 1 section, 1 empty; 0 items\n  A:\n")
  }
}
