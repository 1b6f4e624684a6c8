import Foundation
import SectionedTesting
import Testing

@testable import SectionsTool

@Suite("sections replay", .enabled(if: Samples.areThere, "\(Samples.reason)"))
struct ReplayTests {
  private let person = "x-coredata://753753D3-A961-4901-AB05-8CC48B1D3853/Person/p"

  /// Person 1 has no car. A car is moved to her, then to person 3, who has none either, and is saved there. Then person
  /// 20 is deleted with her two cars, and a change of the car is rolled back.
  @Test func eachBatchSaysWhatWasReported() throws {
    let scratch = try TemporaryFolder()
    let script = try scratch.file(
      "script.json",
      """
      {"batches":[
        {"edits":[{"insert":"Car","as":"$a","values":{"numberPlate":"X1"},"set":{"owner":"\(person)1"}}]},
        {"edits":[{"update":"$a","set":{"owner":"\(person)3"}}],"then":"save"},
        {"edits":[{"update":"$a","values":{"maker":"Volvo"}}]},
        {"edits":[{"delete":"\(person)20"}],"then":"save"},
        {"edits":[{"update":"$a","values":{"maker":"Saab"}}],"then":"rollback"},
        {"edits":[{"insert":"Person","values":{"firstName":"A","lastName":"B"}}]}
      ]}
      """)
    let run = try ToolRun("replay", Samples.path(Samples.cars), script, "--items", "Car", "--by", "owner", "--json")
    #expect(run.status == 0, "\(run.error)")
    let batches = try run.lines.map { try JSONDecoder().decode(JSON.self, from: Data($0.utf8)) }
    #expect(batches.map { $0["batch"]?.text } == (0..<6).map(String.init))
    let car = "x-coredata://753753D3-A961-4901-AB05-8CC48B1D3853/Car/p"
    let expected: [[String]] = [
      ["will item insert $a null [0,0]", "did"].flattened,
      ["will item move $a [0,0] [2,0]", "did"].flattened,
      [#"will item update $a [2,0] null ["maker"]"#, "did"].flattened,
      [
        "will section delete \(person)20 19 null", "item delete \(car)89 [19,1] null",
        "item delete \(car)9 [19,0] null", "did",
      ].flattened,
      [],
      ["will section insert $0 null 19", "did"].flattened,
    ]
    #expect(batches.map(calls) == expected)
  }

  /// Returns the calls of a batch, each as a text.
  private func calls(_ batch: JSON) -> [String] {
    guard case .array(let events)? = batch["events"] else { return ["no events"] }
    return events.flatMap { event -> [String] in
      guard case .array(let callbacks)? = event["callbacks"] else { return ["no callbacks"] }
      return callbacks.map { call in
        ["call", "change", "object", "at", "to", "keys"].compactMap { key in
          call[key].map { value in
            if case .string(let text) = value { text } else { value.text }
          }
        }.joined(separator: " ")
      }
    }
  }

  @Test func theStoreStaysAsItIs() throws {
    let scratch = try TemporaryFolder()
    let copy = scratch.file("Cars.sqlite")
    try FileManager.default.copyItem(atPath: Samples.path(Samples.cars), toPath: copy.path)
    // The samples are read-only, and a copy of one has the same permissions.
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: copy.path)
    let before = try Data(contentsOf: copy)
    let script = try scratch.file("script.json", #"{"batches":[{"edits":[{"delete":"\#(person)20"}],"then":"save"}]}"#)
    let run = try ToolRun("replay", copy.path, script, "--items", "Car", "--by", "owner", "--json")
    #expect(run.status == 0, "\(run.error)")
    #expect(try Data(contentsOf: copy) == before)
    let inPlace = try ToolRun("replay", copy.path, script, "--items", "Car", "--by", "owner", "--json", "--in-place")
    #expect(inPlace.status == 0, "\(inPlace.error)")
    let list = try ToolRun("list", copy.path, "--items", "Car", "--by", "owner", "--json").decoded(ListOutput.self)
    #expect(list.totals.sections == 19)
  }

  @Test(arguments: [
    (
      #"{"batches":[{"edits":[{"insert":"Car","as":"$a"}],"then":"reset"},{"edits":[{"delete":"$a"}]}]}"#,
      "Batch 1: '$a' is gone since the reset of an earlier batch."
    ),
    (
      #"{"batches":[{"edits":[{"insert":"Person"}],"then":"save"}]}"#, "column 51: Batch 0: The save failed: "
    ),
    (
      #"{"batches":[{"context":"background","edits":[{"insert":"Person"}]}]}"#, "column 13: Batch 0: The save failed: "
    ),
  ])
  func whatABatchCannotDoIsNamed(_ text: String, _ message: String) throws {
    let script = try TemporaryFolder()
    let path = try script.file("script.json", text)
    let run = try ToolRun("replay", Samples.path(Samples.cars), path, "--items", "Car", "--by", "owner", "--json")
    #expect(run.status == 1)
    #expect(run.error.contains(message), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1)
  }
}

extension [String] {
  /// The lines with `will` as a line of its own. It is printed in the line of the first call.
  fileprivate var flattened: [String] {
    flatMap { line in line.hasPrefix("will ") ? ["will", String(line.dropFirst(5))] : [line] }
  }
}
