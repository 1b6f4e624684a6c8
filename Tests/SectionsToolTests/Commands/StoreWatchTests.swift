import CoreData
import Foundation
import ProcessTesting
import TestTraits
import Testing

@testable import SectionsTool

/// Album A has three tracks, B none, C one, and two tracks have no album. Another coordinator writes.
@Suite("sections watch", .opensStores, .endsWithin(minutes: 20)) struct StoreWatchTests {
  let store: MusicStore

  init() throws { store = try MusicStore() }

  private func watch(_ more: String..., output: Output) async throws -> StoreWatch {
    guard case .watch(let options) = try Command(arguments: store.list("watch") + more) else {
      throw ToolError.data("no watch")
    }
    return try await StoreWatch(options, output)
  }

  private func album(_ title: String, in context: NSManagedObjectContext) throws -> NSManagedObject {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
    request.predicate = NSPredicate(format: "title == %@", title)
    return try #require(try context.fetch(request).first)
  }

  @Test func itBeginsWithTheListAndGoesOnWithWhatIsWrittenSince() async throws {
    let captured = CapturedOutput()
    let watch = try await watch(output: captured.output)
    try await watch.begin()
    let list = await InProcessRun(store.list())
    let beginning = list.output
    #expect(captured.text == beginning && beginning.contains(" are left out: --unmatched last includes them"))
    #expect(list.lines[0] == "0  A  (Album p1)  3")

    #expect(try await !watch.look())
    #expect(captured.text == beginning)

    try store.write { context in
      MusicStore.insert("Track", ["title": "b1"], into: context).setValue(try album("B", in: context), forKey: "album")
      try album("C", in: context).setValue("Z", forKey: "title")
    }
    try await watch.lookUntilMerged()
    try store.write { context in context.delete(try album("A", in: context)) }
    try await watch.lookUntilMerged()
    #expect(try await !watch.look())
    let reported = captured.text.dropFirst(beginning.count).split(separator: "\n").map(String.init)
    #expect(
      reported == [
        "batch 1", "  section  update  2      Z  (Album p3)  (keys unknown)",
        "  item     insert  [1,0]  b1  (Track p7)",
        "  now 3 sections, 0 empty; 5 items; 2 items without a section", "batch 2",
        "  section  delete  0      Album p1", "  item     delete  [0,2]  Track p3",
        "  item     delete  [0,1]  Track p2", "  item     delete  [0,0]  Track p1",
        "  now 2 sections, 0 empty; 2 items; 2 items without a section",
      ], "\(reported)")
  }

  @Test func aBatchOfJSONIsALineWithTheValuesAskedFor() async throws {
    let captured = CapturedOutput()
    let watch = try await watch("--json", "--show", "title", output: captured.output)
    try await watch.begin()
    try store.write { context in
      MusicStore.insert("Track", ["title": "b1"], into: context).setValue(try album("B", in: context), forKey: "album")
    }
    try await watch.lookUntilMerged()
    let batches = try captured.text.split(separator: "\n").map { try JSON(parsing: Array($0.utf8)) }
    #expect(batches.map { $0["batch"]?.text } == ["0", "1"])
    let titles = batches.map { batch -> [[String]] in
      guard case .array(let sections)? = batch["visible"] else { return [] }
      return sections.map { section in
        guard case .array(let rows)? = section["rows"] else { return ["no rows"] }
        return rows.compactMap { $0["title"]?.plainText }
      }
    }
    #expect(titles == [[["a1", "a2", "a3"], [], ["c1"]], [["a1", "a2", "a3"], ["b1"], ["c1"]]])
    #expect(batches[0]["events"]?.text == "[]")
  }

  /// The watch also follows objects of other entities that the list's order, predicates or dependencies read.
  @Test(arguments: [
    ["--where", "album.artist.name == 'Joni'"], ["--sort", "album.artist.name"], ["--depends", "album.artist.name"],
    ["--section-sort", "artist.name"], ["--section-depends", "artist.name"],
    ["--sections-where", "artist.name == 'Joni'"],
  ])
  func whatTheListDependsOnIsFollowed(_ options: [String]) async throws {
    try store.write { context in
      for (album, name) in [("A", "X"), ("B", "Joni"), ("C", "Y")] {
        let artist = MusicStore.insert("Artist", ["name": name], into: context)
        try self.album(album, in: context).setValue(artist, forKey: "artist")
      }
    }
    let captured = CapturedOutput()
    let arguments = ["watch", store.path, "--items", "Track", "--by", "album", "--json"] + options
    guard case .watch(let options) = try Command(arguments: arguments) else { return }
    let watch = try await StoreWatch(options, captured.output)
    try await watch.begin()
    try store.write { context in
      let artist = try self.album("A", in: context).value(forKey: "artist") as? NSManagedObject
      artist?.setValue("Joni", forKey: "name")
    }
    try await watch.lookUntilMerged()
    let batches = try captured.text.split(separator: "\n").map { try JSON(parsing: Array($0.utf8)) }
    #expect(batches.count == 2)
    let fresh = CapturedOutput()
    try await StoreWatch(options, fresh.output).begin()
    #expect(try JSON(parsing: Array(fresh.text.utf8))["visible"] == batches.last?["visible"])
  }

  @Test func aFileThatIsGoneOrReplacedEndsIt() async throws {
    for replaces in [false, true] {
      let store = try MusicStore()
      guard case .watch(let options) = try Command(arguments: store.list("watch")) else { return }
      let watch = try await StoreWatch(options, CapturedOutput().output)
      try await watch.begin()
      let url = URL(fileURLWithPath: store.path)
      if replaces {
        let other = url.deletingLastPathComponent().appendingPathComponent("Other.sqlite")
        try Data("other".utf8).write(to: other)
        #expect(rename(other.path, url.path) == 0)
      } else {
        try FileManager.default.removeItem(at: url)
      }
      let error = await #expect(throws: ToolError.self) { try await watch.look() }
      #expect(error?.message == "\(store.path) \(replaces ? "was replaced by another file" : "is gone").")
    }
  }

  @Test func itEndsWhenItsOutputIsNotReadAnyMore() async throws {
    let output = Output(isRead: { false }, sink: { _ in })
    guard case .watch(let options) = try Command(arguments: store.list("watch")) else { return }
    try await WatchCommand(options: options).run(output)
  }

  /// The built program prints the list immediately, to any kind of output, and ends at an interrupt.
  @Test(.endsWithin(minutes: 20)) func theProgramIsInterrupted() throws {
    let process = ChildProcess()
    process.executableURL = try ToolRun.tool()
    process.arguments = store.list("watch")
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var said = Data()
    while !said.contains(Data("--unmatched last includes them\n".utf8)) {
      let more = output.fileHandleForReading.availableData
      try #require(!more.isEmpty, "the tool ended")
      said += more
    }
    #expect(String(decoding: said, as: UTF8.self).hasPrefix("0  A  (Album p1)  3\n"))
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }
}

extension StoreWatch {
  /// Looks until the context has noticed and merged the write.
  fileprivate func lookUntilMerged() async throws {
    while try await !look() { try await Task.sleep(for: .milliseconds(5)) }
  }
}

extension Data {
  fileprivate func contains(_ other: Data) -> Bool { range(of: other) != nil }
}
