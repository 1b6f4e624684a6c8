import Foundation
import TestTraits
import Testing

@testable import SectionsTool

/// Compares the pictures of every scenario with the expectations in its file: the lists before and after the last
/// batch, and the change set between them.
@Suite("Pictures of lists", .opensStores) struct ListDrawingTests {
  private struct Story {
    let old: [String]
    let new: [String]
    /// The change sets of the last batch, one for each event.
    let changes: [JSON]

    init(_ file: String) throws {
      let json = try JSON(parsing: Data(contentsOf: ScenarioTests.folder.appendingPathComponent(file)))
      let batches = json["batches"]?.elements ?? []
      old = batches.count > 1 ? Self.list(batches[batches.count - 2]["visible"]) : []
      new = Self.list(batches.last?["visible"])
      changes = (batches.last?["events"]?.elements ?? []).compactMap { $0["changes"] }
    }

    private static func list(_ json: JSON?) -> [String] {
      (json?.elements ?? []).map { section in
        let name = section["object"].flatMap { $0 == .null ? nil : $0.plainText.dropFirst() } ?? "no section"
        return ([name + ":"] + (section["items"]?.elements ?? []).map { String($0.plainText.dropFirst()) })
          .joined(separator: " ")
      }
    }
  }

  private static func path(_ file: String) -> String { ScenarioTests.folder.appendingPathComponent(file).path }

  @Test(arguments: ScenarioTests.files) func theIndexSpacesAreThoseOfTheScenario(_ file: String) async throws {
    let story = try Story(file)
    guard !story.changes.isEmpty else {
      let run = await InProcessRun("draw", "index-spaces", Self.path(file))
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(run.error.contains("of \(file): there is nothing to draw."), "\(run.error)")
      return
    }
    let picture = try await DrawnPicture(drawing: "index-spaces", Self.path(file))
    let prefixes = story.changes.count == 1 ? [""] : story.changes.indices.map { "event\($0)-" }
    #expect(picture.list("\(prefixes[0])old") == story.old)
    #expect(picture.list("\(prefixes[prefixes.count - 1])new") == story.new)
    for (prefix, changes) in zip(prefixes, story.changes) {
      let (old, new) = ("\(prefix)old", "\(prefix)new")
      let levels = [changes["sections"], changes["items"]].compactMap { $0 }
      func places(_ kind: String, _ member: String? = nil) -> [String] {
        let changes = levels.flatMap { $0[kind]?.elements ?? [] }
        return changes.map { change in
          guard let member else { return change.place }
          return change[member]?.place ?? ""
        }.sorted()
      }
      // The picture shows items that are deleted or inserted with their section. The change set has only their IDs.
      func drawn(_ kind: Substring, _ column: String, without note: String = "none") -> [String] {
        let others = picture.rows(of: column).filter { $0.hasSuffix(" \(note)") }
        return picture.indices(kind, of: column).filter { index in
          !others.contains { $0.hasPrefix("\(index) ") }
        }.sorted()
      }
      #expect(drawn("delete", old, without: "taken") == places("deleted"))
      #expect(drawn("insert", new, without: "brought") == places("inserted"))
      // The change set has no ID of a section without an object.
      #expect(drawn("delete", old).count >= changes["deletedIDs"]?.elements.count ?? 0)
      #expect(drawn("insert", new).count >= changes["insertedIDs"]?.elements.count ?? 0)
      #expect(drawn("move", old) == places("moved", "from"))
      #expect(drawn("move", new) == places("moved", "to"))
      #expect(drawn("update", old) == places("updated", "old"))
      #expect(drawn("update", new) == places("updated", "new"))
      func arrows(_ kind: String, _ from: String, _ to: String) -> [String] {
        let changes = levels.flatMap { $0[kind]?.elements ?? [] }
        return changes.map { "\(old)-\($0[from]?.identifier ?? "")→\(new)-\($0[to]?.identifier ?? "")" }
      }
      let expected = arrows("moved", "from", "to") + arrows("updated", "old", "new")
      #expect(try picture.arrows().filter { $0.hasPrefix(old) }.sorted() == expected.sorted())
    }
  }

  @Test(arguments: ScenarioTests.files) func theStagesLeadFromTheOldListToTheNew(_ file: String) async throws {
    let story = try Story(file)
    guard !story.changes.isEmpty else { return }
    let picture = try await DrawnPicture(drawing: "stages", Self.path(file))
    let prefixes = story.changes.count == 1 ? [""] : story.changes.indices.map { "event\($0)-" }
    #expect(picture.list("\(prefixes[0])before") == story.old)
    let last = prefixes[prefixes.count - 1]
    let columns = ["\(last)before"] + (1...4).map { "\(last)stage\($0)" }.filter { !picture.list($0).isEmpty }
    #expect(picture.list(columns[columns.count - 1]) == story.new || story.new.isEmpty)
    let refresh = picture.list("\(last)refresh")
    #expect(refresh == story.new || refresh.isEmpty)
    _ = try picture.arrows()
  }

  @Test(arguments: ScenarioTests.files) func theIndexMapConnectsSectionsWithTheSameItems(_ file: String) async throws {
    let story = try Story(file)
    let picture = try await DrawnPicture(drawing: "index-map", Self.path(file))
    #expect(picture.list("shown") == story.new)
    let (shown, inner) = (picture.list("shown").map(Self.items), picture.list("inner").map(Self.items))
    // A fetched results controller has no empty sections, and has all shown items.
    #expect(!inner.contains([]))
    #expect(Set(shown.joined()).isSubset(of: Set(inner.joined())))
    var arrows: [String] = []
    for (index, items) in shown.enumerated() {
      for (other, group) in inner.enumerated() where !items.isDisjoint(with: group) {
        arrows.append("shown-\(index)→inner-\(other)")
      }
    }
    #expect(try picture.arrows() == arrows)
  }

