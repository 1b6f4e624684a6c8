import Foundation
import TestTraits
import Testing

@testable import SectionsTool

/// Plays the stories in `Fixtures/Scenarios` as `sections replay` does. They are scripts for an empty store of the
/// music library, with the edits, the expected events and the expected list of each batch.
///
/// With `SCENARIOS_RECORD=1` the test writes the results into the files. Read them before you keep them.
@Suite("Stories written as data", .opensStores) struct ScenarioTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures/Scenarios")

  static let files =
    ((try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? [])
    .filter { $0.pathExtension == "json" }.map(\.lastPathComponent).sorted()

  @Test func thereAreAtLeastForty() {
    #expect(Self.files.count >= 40)
  }

  @Test(arguments: files) func isReportedAsWritten(_ file: String) async throws {
    let url = Self.folder.appendingPathComponent(file)
    let happened = try await play(url)
    let story = try JSON(parsing: Data(contentsOf: url)).sorted
    if ProcessInfo.processInfo.environment["SCENARIOS_RECORD"] == "1" {
      return try record(happened, into: url)
    }
    guard case .string? = story["story"], case .array(let batches)? = story["batches"] else {
      Issue.record("\(file) is no scenario: it needs a story and batches.")
      return
    }
    try #require(batches.count == happened.count)
    for (index, (batch, happened)) in zip(batches, happened).enumerated() {
      #expect(happened.events == batch["events"] ?? .array([]), "events of batch \(index)")
      #expect(happened.visible == batch["visible"], "the list after batch \(index)")
    }
  }

  private struct Happened {
    let events: JSON
    let visible: JSON
  }

  /// Plays a story, and compares the list with fresh fetches after each batch.
  private func play(_ url: URL) async throws -> [Happened] {
    let script = try ScriptText(path: url.path).script()
    var options = ListOptions()
    options.items = "Track"
    options.by = "album.identifier"
    options.sort = [.init(key: "position", ascending: true)]
    options.sectionSort = [.init(key: "position", ascending: true)]
    if let list = script.list { try options.change(all: list) }
    let folder = RunFolder()
    let model = Self.folder.appendingPathComponent("Music.xcdatamodel").path
    let store = try ToolStore.create(model: model, in: folder.make())
    let session = try await ReplaySession(source: try ListSource(options, in: store))
    var all: [Happened] = []
    for (index, batch) in script.batches.enumerated() {
      try await session.play(batch)
      let events = try await session.events { try $0.json(session.names).without("plan") }
      let captured = CapturedOutput()
      try await session.read { controller in
        try VisibleList(
          controller: controller, source: session.source, names: session.names, output: captured.output
        ).write()
      }
      try captured.output.flush()
      let visible = try JSON(parsing: Array(captured.text.utf8))
      all.append(Happened(events: .array(events).sorted, visible: visible.sorted))
      try await session.compareWithFreshFetches(batch: index)
    }
    return all
  }

  private func record(_ happened: [Happened], into url: URL) throws {
    let data = try Data(contentsOf: url)
    var story = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    var batches = try #require(story["batches"] as? [[String: Any]])
    for (index, happened) in happened.enumerated() {
      batches[index]["events"] = try JSONSerialization.jsonObject(with: Data(happened.events.text.utf8))
      batches[index]["visible"] = try JSONSerialization.jsonObject(with: Data(happened.visible.text.utf8))
    }
    story["batches"] = batches
    let recorded = try JSONSerialization.data(
      withJSONObject: story, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    try (recorded + Data("\n".utf8)).write(to: url)
  }
}

extension JSON {
  /// Returns the object without a member.
  func without(_ key: String) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.key != key })
  }
}
