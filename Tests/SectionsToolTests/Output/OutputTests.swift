import CoreData
import Foundation
import ProcessTesting
import SectionedFetchedResults
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

@Suite("Output is written as it goes", .opensStores) struct OutputTests {
  /// Makes a store with 2,000 albums with long titles. The first has 3,000 tracks.
  private static func long() throws -> MusicStore {
    try MusicStore { context in
      var first: NSManagedObject?
      for number in 0..<2000 {
        let title = "\(number) " + String(repeating: "long ", count: 30)
        let album = MusicStore.insert("Album", ["title": title, "position": number], into: context)
        first = first ?? album
      }
      for number in 0..<3000 {
        let track = MusicStore.insert("Track", ["title": "track \(number)", "position": number], into: context)
        track.setValue(first, forKey: "album")
      }
    }
  }

  @Test func aLongListIsHandedOnInPieces() async throws {
    let store = try Self.long()
    for format in [["--json"], []] {
      let run = await InProcessRun(["list", store.path, "--items", "Track", "--by", "album"] + format)
      #expect(run.status == 0, "\(run.error)")
      // A piece exceeds the piece length by no more than the text of one object.
      #expect(try #require(run.pieces.max()) < Output.pieceLength + 2000)
      #expect(run.pieces.reduce(0, +) > 4 * Output.pieceLength)
      #expect(run.pieces.dropLast().allSatisfy { $0 >= Output.pieceLength })
    }
    let json = try await InProcessRun("list", store.path, "--items", "Track", "--by", "album", "--json").json()
    #expect(json["totals"]?["items"]?.text == "3000")
  }

  /// A replay also writes its list after a batch in pieces.
  @Test func aBatchIsHandedOnInPieces() async throws {
    let store = try Self.long()
    let script = try store.scratch.file("script.json", "{\"batches\":[{}]}")
    let run = await InProcessRun(
      "replay", store.path, script, "--items", "Track", "--by", "album", "--json", "--show", "title", "--section-show",
      "title")
    #expect(run.status == 0, "\(run.error)")
    #expect(try #require(run.pieces.max()) < Output.pieceLength + 2000)
    guard case .array(let sections)? = try run.json()["visible"], case .array(let rows)? = sections.first?["rows"]
    else {
      Issue.record("no list: \(run.output.prefix(1000))")
      return
    }
    #expect(sections.count == 2000 && rows.count == 3000)
  }

  /// A controller keeps the objects of its sections. Their values, which were read for the output, are released.
  @Test(arguments: [true, false]) func nothingIsKeptOfWhatWasWritten(_ json: Bool) async throws {
    let store = try MusicStore()
    var options = ListOptions()
    (options.items, options.by) = ("Track", "album")
    let opened = try ToolStore.open(store.path, model: nil, access: .readOnly)
    let source = try ListSource(options, in: opened)
    let context = opened.newContext()
    try context.performAndWait {
      let controller = try source.controller(in: context)
      try source.fetch(controller)
      let totals = try ListTotals(of: controller, source: source)
      let captured = CapturedOutput()
      if json {
        try ListJSON(controller: controller, source: source, output: captured.output).write(totals: totals)
      } else {
        try ListText(controller: controller, source: source, output: captured.output).print(totals: totals)
      }
      try captured.output.flush()
      #expect(captured.text.contains("Album"))
      #expect(controller.allSections.map { $0.object?.isFault } == [true, true, true])
      #expect(controller.allSections.map { $0.object?.value(forKey: "title") as? String } == ["A", "B", "C"])
    }
  }

  @Test func aReaderThatGoesAwayEndsTheToolQuietly() async throws {
    let store = try Self.long()
    let captured = CapturedOutput { piece in if piece == 1 { throw OutputClosed() } }
    let arguments = ["list", store.path, "--items", "Track", "--by", "album", "--json"]
    let result = await SectionsTool.run(arguments, output: captured.output)
    #expect(result.status == 0)
    #expect(result.message.isEmpty)
    #expect(captured.pieces.count == 1)
  }

  @Test func whatCannotBeWrittenIsSaid() async throws {
    let captured = CapturedOutput { _ in throw ToolError.data("The output cannot be written: No space left.") }
    let result = await SectionsTool.run(["help"], output: captured.output)
    #expect(result.status == 1)
    #expect(result.message == "sections: The output cannot be written: No space left.\n")
  }

  /// Tests the built program with a pipe that no process reads.
  @Test(arguments: [["help"], ["list"], ["watch"]]) func theProgramEndsQuietly(_ arguments: [String]) throws {
    let store = try MusicStore()
    let process = ChildProcess()
    process.executableURL = try ToolRun.tool()
    process.arguments = arguments == ["help"] ? arguments : store.list(arguments[0])
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    process.standardInput = FileHandle.nullDevice
    try output.fileHandleForReading.close()
    try process.run()
    try? output.fileHandleForWriting.close()
    try? error.fileHandleForWriting.close()
    let said = try error.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    #expect(said.isEmpty, "\(String(decoding: said, as: UTF8.self))")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))) func aFullDiskIsAnError() throws {
    let process = ChildProcess()
    process.executableURL = try ToolRun.tool()
    process.arguments = ["help"]
    let error = Pipe()
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    process.standardError = error
    try process.run()
    try? error.fileHandleForWriting.close()
    let said = try error.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(String(decoding: said, as: UTF8.self).hasPrefix("sections: The output cannot be written: "))
  }
}
