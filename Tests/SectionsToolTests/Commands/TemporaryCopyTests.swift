import Foundation
import ProcessTesting
import SectionedTesting
import TerminalTesting
import TestTraits
import Testing

@testable import SectionsTool

/// A store whose log cannot be read in place is read from a copy. The copy must be deleted.
@Suite("The copy of a store that is only read", .endsWithin(minutes: 20)) struct TemporaryCopyTests {
  /// The notes with a log and without the log's index, as in a backup, and a folder for temporary files.
  private struct Backup {
    let notes: NoteStore
    let temporary: URL
    var path: String { notes.scratch.file("Backup/Notes.sqlite").path }
    var environment: [String: String] { ["TMPDIR": temporary.path] }

    init() throws {
      notes = try NoteStore()
      temporary = notes.scratch.file("tmp")
      let folder = notes.scratch.file("Backup")
      for url in [temporary, folder] {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      }
      let database = try RawDatabase(notes.path)
      try database.texts("PRAGMA journal_mode = WAL")
      try database.texts("PRAGMA wal_autocheckpoint = 0")
      try database.texts("UPDATE ZNOTE SET ZTITLE = 'from the log' WHERE ZTITLE = 'c'")
      for ending in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: notes.path + ending, toPath: path + ending)
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path + ending)
      }
      withExtendedLifetime(database) {}
    }

    var copies: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: temporary.path)) ?? []).sorted() }

    /// Checks that there is one folder, and that other users cannot read it.
    func expectCopy() throws {
      let name = try #require(copies.first)
      #expect(copies.count == 1)
      let attributes = try FileManager.default.attributesOfItem(atPath: temporary.appendingPathComponent(name).path)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
  }

  private static let list = ["--items", "Note", "--by", "folder"]

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT]) func aWatchLeavesNone(_ signal: Int32) throws {
    let backup = try Backup()
    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["--default-signal=HUP", try ToolRun.tool().path, "watch", backup.path] + Self.list
    process.environment = ProcessInfo.processInfo.environment.merging(backup.environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    #expect(!output.fileHandleForReading.availableData.isEmpty)
    try backup.expectCopy()
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    #expect(backup.copies.isEmpty)
  }

  @MainActor @Test(arguments: [nil, SIGINT, SIGTERM, SIGHUP, SIGQUIT]) func aBrowserLeavesNone(_ signal: Int32?) throws
  {
    let backup = try Backup()
    let terminal = try PseudoTerminal(rows: 16, columns: 60)
    try terminal.start(
      try ToolRun.tool().path, ["browse", backup.path, "--items", "Note", "--sort", "title"],
      environment: backup.environment)
    #expect(terminal.wait { $0.lines.contains { $0.contains("from the log") } }, "\(terminal.screen.lines)")
    try backup.expectCopy()
    if let signal { terminal.signal(signal) } else { terminal.type("q") }
    #expect(terminal.waitForEnd() == .exited(signal.map { 128 + $0 } ?? 0))
    #expect(backup.copies.isEmpty)
  }

  @MainActor @Test func aTerminalThatIsClosedEndsItWithNone() throws {
    let backup = try Backup()
    let terminal = try PseudoTerminal(rows: 16, columns: 60)
    try terminal.start(
      try ToolRun.tool().path, ["browse", backup.path, "--items", "Note"], environment: backup.environment)
    #expect(terminal.wait { $0.lines[0].hasSuffix("3 items") })
    try backup.expectCopy()
    terminal.hangUp()
    #expect(terminal.waitForEnd() != nil)
    #expect(backup.copies.isEmpty)
  }

  /// A killed process cannot delete its copy. The next one does, unless the copy is in use.
  @Test func whatAKilledOneLeftIsRemovedByTheNext() throws {
    let backup = try Backup()
    let process = ChildProcess()
    process.executableURL = try ToolRun.tool()
    process.arguments = ["watch", backup.path] + Self.list
    process.environment = ProcessInfo.processInfo.environment.merging(backup.environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    #expect(!output.fileHandleForReading.availableData.isEmpty)
    let left = backup.copies
    func run() throws { _ = try ToolRun(arguments: ["entities", backup.path], environment: backup.environment) }
    try run()
    #expect(backup.copies == left && left.count == 1, "it is in use")
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(backup.copies == left)
    try run()
    #expect(backup.copies.isEmpty)
  }
}
