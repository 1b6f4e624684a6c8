import CoreData
import Foundation
import SectionedFetchedResults

/// One story told as data: a library, what happens to it, and what a delegate hears.
///
/// The file is a script of `sections replay` for an empty store of the music library; the first batch fills it. Beside
/// the edits of a batch stand the expected `events` and the list that is `visible` then, as that command prints them,
/// and what changes the list otherwise: `policies`, `list`, `context`.
package struct Scenario {
  package let name: String
  package let story: String
  private var document: [String: Any]
  private let url: URL

  package struct Broken: Error, CustomStringConvertible {
    package let description: String
  }

  package init(_ url: URL) throws {
    self.url = url
    name = url.deletingPathExtension().lastPathComponent
    guard let document = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any],
      let story = document["story"] as? String
    else { throw Broken(description: "\(url.lastPathComponent) is no scenario: it needs a story and batches.") }
    self.document = document
    self.story = story
  }

  /// The scenarios of the package, by name.
  package static func all(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }.sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  /// Plays the story.
  ///
  /// - Returns: for each batch what is expected and what happened, as text of one form.
  package func play() throws -> [(expected: String, happened: String)] {
    var player = try ScenarioPlayer(list: document["list"] as? [String: Any] ?? [:])
    return try (document["batches"] as? [[String: Any]] ?? []).map { batch in
      let happened = try player.play(batch)
      let expected = ["events": batch["events"] ?? [], "visible": batch["visible"] ?? []]
      return (try Self.text(expected), try Self.text(happened))
    }
  }

  /// Plays the story and writes what happens into the file as what is expected. To be read over before it is kept.
  package mutating func record() throws {
    var player = try ScenarioPlayer(list: document["list"] as? [String: Any] ?? [:])
    document["batches"] = try (document["batches"] as? [[String: Any]] ?? []).map { batch in
      try player.play(batch).merging(batch) { happened, _ in happened }
    }
    try Data((Self.text(document) + "\n").utf8).write(to: url)
  }

  private static func text(_ value: Any) throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: value, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }
}
