import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

@Suite("sections replay of a list in memory", .opensStores) struct MemoryReplayTests {
  @Test func everyVerbIsPlayed() async throws {
    let script = MemoryReplay.folder.appendingPathComponent("every-verb.json").path
    let text = try String(contentsOfFile: script, encoding: .utf8)
    for verb in MemoryVerb.all.map(\.name) + [MemoryEdit.nesting] { #expect(text.contains("{\"\(verb)\":"), "\(verb)") }
    let run = await InProcessRun("replay", "-", script)
    #expect(run.error == "")
    #expect(
      run.output == """
        batch 0
          item  insert  [0,2]  a3
          item  insert  [1,0]  b1
          item  insert  [1,1]  b2
          now 2 sections, 0 empty; 5 items
          A: a1 a2 a3 | B: b1 b2
        batch 1
          item  insert  [0,0]  a0
          item  insert  [0,2]  x2
          item  insert  [1,0]  x1
          item  insert  [1,2]  b3
          item  insert  [1,3]  b4
          now 2 sections, 0 empty; 10 items
          A: a0 a1 x2 a2 a3 | B: x1 b1 b3 b4 b2
        batch 2, user
          item  move  [1,0] → [0,0]  x1
          item  move  [0,0] → [1,2]  a0
          now 2 sections, 0 empty; 10 items
          A: x1 a1 x2 a2 a3 | B: b1 b3 a0 b4 b2
        batch 3, withoutAnimation
          item  delete  [0,2]  x2
          item  insert  [0,2]  New  (y2)
          item  update  [0,1]  Anna  (a1)
          item  update  [0,3]  a2
          now 2 sections, 0 empty; 10 items
          A: x1 a1 y2 a2 a3 | B: b1 b3 a0 b4 b2
        batch 4, silent
          item  delete  [1,4]  b2
          item  delete  [1,2]  a0
          item  delete  [1,1]  b3
          item  delete  [1,0]  b1
          item  delete  [0,1]  Anna  (a1)
          item  delete  [0,0]  x1
          now 2 sections, 0 empty; 4 items
          A: y2 a2 a3 | B: b4
        batch 5
          section  insert  0      Dora  (D)
          section  insert  3      C
          item     insert  [3,0]  c1
          now 4 sections, 1 empty; 5 items
          D: | A: y2 a2 a3 | B: b4 | C: c1
        batch 6
          section  move  3 → 0  C
          section  move  0 → 3  Dora  (D)
          now 4 sections, 1 empty; 5 items
          C: c1 | A: y2 a2 a3 | B: b4 | D:
        batch 7
          section  delete  0              C
          section  insert  0              E
          section  update  1              A
          section  update  3              Dana  (D)
          item     move    [0,0] → [0,0]  c1
          now 4 sections, 1 empty; 5 items
          E: c1 | A: y2 a2 a3 | B: b4 | D:
        batch 8
          section  delete  2      B
          section  insert  2      F
          item     delete  [2,0]  b4
          item     insert  [2,0]  f1
          item     insert  [2,1]  c1#1
          item     insert  [3,0]  d1
          item     insert  [3,1]  a2#1
          anomaly  duplicateItem  Item a2 is in the list 2 times.
          anomaly  duplicateItem  Item c1 is in the list 2 times.
          now 4 sections, 0 empty; 8 items
          E: c1 | A: y2 a2 a3 | F: f1 c1#1 | D: d1 a2#1
        batch 9
          item  delete  [3,1]  a2#1
          item  delete  [3,0]  d1
          item  delete  [1,0]  New  (y2)
          now 4 sections, 1 empty; 5 items
          E: c1 | A: a2 a3 | F: f1 c1#1 | D:
        batch 10
          section  delete  2      F
          section  delete  0      E
          item     delete  [2,1]  c1#1
          item     delete  [2,0]  f1
          item     delete  [0,0]  c1
          item     insert  [0,2]  z
          now 2 sections, 1 empty; 3 items
          A: a2 a3 z | D:
        batch 11
          section  delete  1              Dana  (D)
          section  insert  1              B
          section  insert  2              C
          item     delete  [0,1]          a3
          item     delete  [0,0]          a2
          item     insert  [0,0]          a1
          item     insert  [0,1]          a1#1
          item     move    [0,2] → [1,0]  z
          anomaly  duplicateItem  Item a1 is in the list 2 times.
          now 3 sections, 1 empty; 3 items
          A: a1 a1#1 | B: z | C:
        batch 12
          item  move  [0,1] → [2,0]  a1#1
          refused  unknownItem  remove: item nobody is not in the list.
          anomaly  unknownItem  remove: item nobody is not in the list.
          now 3 sections, 0 empty; 3 items
          A: a1 | B: z | C: a1#1
        batch 13
          section  delete  1      B
          item     delete  [2,0]  a1#1
          item     delete  [1,0]  z
          item     delete  [0,0]  a1
          anomaly  sectionOutOfBounds  removeSections: there is no section 7 in a list of 3.
          now 2 sections, 2 empty; 0 items
          A: | C:
        batch 14
          section  delete  1  C
          section  delete  0  A
          now 0 sections, 0 empty; 0 items
        batch 15
          nothing was reported
          now 0 sections, 0 empty; 0 items

        """)
  }

