import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

/// Inputs that are not scripts, or that have no end.
@Suite("What is read for a script", .opensStores) struct ScriptReaderTests {
  private let scratch: TemporaryFolder

  init() throws { scratch = try TemporaryFolder() }

  private func replay(_ path: String) async -> InProcessRun {
    await InProcessRun("replay", "-", path, "--model", MusicStore.model, "--items", "Track", "--by", "album")
  }

  private func message(_ path: String, _ reader: ScriptReader = ScriptReader(), standardInput: Int32 = 0) -> String? {
    do {
      _ = try ScriptText(path: path, reader: reader, standardInput: standardInput)
      return nil
    } catch {
      return (error as? ToolError)?.message
    }
  }

  @Test(.endsWithin(minutes: 20)) func anEndlessDeviceEndsWithItsFirstByte() async {
    let run = await replay("/dev/zero")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.error == "sections: /dev/zero, line 1, column 1: this is no text of UTF-8: a byte is 0x00.\n")
  }

  @Test(.endsWithin(minutes: 20)) func endlessStandardInputEndsToo() throws {
    let zeros = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/dev/zero"))
    #expect(
      message("-", standardInput: zeros.fileDescriptor)
        == "Standard input, line 1, column 1: this is no text of UTF-8: a byte is 0x00.")
  }

  /// A text that is longer than the limit is refused, with the position of the limit.
  @Test func noMoreThanTheBoundIsRead() throws {
    let path = try scratch.file("long.json", "{\"batches\":[\n\n] }")
    #expect(message(path, ScriptReader(greatestLength: 17)) == nil)
    for length in [16, 13] {
      let (line, column) = length == 16 ? (3, 3) : (2, 1)
      let what = "line \(line), column \(column): the script is longer than \(length) bytes, the most that is read."
      #expect(message(path, ScriptReader(greatestLength: length)) == "\(path), \(what)")
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      #expect(
        message("-", ScriptReader(greatestLength: length), standardInput: file.fileDescriptor)
          == "Standard input, \(what)")
    }
    #expect(ScriptReader().greatestLength == 64 << 20)
  }

  /// A text is read in pieces. The error is in a later piece: the limit, or a byte that is not text.
  @Test func longTextIsReadInPieces() throws {
    let line = String(repeating: " ", count: 99) + "\n"
    let path = try scratch.file("spaces.json", String(repeating: line, count: 3000) + "{\"batches\":[]}")
    #expect(try ScriptText(path: path).bytes.count == 300_014)
    #expect(
      message(path, ScriptReader(greatestLength: 200_050))
        == "\(path), line 2001, column 51: the script is longer than 200050 bytes, the most that is read.")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seek(toOffset: 250_007)
    try file.write(contentsOf: Data([0x1b]))
    #expect(message(path) == "\(path), line 2501, column 8: this is no text of UTF-8: a byte is 0x1b.")
  }

  @Test func textOfAnotherEncodingIsSaid() async throws {
    let path = scratch.file("wide.json").path
    try #require("{\"batches\":[]}".data(using: .utf16)).write(to: URL(fileURLWithPath: path))
    let run = await replay(path)
    #expect(run.status == 1)
    #expect(run.error == "sections: \(path), line 1, column 1: this is no text of UTF-8: a byte is 0xff.\n")
  }

  @Test func aPipeThatNoProcessWritesToIsReported() throws {
    let path = scratch.file("pipe").path
    #expect(mkfifo(path, 0o600) == 0)
    #expect(message(path, ScriptReader(patience: 0)) == "The script '\(path)' is a pipe that no process writes to.")
  }

  /// The writer opens the pipe after the reader, and writes in two parts.
  @Test(.endsWithin(minutes: 20)) func aPipeIsReadToItsEnd() throws {
    let path = scratch.file("pipe").path
    #expect(mkfifo(path, 0o600) == 0)
    Thread.detachNewThread {
      guard let pipe = FileHandle(forWritingAtPath: path) else { return }
      try? pipe.write(contentsOf: Data("{\"batches\":".utf8))
      try? pipe.write(contentsOf: Data("[]}".utf8))
      try? pipe.close()
    }
    let text = try ScriptText(path: path, reader: ScriptReader(patience: 50_000))
    #expect(String(decoding: text.bytes, as: UTF8.self) == "{\"batches\":[]}")
  }

  @Test func whatIsClosedIsSaid() {
    #expect(message("-", standardInput: -1) == "Standard input is closed.")
    #expect(message("/dev/null") == nil)
  }
}
