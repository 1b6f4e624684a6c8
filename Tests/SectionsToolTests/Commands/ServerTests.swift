import CoreData
import Foundation
import PostgreSQLTesting
import TestTraits
import Testing

@testable import SectionsTool

/// The commands of the tool with a store on a server.
@Suite(
  "The tool and a server", .opensStores, .enabled(if: StoresOnServers.missing == nil, StorePlaces.missing),
  .endsWithin(minutes: 20))
struct ServerTests {
  let music: MusicStore
  let address: String

  init() async throws {
    music = try MusicStore()
    address = try await music.copyToServer()
  }

  private func list(_ command: String = "list", _ more: String...) -> [String] {
    var arguments = music.list(command, more)
    arguments[1] = address
    return arguments
  }

  @Test func whatIsReadIsWhatAFileHas() async throws {
    for options in [[], ["--json"], ["--where", "title BEGINSWITH[cd] 'A'"], ["--unmatched", "last"]] {
      let here = await InProcessRun(list() + options)
      #expect(here.status == 0, "\(here.error)")
      #expect(Self.plain(here.output) == Self.plain(await InProcessRun(music.list() + options).output))
    }
    // A store on a server always keeps a history.
    let there = await InProcessRun("entities", address).lines
    #expect(there.contains { $0.hasPrefix("history: ") })
    #expect(await there.filter { !$0.hasPrefix("history: ") } == InProcessRun("entities", music.path).lines)
    let history = await InProcessRun("history", address)
    // A copy is not a save, so its history begins empty.
    #expect(history.status == 0 && history.lines.contains("history: 0 transactions"))
  }

  /// Returns the text without the store's part of object identifiers.
  private static func plain(_ text: String) -> String {
    text.replacing(/x-coredata:\/\/[-0-9A-F]+/, with: "")
  }

  @Test func aReplayMakesItsEditsOnACopyOrInPlace() async throws {
    let script = try #require(
      FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json") as URL?)
    defer { try? FileManager.default.removeItem(at: script) }
    let edit = #"{"batches": [{"edits": [{"delete": "Album/p1"}], "then": "save"}]}"#
    try Data(edit.utf8).write(to: script)
    let before = try StorePlaces.contents(of: address)
    var arguments = list("replay")
    arguments.insert(script.path, at: 2)
    let onCopy = await InProcessRun(arguments)
    #expect(onCopy.status == 0, "\(onCopy.error)")
    #expect(try StorePlaces.contents(of: address) == before)
    let inPlace = await InProcessRun(arguments + ["--in-place"])
    #expect(inPlace.output == onCopy.output)
    #expect(try StorePlaces.contents(of: address).count < before.count)
  }

  /// Two replays edit the store at the same time. Each finds more objects in the store than its own list has. This is
  /// not reported as an error of the list.
  @Test func twoReplaysInOnePlaceAreNoFault() async throws {
    guard case .list(let options) = try Command(arguments: list()) else { return }
    let session = try await ReplaySession(
      source: try ListSource(options, in: ToolStore.open(address, model: nil, access: .readWrite)))
    let script = #"{"batches": [{"edits": [{"insert": "Track", "set": {"album": "Album/p1"}}], "then": "save"}]}"#
    let own = try #require(try ScriptText(name: "edits", script).script().batches.first)
    try await session.play(own)
    try await session.compareWithFreshFetches(batch: 0)
    let other = try ToolStore.open(address, model: nil, access: .readWrite).newContext()
    try other.performAndWait {
      for track in try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Track")) { other.delete(track) }
      try other.save()
    }
    try await session.compareWithFreshFetches(batch: 1)
    try await session.play(own)
    try await session.compareWithFreshFetches(batch: 2)
  }

