import Foundation
import ProcessTesting
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

@Suite("Interruption") struct InterruptionTests {
  /// A replay that waits for a reader of its output is interrupted. It deletes the copy on which it works.
  @Test(.endsWithin(minutes: 20), arguments: [SIGINT, SIGTERM, SIGHUP])
  func aReplayLeavesNothingBehind(_ signal: Int32) throws {
    try interruptAReplay("--default-signal=HUP", by: [signal], endingWith: 128 + signal)
  }

  /// Under `nohup`, the end of the terminal does not end the tool.
  @Test(.endsWithin(minutes: 20)) func whatIgnoresAHangupGoesOn() throws {
    try interruptAReplay("--ignore-signal=HUP", by: [SIGHUP, SIGTERM], endingWith: 128 + SIGTERM)
  }

  /// - Parameter option: the option of `env` that sets how the process treats the signal when it starts.
  private func interruptAReplay(_ option: String, by signals: [Int32], endingWith status: Int32) throws {
    let scratch = try TemporaryFolder()
    // The reports of so many batches do not fit into a pipe.
    let batches = Array(repeating: #"{"edits":[{"insert":"Album"}]}"#, count: 5000).joined(separator: ",\n")
    let script = try scratch.file("script.json", "{\"batches\":[\(batches)]}")
    let folder = scratch.file("tmp")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)

    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let tool = try ToolRun.tool().path
    process.arguments = [
      option, tool, "replay", "-", script, "--model", MusicStore.model, "--items", "Track", "--by", "album",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    #expect(!output.fileHandleForReading.availableData.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    for signal in signals { kill(process.processIdentifier, signal) }
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == status)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}
