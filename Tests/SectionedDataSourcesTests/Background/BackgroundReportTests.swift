import CoreData
import Foundation
import SectionedChanges
import SectionedTesting
import TestTraits
import Testing

@testable import SectionedDataSources

/// Reports about other libraries, by project and number, with scenarios of our own.
@Suite("What people asked of work off the main queue", .opensStores)
@MainActor
struct BackgroundReportTests {
  // lionheart/openradar-mirror #13210 (rdar 15183257) and #13189 (rdar 15223246): a fetched results controller blocks
  // the main thread while it fetches. magicalpanda/MagicalRecord #653: objects that are fetched elsewhere cannot be
  // shown.
  @Test func theMainActorIsFreeWhileTheListIsFetched() async throws {
    let library = try MusicLibrary()
    try library.fill("A: a1 a2")
    let (gate, threads) = (Gate(), Collected<Bool>())
    let source = library.backgroundTracks { _ in
      threads.append(Thread.isMainThread)
      if threads.all.count == 1 { gate.pass() }
    }
    // The queue makes the first value and waits, and the main actor goes on.
    gate.waitUntilReached()
    #expect(source.phase == .loading && source.numberOfSections == 0)
    let answer = await Task { @MainActor in 7 }.value
    #expect(answer == 7 && source.numberOfSections == 0)
    gate.open()
    #expect(await source.wholeText() == "A: a1 a2" && threads.all.allSatisfy { !$0 })
    // The values are the program's, and need no context.
    let values = source.allItems
    library.context.performAndWait { library.context.reset() }
    #expect(values == [TrackValue(title: "a1", position: 0), TrackValue(title: "a2", position: 1)])
  }

  // ra1028/DifferenceKit #127, Instagram/IGListKit #841, zotero/zotero-ios #1022: the comparison of long lists blocks
  // the main thread. Comparing in the background with a list that changes meanwhile gives changes of another list.
  @Test func theMainActorReceivesChangesThatFitItsList() async throws {
    let library = try MusicLibrary()
    try library.fill("A: " + (0..<40).map { "t\($0)" }.joined(separator: " "))
    let source = library.backgroundTracks(nearby: 4)
    await source.rest()
    let (laws, law) = (FetchedLaws(source), ValueLaw(source))
    // The order is reversed, and saves arrive while the queue compares the lists.
    source.changeRequests { items, _ in
      items.sortDescriptors = [NSSortDescriptor(key: "position", ascending: false)]
    }
    for number in 0..<5 {
      try library.save { context in
        context.delete(try library.track("t\(number * 7)"))
        try library.track("t\(number * 7 + 1)").setValue("u\(number)", forKey: "title")
      }
      _ = source.item(at: ItemPlace(section: 0, item: number))
      await Task.yield()
    }
    await source.rest()
    let deleted = Set((0..<5).map { $0 * 7 })
    let titles = (0..<40).reversed().filter { !deleted.contains($0) }.map { number in
      number % 7 == 1 && number < 35 ? "u\(number / 7)" : "t\(number)"
    }
    #expect(await source.wholeText() == "A: " + titles.joined(separator: " "))
    #expect(law.faults.isEmpty && laws.steps > 0)
    laws.checkAtRest()
  }
}