  @Test func whatIsWrittenThereIsFollowed() async throws {
    guard case .watch(let options) = try Command(arguments: list("watch")) else { return }
    let captured = CapturedOutput()
    let watch = try await StoreWatch(options, captured.output)
    try await watch.begin()
    let other = try ToolStore.open(address, model: nil, access: .readWrite)
    let context = other.newContext()
    try context.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
      request.predicate = NSPredicate(format: "title == 'C'")
      try #require(try context.fetch(request).first).setValue("Z", forKey: "title")
      try context.save()
    }
    while try await !watch.look() { try await Task.sleep(for: .milliseconds(5)) }
    #expect(captured.text.contains("\nbatch 1\n  section  update  2  Z  (Album p3)  (title)"), "\(captured.text)")
  }

  /// While another process saves, each batch shows exactly the result of its events.
  @Test func eachBatchShowsWhatItsEventsLeft() async throws {
    guard case .watch(let options) = try Command(arguments: list("watch", "--json")) else { return }
    let captured = CapturedOutput()
    let watch = try await StoreWatch(options, captured.output)
    try await watch.begin()
    let other = try ToolStore.open(address, model: nil, access: .readWrite).newContext()
    // A few commits are made for each look, so that the list does not grow without bound if looks are slow.
    for _ in 0..<30 {
      async let written: Void = other.perform {
        for _ in 0..<10 {
          let track = NSEntityDescription.insertNewObject(forEntityName: "Track", into: other)
          track.setValue(try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Album")).first, forKey: "album")
          try other.save()
        }
      }
      while try await !watch.look() { try await Task.sleep(for: .milliseconds(1)) }
      try await written
    }
    let lists = try captured.text.split(separator: "\n").map { line -> (inserted: Int, items: Int) in
      let batch = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let events = try #require(batch["events"] as? [[String: Any]])
      let changes = try events.map { event in
        try #require((event["changes"] as? [String: Any])?["items"] as? [String: Any])
      }
      let sections = try #require(batch["visible"] as? [[String: Any]])
      func count(_ key: String, of parts: [[String: Any]]) -> Int {
        parts.reduce(0) { sum, part in sum + ((part[key] as? [Any])?.count ?? 0) }
      }
      return (count("inserted", of: changes), count("items", of: sections))
    }
    for (before, now) in zip(lists, lists.dropFirst()) { #expect(now.items == before.items + now.inserted) }
  }

  @Test func theDemoRunsThere() async throws {
    let place = try StorePlaces().new(.server)
    let demo = await InProcessRun("demo", "--store", place)
    #expect(demo.status == 0, "\(demo.error)")
    // The new zone and the new country are saved on the server, so they have other names.
    let plain = await InProcessRun("demo").output
    #expect(
      demo.output.replacing(/(Zone|Country) (new|p\d+)/, with: "")
        == plain.replacing(/(Zone|Country) (new|p\d+)/, with: ""))
    let list = await InProcessRun(
      "list", place, "--items", "Zone", "--by", "country.code", "--where", "name = 'Atlantic/Funchal'")
    #expect(list.output.contains("Atlantic/Funchal"))
    let again = await InProcessRun("demo", "--store", place)
    #expect(again.status == 1 && again.error.contains("A store exists already"), "\(again.error)")
  }

  @Test(arguments: [
    "postgresql://joni:blue@/lists?host=/nowhere&password=blue",
    "postgresql://joni:blue@127.0.0.1:1/lists?password=blue",
    "postgresql://joni:blue@[/lists", "postgresql://joni:blue@/lists?nonsense=blue",
    "postgres://joni:blue@/lists?schema=", "postgresql://joni:1/blue@/lists?host=/nowhere",
    "postgresql://joni:1?blue@/lists", "postgresql://joni:1#blue@/lists", "postgresql:///lists?password=1@blue",
    "postgresql://joni:so blue@127.0.0.1:1/lists", "postgresql:///lists?host=/nowhere&password=so blue",
  ])
  func noMessageHasAPassword(_ address: String) async throws {
    let calls = [
      ["entities", address], ["list", address, "--items", "Track", "--by", "album"], ["copy", music.path, address],
      ["copy", address, music.path + ".copy"], ["demo", "--store", address], ["replay", address, "-"],
      ["list", music.path, address], ["replay", address, "-", "--by", "album", "--items", "Track"],
      ["watch", address, "--items", "Track", "--by", "album"], [address],
      ["list", "--items", address, "--items=\(address)"],
    ]
    for call in calls {
      let run = await InProcessRun(call)
      #expect(run.status != 0 && !run.error.isEmpty)
      #expect(!(run.output + run.error).contains("blue"), "\(run.error)")
    }
  }
}
