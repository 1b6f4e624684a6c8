import Foundation
import Testing

@testable import SectionsTool

/// A written page, read from its data.
struct PlayedPage {
  struct Frame {
    let batch: Int?
    let kind: String
    let calls: [String]
    /// The keys of sections and their items.
    let keys: [[String]]
    let marks: [String: String]
    /// The titles of the list's rows, by key.
    let titles: [String: String]
  }

  let text: String
  let names: [String: String]
  let batches: [JSON]
  private(set) var frames: [Frame] = []

  /// The page without its data.
  var frameText: String {
    guard let parts = try? Self.parts(text) else { return text }
    return parts.before + parts.after
  }

  init(_ url: URL) throws {
    text = try String(contentsOf: url, encoding: .utf8)
    let data = try JSON(parsing: Array(Self.parts(text).data.utf8))
    names = Self.texts(data["names"])
    batches = Self.array(data["batches"])
    var (list, titles): ([[String]], [String: String]) = ([], [:])
    for frame in Self.array(data["frames"]) {
      let before = list
      list = try Self.array(frame["list"]).map { part in
        if case .integer(let index) = part {
          return try #require(before.indices.contains(Int(index)) ? before[Int(index)] : nil)
        }
        return Self.array(part).map(\.plainText)
      }
      titles.merge(Self.texts(frame["titles"])) { $1 }
      var batch: Int?
      if case .integer(let number)? = frame["batch"] { batch = Int(number) }
      frames.append(
        Frame(
          batch: batch, kind: frame["kind"]?.plainText ?? "", calls: Self.array(frame["calls"]).map(\.plainText),
          keys: list, marks: Self.texts(frame["marks"]), titles: titles))
    }
  }

  /// Returns the list of a frame as `A: a1 a2` for each section, with the names of the replay.
  func list(_ frame: Frame) -> [String] {
    frame.keys.map { part in
      ([(names[part[0]] ?? "?") + ":"] + part.dropFirst().map { names[$0] ?? "?" }).joined(separator: " ")
    }
  }

  /// Returns the last frame of a batch.
  func end(ofBatch batch: Int) throws -> Frame { try #require(frames.last { $0.batch == batch }) }

  static func array(_ json: JSON?) -> [JSON] {
    if case .array(let values)? = json { values } else { [] }
  }

  private static func texts(_ json: JSON?) -> [String: String] {
    guard case .object(let members)? = json else { return [:] }
    return Dictionary(members.map { ($0.key, $0.value.plainText) }) { $1 }
  }

  private static func parts(_ text: String) throws -> (before: String, data: String, after: String) {
    let begin = try #require(text.range(of: #"<script type="application/json" id="data">"#))
    let end = try #require(text.range(of: "</script>", range: begin.upperBound..<text.endIndex))
    return (
      String(text[..<begin.upperBound]), String(text[begin.upperBound..<end.lowerBound]),
      String(text[end.lowerBound...])
    )
  }
}

/// Returns the visible list of a batch's JSON, in the form of `PlayedPage.list`.
func listed(_ batch: JSON) -> [String] {
  PlayedPage.array(batch["visible"]).map { section in
    let object = section["object"].map { $0 == .null ? "" : $0.plainText } ?? ""
    return ([object + ":"] + PlayedPage.array(section["items"]).map(\.plainText)).joined(separator: " ")
  }
}
