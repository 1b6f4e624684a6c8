import CoreData
import Foundation
import SectionedDataSources
import SectionedFetchedResults
import SectionedTesting
import TestTraits
import Testing

@testable import SectionedViews

/// Requests that cannot be fetched.
extension FetchedSectionsStateTests {
  @Test("each error is reported once, and is there with the list that could not be replaced", .fetchesByUnknownKeys)
  func reportedErrors() {
    let log = AnomalyLog()
    let state = State(
      .init(sections: request("Album"), items: request("Track"), by: "record.identifier"), anomalies: log.handler)
    for _ in 0..<3 { state.follow(context) }
    #expect(state.sections.isEmpty && "\(String(describing: state.sections.error))".contains("“record”"))
    #expect(log.all.map(\.kind) == [.fetchFailed])
    #expect(log.all[0].message.contains("record.identifier") && log.all[0].message.contains("“record”"))
    for _ in 0..<2 { state.ask(.init(sections: request("Album"), items: request("Track"), by: "album.identifier")) }
    #expect(state.sections.error == nil && text(state) == "A: a1 a2 | B: | C: c1" && log.all.count == 1)
    state.sections.nsSortDescriptors = [NSSortDescriptor(key: "none", ascending: true)]
    #expect(state.sections.error != nil && text(state) == "A: a1 a2 | B: | C: c1" && log.all.count == 2)
  }

  @Test("predicates and orders change live, and what cannot be fetched is not taken over", .fetchesByUnknownKeys)
  func configuration() {
    let state = state()
    state.configuration.sectionSortDescriptors = [NSSortDescriptor(key: "position", ascending: false)]
    state.follow(context)
    #expect(text(state) == "C: c1 | B: | A: a1 a2")
    state.configuration.nsPredicate = NSPredicate(format: "position == 0")
    #expect(text(state) == "C: c1 | B: | A: a1")
    state.configuration.showsEmptySections = false
    state.configuration.nsSortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
    state.configuration.nsPredicate = nil
    #expect(text(state) == "C: c1 | A: a2 a1")
    var new = state.configuration
    new.sectionSortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    new.nsSortDescriptors = [NSSortDescriptor(key: "none", ascending: true)]
    let old = state.configuration
    state.configuration = new
    #expect(state.error != nil && state.configuration == old)
    #expect(text(state) == "C: c1 | A: a2 a1")
    state.configuration.showsEmptySections = true
    #expect(state.error == nil && text(state) == "C: c1 | B: | A: a2 a1")
  }

  /// The first fetch sorts the tracks by a key that they do not have.
  @Test("after a first fetch that failed, what is configured then is fetched", .fetchesByUnknownKeys)
  func failedFirstFetch() {
    let state = state()
    state.configuration.nsSortDescriptors = [NSSortDescriptor(key: "none", ascending: true)]
    state.follow(context)
    #expect(state.error != nil && state.sections.isEmpty)
    // The first change does not remove the fault, so it is not applied, and the error stays.
    let old = state.configuration
    state.configuration.showsEmptySections = false
    #expect(state.error != nil && state.configuration == old && state.sections.isEmpty)
    state.configuration.nsSortDescriptors = [NSSortDescriptor(key: "position", ascending: false)]
    #expect(state.error == nil && text(state) == "A: a2 a1 | B: | C: c1")
    make("Track", "b1", 0).setValue(state.sections[1].object, forKey: "album")
    context.processPendingChanges()
    #expect(text(state) == "A: a2 a1 | B: b1 | C: c1")
  }

  /// The first context has no coordinator, so every fetch in it fails.
  @Test("what could not be fetched in one context is fetched in the next")
  func refusedConfiguration() throws {
    let state = state()
    state.follow(NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType))
    #expect(state.error != nil && state.sections.isEmpty)
    let last = request("Track")
    last.predicate = NSPredicate(format: "position == 1")
    state.ask(.init(sections: request("Album"), items: last, by: "album.identifier"))
    #expect(state.error != nil)
    state.follow(context)
    #expect(state.error == nil && text(state) == "A: a2 | B: | C:")
  }

  @Test("the error of a change goes when the change is taken back", .fetchesByUnknownKeys)
  func takenBack() {
    let state = state()
    state.follow(context)
    state.configuration.nsPredicate = NSPredicate(format: "absent == 1")
    #expect(state.error != nil && state.configuration.nsPredicate == nil)
    state.configuration.nsPredicate = nil
    #expect(state.error == nil && text(state) == "A: a1 a2 | B: | C: c1")
  }

  @Test("who is notified of an error may change the configuration", .fetchesByUnknownKeys)
  func changedByTheHandler() {
    var found: State?
    let handler = AnomalyHandler { _ in
      MainActor.assumeIsolated { found?.configuration.nsPredicate = NSPredicate(format: "position == 1") }
    }
    let state = State(
      .init(sections: request("Album"), items: request("Track"), by: "album.identifier"), anomalies: handler)
    found = state
    defer { found = nil }
    state.follow(context)
    state.configuration.nsPredicate = NSPredicate(format: "absent == 1")
    #expect(text(state) == "A: a2 | B: | C:" && state.configuration.nsPredicate != nil)
  }

  /// The list repeats the failed fetch by itself, with the next event.
  @Test("the error of a fetch after a reset goes with the fetch that is made in its place")
  func failedFetchAfterReset() async throws {
    let state = state()
    state.follow(context)
    let failures = FailingFetches()
    try failures.fail(#require(state.source).controller)
    failures.left = 1
    context.reset()
    for _ in 0..<1000 where state.error == nil { await Task.yield() }
    #expect(state.error != nil && text(state) == "A: a1 a2 | B: | C: c1")
    make("Album", "D", 3)
    context.processPendingChanges()
    for _ in 0..<1000 where state.error != nil { await Task.yield() }
    #expect(state.error == nil && text(state) == "A: a1 a2 | B: | C: c1 | D:")
  }
}
