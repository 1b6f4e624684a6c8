import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults
import SectionedTesting
import SectionedViews
import TestTraits
import Testing

/// Albums by position with tracks by position: `A: a1 a2 | B: | C: c1`
@Suite("The sections of a fetched list as SwiftUI's bodies read them")
@MainActor
struct ObservedSectionsTests {
  typealias State = FetchedSectionsState<NSManagedObject, NSManagedObject>
  typealias Section = ObservedSection<NSManagedObject, NSManagedObject>

  private let library: MusicLibrary
  private var context: NSManagedObjectContext { library.container.viewContext }

  init() throws {
    library = try MusicLibrary(.sqlite)
    let albums = ["A", "B", "C"].enumerated().map { Self.make("Album", $1, $0, in: context) }
    for (title, position, album) in [("a1", 0, 0), ("a2", 1, 0), ("c1", 0, 2)] {
      Self.make("Track", title, position, in: context).setValue(albums[album], forKey: "album")
    }
    try context.save()
  }

  @discardableResult
  private static func make(
    _ entity: String, _ title: String, _ position: Int, in context: NSManagedObjectContext
  ) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    object.setValue(title, forKey: "title")
    object.setValue(position, forKey: "position")
    if entity == "Album" { object.setValue(title, forKey: "identifier") }
    return object
  }

  private func request(_ entity: String) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    return request
  }

  private func state(_ anomalies: AnomalyHandler = .standard) -> State {
    State(.init(sections: request("Album"), items: request("Track"), by: "album.identifier"), anomalies: anomalies)
  }

  private func text(_ section: Section) -> String {
    ([(section.object.map(MusicLibrary.name) ?? "none") + ":"] + section.items.map(MusicLibrary.name))
      .joined(separator: " ")
  }

  private func text(_ state: State) -> String { state.observedSections.map { text($0) }.joined(separator: " | ") }

  private func track(_ title: String, of state: State) throws -> NSManagedObject {
    try #require(state.source?.allItems.first { MusicLibrary.name($0) == title })
  }

  /// The readers of a screen: one of the order of sections, one of the whole list, and one of each section.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private func readers(of state: State) -> [PartReader] {
    [PartReader("order") { _ = state.observedSections.map(\.id) }, PartReader("whole") { _ = state.sections.count }]
      + state.observedSections.map { section in
        PartReader(text(section)) { _ = text(section) }
      }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private func notified(_ state: State, _ edits: () throws -> Void) rethrows -> [String] {
    let readers = readers(of: state)
    try edits()
    context.processPendingChanges()
    return readers.filter { $0.timesNotified > 0 }.map(\.name)
  }

  @Test("a view of one sum is drawn again for that sum alone")
  func oneSum() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let state = state()
    state.follow(context)
    let sum = ItemAggregate.sum("position")
    #expect(state.sections.value(of: sum) == nil)
    let early = PartReader("early") { _ = state.sections.value(of: sum) }
    state.sections.aggregates = [sum]
    #expect(early.timesNotified == 1 && state.error == nil)
    let section = state.observedSections[0]
    #expect(section.value(of: sum) == .integer(1) && state.value(of: sum) == .integer(1))
    let first = PartReader("A") { _ = section.value(of: sum) }
    let whole = PartReader("all") { _ = state.value(of: sum) }
    func notified(_ edit: () throws -> Void) rethrows -> [Int] {
      try edit()
      context.processPendingChanges()
      return [first, whole].map(\.timesNotified)
    }
    #expect(try notified { try track("a2", of: state).setValue("a9", forKey: "title") } == [0, 0])
    #expect(try notified { try track("c1", of: state).setValue(4, forKey: "position") } == [0, 1])
    #expect(try notified { try track("a9", of: state).setValue(3, forKey: "position") } == [1, 1])
    #expect(section.value(of: sum) == .integer(3) && state.value(of: sum) == .integer(7))
    // An aggregate that cannot be computed is an error, and the earlier ones stay.
    state.sections.aggregates = [.sum("title")]
    #expect(state.error != nil && state.sections.aggregates == [sum])
    #expect(section.value(of: sum) == .integer(3))
  }

  /// The requests of the state, as a view declares them each time it is made.
  private var requests: State.Requests {
    State.Requests(sections: request("Album"), items: request("Track"), by: "album.identifier")
  }

  @Test("declared totals are there with the first fetch; a view that is made again keeps those that were set since")
  func declaredTotals() {
    let (sum, count) = (ItemAggregate.sum("position"), ItemAggregate.count(where: "position > 0"))
    let state = State(requests, aggregates: [sum])
    #expect(state.value(of: sum) == nil && state.configuration.aggregates == [sum])
    state.follow(context)
    #expect(state.value(of: sum) == .integer(1))
    #expect(state.sections.map { $0.value(of: sum) } == [.integer(1), nil, .integer(0)])
    #expect(state.observedSections.map { $0.value(of: sum) } == state.sections.map { $0.value(of: sum) })
    state.sections.aggregates = [sum, count]
    state.ask(requests, aggregates: [sum])
    #expect(state.sections.value(of: count) == .integer(1))
    var drawn = 0
    state.willChange = { drawn += 1 }
    state.ask(requests, aggregates: [count])
    #expect(state.value(of: sum) == nil && state.sections[0].value(of: count) == .integer(1))
    // The caller of `ask` updates its view itself.
    #expect(drawn == 0)
    // Another limit makes another list, with the same totals.
    let limited = requests
    limited.items.fetchLimit = 1
    state.ask(limited, aggregates: [count])
    #expect(state.configuration.aggregates == [count] && text(state) == "A: a1 | B: | C:")
  }

  @Test("a declared total that cannot be computed is an error, and the list comes with one that can be")
  func wrongTotal() {
    let log = AnomalyLog()
    let state = State(requests, aggregates: [.sum("title")], anomalies: log.handler)
    state.follow(context)
    #expect(state.error != nil && state.sections.isEmpty && log.all.map(\.kind) == [.fetchFailed])
    state.ask(requests, aggregates: [.max("title")])
    #expect(state.error == nil && state.value(of: .max("title")) == .text("c1"))
  }

  @Test("a view of one section is drawn again for that section alone")
  func oneSection() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let state = state()
    state.follow(context)
    let a1 = try track("a1", of: state)
    #expect(notified(state) { a1.setValue("a3", forKey: "title") } == ["whole", "A: a1 a2"])
    #expect(
      notified(state) { a1.setValue(state.observedSections[1].object, forKey: "album") }
        == ["whole", "A: a3 a2", "B:"])
    #expect(notified(state) { Self.make("Album", "D", 3, in: context) } == ["order", "whole"])
    #expect(text(state) == "A: a2 | B: a3 | C: c1 | D:")
    #expect(try notified(state) { try context.save() } == [])
  }

  @Test("a view keeps its section, which is empty when it has left the list, and is back when it returns")
  func sectionThatLeaves() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let state = state()
    state.follow(context)
    let section = state.observedSections[1]
    let b1 = Self.make("Track", "b1", 0, in: context)
    b1.setValue(section.object, forKey: "album")
    context.processPendingChanges()
    #expect(text(section) == "B: b1" && section == state.observedSections[1])
    #expect(notified(state) { state.sections.sectionPredicate = NSPredicate(format: "title != 'B'") }.contains("B: b1"))
    #expect(text(section) == "none:" && section.count == 0 && text(state) == "A: a1 a2 | C: c1")
    let reader = PartReader("B") { _ = text(section) }
    state.sections.sectionPredicate = nil
    #expect(reader.timesNotified == 1 && text(section) == "B: b1")
  }

  @Test("predicate, error and list are read by themselves", .fetchesByUnknownKeys)
  func parts() {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let state = state(AnomalyLog().handler)
    state.follow(context)
    let predicate = PartReader("predicate") { _ = state.configuration.nsPredicate }
    let error = PartReader("error") { _ = state.error }
    let readers = readers(of: state)
    state.configuration.nsPredicate = NSPredicate(format: "absent == 1")
    #expect(predicate.timesNotified == 1 && error.timesNotified == 1)
    #expect(readers.allSatisfy { $0.timesNotified == 0 })
    for reader in [predicate, error] { reader.read() }
    state.configuration.nsPredicate = nil
    #expect(predicate.timesNotified == 1 && error.timesNotified == 2)
  }

  @Test("deleting and moving, as by onDelete and onMove")
  func edits() throws {
    let state = state()
    state.follow(context)
    let section = state.observedSections[0]
    try section.move(IndexSet(integer: 0), to: 2, position: "position")
    #expect(text(state) == "A: a2 a1 | B: | C: c1")
    try section.move(IndexSet(integer: 1), to: 0, position: "position")
    #expect(text(state) == "A: a1 a2 | B: | C: c1")
    section.delete(IndexSet([1, 7]))
    #expect(text(state) == "A: a1 | B: | C: c1")
    section.delete(IndexSet([0]))
    section.delete(IndexSet([0]))
    #expect(text(state) == "A: | B: | C: c1")
  }

  @Test("another context, and other requests, are another list for each view")
  func anotherContext() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let state = state()
    let first = PartReader("before there is a context") {
      _ = state.observedSections.count
    }
    state.follow(context)
    #expect(first.timesNotified == 1)
    let other = library.container.newBackgroundContext()
    let next = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    next.persistentStoreCoordinator = other.persistentStoreCoordinator
    #expect(notified(state) { state.follow(next) }.count == 5)
    let limited = request("Track")
    limited.fetchLimit = 1
    let all = notified(state) {
      state.ask(.init(sections: request("Album"), items: limited, by: "album.identifier"))
    }
    #expect(all.count == 5 && text(state) == "A: a1 | B: | C:")
  }
}
