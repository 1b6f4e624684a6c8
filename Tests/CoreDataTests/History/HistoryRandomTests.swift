import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// One coordinator writes. Another one on the same file follows by the history alone, as one in another process would.
@Suite("A history that is followed")
struct HistoryRandomTests {
  @Test("merging transactions shows what a fresh fetch does", arguments: TestSeeds.seeds(15), HistoryStack.types)
  func following(seed: UInt64, type: String) throws {
    var random = SeededRandom(seed: seed)
    let writing = try HistoryStack(type)
    let reading = try HistoryStack(type, at: writing.store.url)
    let writer = writing.newContext()
    let reader = reading.newContext()
    let listener = TrackList.Listener()
    let list = reader.performAndWait { UncheckedTransfer(TrackList.list(in: reader)) }.value
    list.delegate = listener
    var token: NSPersistentHistoryToken?
    for step in 0..<25 {
      try writer.performAndWait {
        for _ in 0...random.below(4) { try TrackList.edit(writer, &random) }
        try writer.save()
      }
      if random.oneIn(3) { continue }
      let transactions = try reading.transactions(after: token)
      token = transactions.last?.token ?? token
      try reader.performAndWait {
        for transaction in transactions { reader.mergeChanges(fromContextDidSave: transaction.objectIDNotification()) }
        let shown = (list.fetchedObjects ?? []).map(TrackList.text)
        let fresh = reading.newContext()
        let request = try #require(list.fetchRequest.copy() as? NSFetchRequest<NSManagedObject>)
        let expected = try fresh.performAndWait { try fresh.fetch(request).map(TrackList.text) }
        #expect(shown == expected, "step \(step), SECTIONS_SEED=\(seed)")
      }
    }
    #expect(token != nil)
    withExtendedLifetime(listener) {}
  }
}
