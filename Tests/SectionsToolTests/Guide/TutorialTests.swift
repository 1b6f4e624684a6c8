import CoreData
import Foundation
import ProcessTesting
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

@testable import NotesTutorial

/// The third step of the tutorial, which needs no screen, prints the lines that the tutorial quotes. The drag of the
/// last step is tested with the list of the third.
@Suite("The tutorial") struct TutorialTests {
  private static let folder = "Sources/Lists/SectionedFetchedResults/SectionedFetchedResults.docc/Tutorials"

  @Test func itsProgramRuns() throws {
    let process = ChildProcess()
    process.executableURL = try ToolRun.tool().deletingLastPathComponent().appendingPathComponent("NotesTutorial")
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "Home: 0", "Work: 1", "  Call Ada",
        "section 1 → –", "note [1, 0] → [0, 0]",
        "Home: 1", "  Call Ada", "Office: 0",
      ])
    try #require(lines.count == 8)
    let tutorial = try String(
      contentsOf: GuideExampleTests.repository.appendingPathComponent(
        "\(Self.folder)/NotesApp.tutorial"), encoding: .utf8)
    for line in lines[0...1] + lines[3...4] {
      let isThere = tutorial.contains("`\(line)`")
      #expect(isThere, "The tutorial does not say \(line).")
    }
  }

  private final class Listener: SectionedFetchedResultsControllerDelegate {
    var batches: [NotesList.ChangeSet] = []

    func controller(_ controller: NotesList, didChangeContentWith changes: NotesList.ChangeSet) {
      batches.append(changes)
    }
  }

  /// The folders are Home: a b c | Work: d. Each row is dragged to each place of the list after the move.
  @MainActor @Test func aDragIsNotReported() throws {
    try drag(["Home": ["a", "b", "c"], "Work": ["d"]]) { list, step in
      let paths = [[0, 0], [0, 1], [0, 2], [0, 3], [1, 0], [1, 1]]
      guard step < paths.count * paths.count else { return nil }
      return (paths[step / paths.count], paths[step % paths.count])
    }
  }

  /// A position that is the mean of its neighbours would equal one of them after 6 to 29 drags. Positions of
  /// `ListReordering` do not run out. Notes are dragged within and between folders; two have the same position, and one
  /// folder is empty at first.
  @MainActor @Test(arguments: TestSeeds.seeds(4)) func manyDrags(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    try drag(["Archive": [], "Home": ["a", "b", "c"], "Work": ["d", "e", "f", "g"]], positions: [0, 0, 1, 7, 7, 7]) {
      counts, step in
      guard step < 400 else { return nil }
      // Every third drag is within Home, and ends at index 1 if possible. The others are random.
      let section = step % 3 == 0 ? 1 : random.below(counts.count)
      let other = step % 3 == 0 ? 1 : random.below(counts.count)
      guard counts[section] > 0 else { return ([0, 0], [0, 0]) }
      let room = counts[other] - (section == other ? 1 : 0)
      return (
        [section, random.below(counts[section])], [other, step % 3 == 0 ? min(1, room) : random.below(room + 1)]
      )
    }
  }

  /// Drags notes. After each drag, compares the shown list, and a list that is fetched again, with arrays.
  ///
  /// - Parameter next: returns the source and the destination of a drag, or nil at the end. It receives the counts of
  ///   the folders and the number of the drag.
  @MainActor private func drag(
    _ content: [String: [String]], positions: [Double]? = nil, next: ([Int], Int) -> (from: [Int], to: [Int])?
  ) throws {
    let context = try openNotes().viewContext
    let folders = content.keys.sorted()
    var shown = folders.map { content[$0] ?? [] }
    var number = 0
    for (name, texts) in zip(folders, shown) {
      let folder = Folder(context: context)
      folder.name = name
      for text in texts {
        let note = Note(context: context)
        (note.text, note.folder) = (text, folder)
        note.position = positions.map { $0[min(number, $0.count - 1)] } ?? Double(number)
        number += 1
      }
    }
    try context.save()
    let list = notesList(in: context)
    let listener = Listener()
    list.delegate = listener
    list.verifiesChanges = true
    try list.performFetch()
    func texts(_ list: NotesList) -> [[String]] { list.allSections.map { ($0.items ?? []).map(\.text) } }
    // The list decides the first order of notes with equal positions.
    shown = texts(list)
    var step = 0
    while let (from, to) = next(shown.map(\.count), step) {
      step += 1
      guard from[1] < shown[from[0]].count, to[1] <= shown[to[0]].count - (from[0] == to[0] ? 1 : 0) else { continue }
      listener.batches = []
      try move(from: IndexPath(indexes: from), to: IndexPath(indexes: to), in: list)
      try context.save()
      shown[to[0]].insert(shown[from[0]].remove(at: from[1]), at: to[1])
      #expect(texts(list) == shown, "drag \(step) from \(from) to \(to)")
      // The dropped row stays at its place. Other rows receive new positions in the same order.
      for changes in listener.batches {
        #expect(changes.items.moved.isEmpty && changes.items.inserted.isEmpty && changes.items.deleted.isEmpty)
        #expect(changes.sections.isEmpty)
      }
    }
    #expect(step > 30)
    context.reset()
    let again = notesList(in: context)
    try again.performFetch()
    #expect(texts(again) == shown)
  }

  @Test func theDragIsThatOfTheLastStep() throws {
    func edits(_ file: URL) throws -> [String] {
      let text = try String(contentsOf: file, encoding: .utf8)
      let lines = text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      return lines.filter { $0.hasPrefix("let reordering =") || $0.contains("try reordering.move(") }
        .map {
          $0.replacingOccurrences(of: "do { ", with: "").replacingOccurrences(of: " } catch { show(error) }", with: "")
        }
    }
    let step = GuideExampleTests.repository.appendingPathComponent(
      "\(Self.folder)/Steps/5-Editing/notes-5-editing.swift")
    let lines = try edits(step)
    #expect(lines.count == 2)
    #expect(try Array(edits(URL(fileURLWithPath: #filePath)).suffix(2)) == lines)
  }

  /// Moves a row as the last step of the tutorial does.
  private func move(from source: IndexPath, to destination: IndexPath, in list: NotesList) throws {
    let reordering = ListReordering(of: list, position: "position")
    try reordering.move(from: source, to: destination)
  }
}