  /// Stories in files, with the expected events, anomalies and list of each batch.
  @Test(arguments: ["item-comes-twice.json", "sections-and-items-cross.json"])
  func aStoryIsReportedAsWritten(_ file: String) async throws {
    let url = MemoryReplay.folder.appendingPathComponent(file)
    let story = try JSON(parsing: Data(contentsOf: url))
    let run = await InProcessRun("replay", "-", url.path, "--json")
    #expect(run.error == "")
    guard case .array(let batches)? = story["batches"] else {
      Issue.record("\(file) has no batches.")
      return
    }
    try #require(run.lines.count == batches.count + 1)
    for (index, (batch, line)) in zip(batches, run.lines).enumerated() {
      let happened = try JSON(parsing: line.utf8)
      #expect(happened["batch"] == .integer(index))
      guard case .array(let events)? = happened["events"] else {
        Issue.record("batch \(index) has no events")
        return
      }
      #expect(JSON.array(events.map { $0.without("plan") }).sorted == batch["events"]?.sorted, "batch \(index)")
      #expect(happened["anomalies"]?.sorted == batch["anomalies"]?.sorted, "batch \(index)")
      #expect(happened["visible"]?.sorted == batch["visible"]?.sorted, "batch \(index)")
    }
  }

  @Test func aBatchIsOneLineOfJSON() async throws {
    let run = try await MemoryReplay.run(
      #"""
      {"source":"memory","content":[{"section":"A","items":["a",{"id":"b","title":"Bo"}]}],
       "batches":[{"edits":[{"remove":"a"}],"origin":"silent"},{}]}
      """#, "--json")
    let changes =
      #""deletedIDs":["a"],"insertedIDs":[],"items":{"deleted":[[0,0]],"inserted":[],"moved":[],"updated":[]},"#
      + #""sections":{"deleted":[],"inserted":[],"moved":[],"updated":[]}"#
    let visible = #"[{"object":"A","title":null,"items":["b"],"rows":[{"object":"b","title":"Bo"}]}]"#
    #expect(
      run.lines == [
        #"{"batch":0,"events":[{"origin":"silent","changes":{\#(changes)},"#
          + #""plan":[{"after":[{"count":1,"object":"A"}],\#(changes)}]}],"anomalies":[],"visible":\#(visible)}"#,
        #"{"batch":1,"events":[],"anomalies":[],"visible":\#(visible)}"#, "",
      ])
  }

  /// A refused edit changes nothing, and a refused inner batch is undone as a whole. The outer batch goes on after it.
  @Test func theBatchGoesOnAfterWhatIsRefused() async throws {
    let run = try await MemoryReplay.run(
      """
      {"source":"memory","content":[{"section":"A","items":["a","a"]}],"batches":[{"edits":[
        {"move":"a","to":[1,0],"refused":true},
        {"batch":[{"append":"b","section":0},{"batch":[{"removeSection":1}]},{"append":"c","section":0}],"refused":true},
        {"remove":["x"]}
      ]}]}
      """)
    #expect(run.error == "")
    #expect(
      run.lines == [
        "batch 0", "  anomaly  duplicateItem  Item a is in the list 2 times.",
        "  refused  sectionOutOfBounds  move: there is no section 1 in a list of 1.",
        "  refused  sectionOutOfBounds  removeSection: there is no section 1 in a list of 1.",
        "  anomaly  unknownItem  remove: item x is not in the list.", "  now 1 section, 0 empty; 2 items",
        "  A: a a#1", "",
      ])
  }

  @Test func theGuideShowsWhatItsFirstExamplePrints() async throws {
    let page = try String(
      contentsOf: GuideExampleTests.repository.appendingPathComponent("Docs/Script.md"), encoding: .utf8)
    let chapter = try #require(page.components(separatedBy: "\n## Lists in memory\n").last)
    let blocks = chapter.matches(of: /```[a-z]*\n((?s).*?)```/).map { String($0.1) }
    let refused = try #require(chapter.firstMatch(of: /sections: script\.json.*/)).output
    #expect(try await MemoryReplay.run(blocks[1]).output == blocks[2])
    let script = #"""
      {
        "source": "memory",
        "batches": [
          {"edits": [{"remove": "a9"}]}
        ]
      }
      """#
    #expect(try await MemoryReplay.run(script).error.contains(refused.dropFirst("sections: ".count)))
  }

  @Test func aDifferenceIsNamed() throws {
    typealias Snapshot = SectionedSnapshot<ListedID<String>, ListedID<String>>
    func list(_ items: String...) -> Snapshot {
      Snapshot(sections: [.init(ListedID("A"), items: items.map { ListElement(ListedID($0)) })])
    }
    let changes = try SectionedChangeSet(from: list("a"), to: list("a", "b"))
    #expect(try MemorySession.difference(changes, from: list("a"), to: list("a", "b")) == nil)
    let other = try #require(try MemorySession.difference(changes, from: list("a"), to: list("b")))
    #expect(other.hasPrefix("items: inserted [0, 1] (b) does not lead from [A: [a]] to [A: [b]]: "), "\(other)")
    var more = SectionedChangeSet<ListedID<String>, ListedID<String>>()
    more.items.moved = [.init(from: ItemPlace(section: 0, item: 0), to: ItemPlace(section: 0, item: 0), keys: [])]
    #expect(
      try MemorySession.difference(more, from: list("a"), to: list("a"))
        == "items: moved [0, 0]→[0, 0] is not the least change, which is no changes.")
  }
}
