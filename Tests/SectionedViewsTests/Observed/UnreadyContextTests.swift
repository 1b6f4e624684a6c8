import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults
import SectionedTesting
import SectionedViews
import Testing

/// An album `A` with a track `a1`, in a store that each test opens again.
@Suite("A fetched list whose context is not ready")
@MainActor
struct UnreadyContextTests {
  typealias State = FetchedSectionsState<NSManagedObject, NSManagedObject>

  private func requests() -> State.Requests {
    let requests = ["Album", "Track"].map { entity in
      let request = NSFetchRequest<NSManagedObject>(entityName: entity)
      request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
      return request
    }
    return State.Requests(sections: requests[0], items: requests[1], by: "album.identifier")
  }

  private func fill(_ library: MusicLibrary) throws {
    try library.run {
      library.track("a1", 0, in: library.album("A", 0))
      try library.context.save()
    }
  }

  private func count(_ state: State) -> Int { state.sections.reduce(0) { $0 + $1.count } }

  @Test("without a model there is one line in the log, no rows and an error; a context that has one ends it")
  func withoutModel() throws {
    let (library, log) = (try MusicLibrary(), AnomalyLog())
    try fill(library)
    let state = State(requests(), anomalies: log.handler)
    let empty = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    for _ in 0..<3 { state.follow(empty) }
    #expect(state.sections.isEmpty && state.observedSections.isEmpty && !state.isAwaitingStores)
    #expect(state.error as? FetchedSectionsError == .contextWithoutModel)
    #expect(log.all.map(\.kind) == [.fetchFailed])
    #expect(log.all[0].message.contains("managedObjectContext"))
    state.follow(library.container.viewContext)
    #expect(state.error == nil && count(state) == 1)
  }

  @Test("a container that is loaded later fills the list then, and what was configured meanwhile holds")
  func loadedLater() async throws {
    let library = try MusicLibrary(.sqlite)
    try fill(library)
    let log = AnomalyLog()
    let container = NSPersistentContainer(name: "Music", managedObjectModel: library.container.managedObjectModel)
    container.persistentStoreDescriptions = library.container.persistentStoreDescriptions
    let state = State(requests(), anomalies: log.handler)
    state.follow(container.viewContext)
    var drawn = 0
    state.willChange = { drawn += 1 }
    #expect(state.isAwaitingStores && state.error == nil && state.sections.isEmpty && log.all.isEmpty)
    state.sections.nsPredicate = NSPredicate(format: "title != 'a1'")
    state.follow(container.viewContext)
    #expect(drawn == 1 && state.error == nil)
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    #expect(failure == nil)
    for _ in 0..<1000 where state.isAwaitingStores { await Task.yield() }
    #expect(!state.isAwaitingStores && state.sections.count == 1 && count(state) == 0 && drawn == 2)
    state.sections.nsPredicate = nil
    #expect(count(state) == 1 && log.all.isEmpty)
  }

  @Test("declared totals come with the list of a container that is loaded later, and their readers are notified")
  func totalsLater() async throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let library = try MusicLibrary(.sqlite)
    try fill(library)
    let container = NSPersistentContainer(name: "Music", managedObjectModel: library.container.managedObjectModel)
    container.persistentStoreDescriptions = library.container.persistentStoreDescriptions
    let (titles, positions) = (ItemAggregate.max("title"), ItemAggregate.sum("position"))
    let state = State(requests(), aggregates: [titles], anomalies: AnomalyLog().handler)
    state.follow(container.viewContext)
    let reader = PartReader("total") { _ = state.value(of: titles) }
    state.sections.aggregates.append(positions)
    #expect(state.isAwaitingStores && state.value(of: titles) == nil && reader.timesNotified == 0)
    container.loadPersistentStores { #expect($1 == nil) }
    for _ in 0..<1000 where state.isAwaitingStores { await Task.yield() }
    #expect(reader.timesNotified == 1 && state.error == nil)
    #expect(state.value(of: titles) == .text("a1") && state.value(of: positions) == .integer(0))
    #expect(state.sections.first?.value(of: titles) == .text("a1"))
  }

  /// The second store is added when the list is shown already.
  @Test("a store that replaces another one is fetched from, too")
  func secondStore() async throws {
    let (library, other) = (try MusicLibrary(), try MusicLibrary(.sqlite))
    try fill(other)
    let state = State(requests())
    state.follow(library.container.viewContext)
    #expect(state.sections.isEmpty && !state.isAwaitingStores)
    let url = try #require(other.container.persistentStoreDescriptions.first?.url)
    let coordinator = library.container.persistentStoreCoordinator
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    _ = try coordinator.addPersistentStore(type: .sqlite, at: url)
    for _ in 0..<1000 where state.sections.isEmpty { await Task.yield() }
    #expect(state.sections.count == 1 && count(state) == 1)
  }

  @Test("a context that is left before its stores are loaded fills nothing")
  func leftContext() async throws {
    let library = try MusicLibrary(.sqlite)
    try fill(library)
    let container = NSPersistentContainer(name: "Music", managedObjectModel: library.container.managedObjectModel)
    container.persistentStoreDescriptions = library.container.persistentStoreDescriptions
    let state = State(requests(), anomalies: AnomalyLog().handler)
    state.follow(container.viewContext)
    state.follow(NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType))
    container.loadPersistentStores { #expect($1 == nil) }
    for _ in 0..<100 { await Task.yield() }
    #expect(state.sections.isEmpty && state.error as? FetchedSectionsError == .contextWithoutModel)
  }
}
