import CoreData
import Foundation
import ProcessTesting
import SectionedFetchedResults
import Testing

@testable import NotesTutorial

/// The third step of the tutorial, which needs no screen, prints what the tutorial says. The last step's drag is tried with
/// the list of the third.
@Suite("The tutorial") struct TutorialTests {
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
        "Sources/SectionedFetchedResults/SectionedFetchedResults.docc/Tutorials/NotesApp.tutorial"), encoding: .utf8)
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

  /// Home: a b c | Work: d. Each row is dragged to each place of the list after the move.
  @MainActor @Test func aDragIsNotReported() throws {
    let context = try openNotes().viewContext
    let (home, work) = (Folder(context: context), Folder(context: context))
    (home.name, work.name) = ("Home", "Work")
    for (position, text) in ["a", "b", "c", "d"].enumerated() {
      let note = Note(context: context)
      (note.text, note.position, note.folder) = (text, Double(position), text == "d" ? work : home)
    }
    try context.save()
    let list = notesList(in: context)
    let listener = Listener()
    list.delegate = listener
    list.verifiesChanges = true
    try list.performFetch()
    for source in [[0, 0], [0, 1], [0, 2], [1, 0]] {
      for destination in [[0, 0], [0, 1], [0, 2], [0, 3], [1, 0], [1, 1]] {
        let room = list.allSections[destination[0]].numberOfObjects - (source[0] == destination[0] ? 1 : 0)
        guard source[1] < list.allSections[source[0]].numberOfObjects, destination[1] <= room else { continue }
        let note = list.object(at: IndexPath(indexes: source))
        let path = IndexPath(indexes: destination)
        move(note, from: IndexPath(indexes: source), to: path, in: list)
        try context.save()
        #expect(list.indexPath(forObject: note) == path)
        #expect(listener.batches.isEmpty, "from \(source) to \(destination)")
        listener.batches = []
      }
    }
  }

  @Test func theDragIsThatOfTheLastStep() throws {
    func edits(_ file: URL) throws -> [String] {
      let text = try String(contentsOf: file, encoding: .utf8)
      let part = try #require(text.components(separatedBy: "{\n      note.folder = folder\n").dropFirst().first)
      return try #require(part.components(separatedBy: "\n    }\n").first).components(separatedBy: "\n")
    }
    let step = GuideExampleTests.repository.appendingPathComponent(
      "Sources/SectionedFetchedResults/SectionedFetchedResults.docc/Tutorials/Steps/5-Editing/notes-5-editing.swift")
    let lines = try edits(step)
    #expect(lines.count == 6)
    #expect(try edits(URL(fileURLWithPath: #filePath)) == lines)
  }

  /// As in the last step.
  private func move(_ note: Note, from source: IndexPath, to destination: IndexPath, in list: NotesList) {
    let folder = list.section(at: destination[0])
    let others = (list.allSections[destination[0]].items ?? []).filter { $0 != note }
    let above = destination[1] > 0 ? others[destination[1] - 1].position : nil
    let below = destination[1] < others.count ? others[destination[1]].position : nil
    list.performUserMove(from: source, to: destination) {
      note.folder = folder
      switch (above, below) {
      case (let above?, let below?): note.position = (above + below) / 2
      case (let above?, nil): note.position = above + 1
      case (nil, let below?): note.position = below - 1
      case (nil, nil): break
      }
    }
  }
}