  @Test(arguments: ScenarioTests.files) func eachKindOfViewShowsTheList(_ file: String) async throws {
    let story = try Story(file)
    let picture = try await DrawnPicture(drawing: "views", Self.path(file))
    for kind in ["table", "cards", "collection", "terminal"] { #expect(picture.list(kind) == story.new, "\(kind)") }
    // A picker has only items. It shows two above and two below the middle one.
    let items = story.new.flatMap { $0.split(separator: ":")[1...].joined().split(separator: " ").map(String.init) }
    let middle = items.count / 2
    let seen = items.indices.filter { abs($0 - middle) <= 2 }.map { items[$0] }
    #expect(picture.rows(of: "picker") == seen)
  }

  /// Only the terminal shows counts. The collection has two tiles in a row.
  @Test func theKindsOfViewReadAsThis() async throws {
    let picture = try await DrawnPicture(drawing: "views", Self.path("section-moved.json"))
    #expect(picture.rows(of: "table") == ["C", "c1", "A", "a1", "a2", "B"])
    #expect(picture.rows(of: "terminal") == ["C 1", "c1", "A 2", "a1", "a2", "B 0"])
    #expect(picture.rows(of: "picker") == ["c1", "a1", "a2"])
    let (first, second) = (try picture.box(of: "collection-1-0"), try picture.box(of: "collection-1-1"))
    #expect(first.y == second.y && first.right < second.x)
    #expect(try picture.element("picker-1").all.contains { $0.kinds.contains("move") })
    #expect(picture.root.children.first?.text == "Each kind of view, after batch 1 of section-moved.json")
  }

  private static func items(_ line: String) -> Set<Substring> {
    Set(line.split(separator: ":", omittingEmptySubsequences: false)[1].split(separator: " "))
  }

  /// The batch moves C before A, without other changes. B is empty.
  @Test func anIndexMapReadsAsThis() async throws {
    let picture = try await DrawnPicture(drawing: "index-map", Self.path("section-moved.json"))
    #expect(
      picture.rows(of: "shown")
        == ["0 C", "[0, 0] c1", "1 A", "[1, 0] a1", "[1, 1] a2", "2 B empty"])
    #expect(picture.rows(of: "inner") == ["0 A", "[0, 0] a1", "[0, 1] a2", "1 C", "[1, 0] c1"])
    #expect(try picture.arrows() == ["shown-0→inner-1", "shown-1→inner-0"])
    #expect(picture.root.children.first?.text == "The index map after batch 1 of section-moved.json")
  }

  /// A limit counts items in the order of the sections. The fetched results controller ignores it.
  @Test func anIndexMapHasWhatALimitLeavesOut() async throws {
    let picture = try await DrawnPicture(
      drawing: "index-map", Self.path("section-moved.json"), "--model", MusicStore.model, "--items", "Track", "--by",
      "album.identifier", "--sort", "position", "--section-sort", "position", "--limit", "1")
    #expect(picture.list("shown") == ["C: c1", "A:", "B:"])
    #expect(picture.rows(of: "inner") == ["0 A not shown", "[0, 0] a1", "[0, 1] a2", "1 C", "[1, 0] c1"])
    #expect(try picture.arrows() == ["shown-0→inner-1"])
  }

  /// The picture of an earlier batch shows the list without the changes of the last one.
  @Test func anEarlierBatchIsDrawn() async throws {
    let path = Self.path("section-moved.json")
    let picture = try await DrawnPicture(drawing: "index-map", path, "--batch", "0")
    #expect(picture.list("shown") == ["A: a1 a2", "B:", "C: c1"])
    let spaces = try await DrawnPicture(drawing: "index-spaces", path, "--batch=0")
    #expect(spaces.list("old") == [] && spaces.list("new") == ["A: a1 a2", "B:", "C: c1"])
  }

  @Test func stagesReadAsThis() async throws {
    let picture = try await DrawnPicture(drawing: "stages", Self.path("everything-at-once.json"))
    #expect(
      picture.rows(of: "before").map { $0.trimmingCharacters(in: .whitespaces) }
        == ["0 A", "[0, 0] a1", "[0, 1] a2", "1 B", "2 C", "[2, 0] c1"])
    #expect(picture.indices("delete", of: "before") == ["1", "[2, 0]"])
    #expect(
      picture.texts.filter { $0.hasPrefix("section ") || $0.hasPrefix("item ") } == [
        "section delete 1", "item delete [2, 0]",
        "section insert 2", "section move 1→0",
        "item move [1, 0]→[0, 0]",
        "section 0", "section 1", "item [0, 0]", "item [1, 0]",
      ])
    #expect(picture.list("stage1") == ["A: a1 a2", "C:"])
    #expect(picture.list("stage2") == ["C:", "A: a1 a2", "D: d1"])
    #expect(picture.list("stage3") == ["C: a1", "A: a2", "D: d1"])
    #expect(picture.list("refresh") == ["C: a1", "A: a2", "D: d1"])
    #expect(try picture.arrows() == ["stage1-1→stage2-0", "stage2-1-0→stage3-0-0"])
    #expect(picture.indices("update", of: "refresh") == ["0", "[0, 0]", "1", "[1, 0]"])
  }
}

extension JSON {
  fileprivate var elements: [JSON] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The text of a place, as in `[0, 1]`.
  fileprivate var place: String {
    if case .array(let indices) = self { "[" + indices.map(\.text).joined(separator: ", ") + "]" } else { text }
  }

  /// The text of a place in a row's identifier, as in `0-1`.
  fileprivate var identifier: String {
    if case .array(let indices) = self { indices.map(\.text).joined(separator: "-") } else { text }
  }
}
