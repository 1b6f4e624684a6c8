import CoreData
import Foundation
import SectionedTerminal
import SectionedTesting
import Synchronization
import TestTraits
import Testing

@testable import SectionsTool

/// The browser looks for changes five times a second, but reads values only after a change.
@MainActor
@Suite("What the browser reads again", .opensStores) struct BrowseRereadingTests {
  /// A transformer that returns nil for all data, as if a class were missing, and counts its calls.
  private final class Counter: ValueTransformer, @unchecked Sendable {
    static let name = NSValueTransformerName("BrowseRereadingTests.Counter")
    static let count = Mutex(0)

    override class func allowsReverseTransformation() -> Bool { true }
    override func reverseTransformedValue(_ value: Any?) -> Any? {
      Self.count.withLock { $0 += 1 }
      return nil
    }
  }

  @Test func detailsAreReadAgainWhenSomethingChanged() throws {
    ValueTransformer.setValueTransformer(Counter(), forName: Counter.name)
    let store = try SampleStore(transformer: Counter.name.rawValue)
    let browsing = try Browsing(store.path, edit: true) { $0.items = "Sample" }
    browsing.look()
    browsing.press(.enter)
    let count = Counter.count.withLock { $0 }
    #expect(count > 0, "\(browsing.lines)")
    for _ in 0..<5 { browsing.look() }
    browsing.press(.down, .up, .end, .home)
    #expect(Counter.count.withLock { $0 } == count)
    // Another process changes the object.
    let (coordinator, context) = try store.open()
    try context.performAndWait {
      let sample = try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Sample")).first)
      sample.setValue("other", forKey: "text")
      try context.save()
    }
    withExtendedLifetime(coordinator) {}
    browsing.look()
    #expect(browsing.list.contains { $0.hasPrefix("text") && $0.hasSuffix("other") }, "\(browsing.lines)")
    // The browser changes the object.
    browsing.go(to: "text")
    browsing.press(.enter)
    browsing.type("s")
    browsing.press(.enter)
    #expect(browsing.list.contains { $0.hasPrefix("text") && $0.hasSuffix("others") }, "\(browsing.lines)")
    browsing.type("u")
    #expect(browsing.list.contains { $0.hasPrefix("text") && $0.hasSuffix("other") }, "\(browsing.lines)")
  }

  /// A screen whose user does nothing for a while, then acts, and so on.
  private final class PatientScreen: TerminalScreen {
    let screen = MemoryScreen(rows: 10, columns: 60)
    /// The actions. One is performed after every ten waits.
    var later: [() -> Void]
    var waits = 0
    /// The number of flushes before each action.
    var flushes: [Int] = []

    init(_ later: [() -> Void]) { self.later = later }

    var size: TerminalSize { screen.size }
    var hasColors: Bool { false }
    var cursor: TerminalPoint?
    func clear() { screen.clear() }
    func draw(_ text: String, _ style: TerminalStyle, at point: TerminalPoint) { screen.draw(text, style, at: point) }
    func flush() { screen.flush() }
    func nextKey() -> TerminalKey? { screen.nextKey() }
    func wake() {}
    func wait(upTo milliseconds: Int?) async {
      waits += 1
      guard waits % 10 == 0 else { return }
      flushes.append(screen.flushes)
      if later.isEmpty { screen.keys.append(.endOfInput) } else { later.removeFirst()() }
    }
  }

  @Test func theScreenIsDrawnWhenSomethingHappened() async throws {
    let store = try MusicStore()
    var options = ListOptions()
    (options.store, options.items) = (store.path, "Track")
    let opened = try ToolStore.open(store.path, model: nil, access: .readOnly)
    let model = try BrowseModel(options, in: BrowseStore(opened, path: store.path, canEdit: false))
    let screen = PatientScreen([])
    var shown: [[String]] = []
    screen.later = [
      { screen.screen.keys.append(.down) },
      {
        shown.append(screen.screen.lines)
        do { try store.write { MusicStore.insert("Track", ["title": "u3"], into: $0) } } catch { Issue.record(error) }
      },
      {
        shown.append(screen.screen.lines)
        screen.screen.keys.append(.resize)
      },
    ]
    var log: [String] = ["2001-01-01 00:00:00.000 sections[1:2] CoreData: a line."]
    await BrowseRun.run(model, on: screen) { log.popLast() }
    #expect(shown[0].last?.hasPrefix("? help") == true)
    #expect(shown[1].contains { $0.contains("u3") } && shown[1].last == "Another process wrote to the store.")
    // The screen is drawn once for each of these: the logged line, the key, the write, the new size.
    #expect(screen.flushes == [2, 3, 4, 5], "\(screen.flushes)")
  }

  @Test func detailsFollowWhatLeadsToTheObject() throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path) { $0.items = "Album" }
    browsing.look()
    browsing.go(to: "A")
    browsing.press(.enter)
    func tracks() -> String? { browsing.list.first { $0.hasPrefix("tracks") } }
    #expect(tracks()?.hasSuffix("→ 3 Track") == true)
    #expect(!browsing.model.store.context.registeredObjects.contains { $0.entity.name == "Track" })
    try store.write { context in
      let albums = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Album"))
      let album = albums.first { $0.value(forKey: "title") as? String == "A" }
      MusicStore.insert("Track", ["title": "a4"], into: context).setValue(album, forKey: "album")
    }
    browsing.look()
    #expect(tracks()?.hasSuffix("→ 4 Track") == true, "\(browsing.lines)")
  }

  @Test func entitiesAreCountedWhenTheirMenuIsOpened() throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path)
    browsing.look()
    func tracks() -> String? { browsing.list.first { $0.hasPrefix("Track") } }
    #expect(tracks()?.hasSuffix("6 objects") == true, "\(browsing.lines)")
    try store.write { MusicStore.insert("Track", ["title": "new"], into: $0) }
    browsing.look()
    browsing.press(.down)
    #expect(tracks()?.hasSuffix("6 objects") == true, "\(browsing.lines)")
    browsing.type("r")
    #expect(tracks()?.hasSuffix("7 objects") == true, "\(browsing.lines)")
    browsing.go(to: "Track")
    browsing.press(.enter, .character("e"))
    #expect(tracks()?.hasSuffix("7 objects") == true, "\(browsing.lines)")
  }
}
