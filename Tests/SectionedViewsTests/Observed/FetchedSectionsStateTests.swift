import CoreData
import Foundation
import SectionedDataSources
import SectionedFetchedResults
import SectionedTesting
import TestTraits
import Testing

@testable import SectionedViews

/// Albums by position with tracks by position: `A: a1 a2 | B: | C: c1`. Errors are in `FetchedSectionsStateTests+Errors`.
@Suite("Sections and items that are fetched for a view")
@MainActor
struct FetchedSectionsStateTests {
  typealias State = FetchedSectionsState<NSManagedObject, NSManagedObject>

  private let library: MusicLibrary
  var context: NSManagedObjectContext { library.container.viewContext }

  init() throws {
    library = try MusicLibrary()
    let albums = ["A", "B", "C"].enumerated().map { make("Album", $1, $0) }
    for (title, position, album) in [("a1", 0, 0), ("a2", 1, 0), ("c1", 0, 2)] {
      make("Track", title, position).setValue(albums[album], forKey: "album")
    }
    try context.save()
  }

  @discardableResult
  func make(_ entity: String, _ title: String, _ position: Int) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    object.setValue(title, forKey: "title")
    object.setValue(position, forKey: "position")
    if entity == "Album" { object.setValue(title, forKey: "identifier") }
    return object
  }

  func request(_ entity: String) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    return request
  }

  func state() -> State {
    State(.init(sections: request("Album"), items: request("Track"), by: "album.identifier"))
  }

  func text(_ state: State) -> String {
    state.sections.map { section in
      let name = section.object.map(MusicLibrary.name) ?? "none"
      return ([name + ":"] + section.items.map(MusicLibrary.name)).joined(separator: " ")
    }.joined(separator: " | ")
  }

  @Test("items without a section are shown last, as by Apple's wrapper, unless they are to be hidden")
  func unmatchedItems() {
    make("Track", "x", 5)
    let state = state()
    state.follow(context)
    #expect(text(state) == "A: a1 a2 | B: | C: c1 | none: x")
    state.sections.unmatchedItems = .hidden
    #expect(text(state) == "A: a1 a2 | B: | C: c1")
    // A view that is made again asks for the same, so the changed policy stays.
    state.ask(.init(sections: request("Album"), items: request("Track"), by: "album.identifier"))
    #expect(text(state) == "A: a1 a2 | B: | C: c1" && state.configuration.unmatchedItems == .hidden)
    let hidden = State(
      .init(sections: request("Album"), items: request("Track"), by: "album.identifier"), unmatchedItems: .hidden)
    hidden.follow(context)
    #expect(text(hidden) == "A: a1 a2 | B: | C: c1")
    hidden.ask(
      .init(sections: request("Album"), items: request("Track"), by: "album.identifier"), unmatchedItems: .shownLast)
    #expect(text(hidden) == "A: a1 a2 | B: | C: c1 | none: x")
  }

  @Test("the items of sections that a predicate leaves out are not shown for a moment, nor when it goes")
  func filteredSections() {
    let state = state()
    state.follow(context)
    let recorder = MusicLibrary.recorder()
    state.source?.controller.delegate = recorder
    let steps: [(predicate: NSPredicate?, shown: String)] = [
      (NSPredicate(format: "position < 1"), "A: a1 a2"), (nil, "A: a1 a2 | B: | C: c1"),
    ]
    for (predicate, shown) in steps {
      state.sections.sectionPredicate = predicate
      let lines = recorder.take()
      #expect(text(state) == shown && lines.filter { $0 == "will" }.count == 1)
      #expect(!lines.contains { $0.contains("unmatched") }, "\(lines)")
    }
  }

  @Test("it shows nothing without a context, then sections with their objects, empty ones included")
  func sections() {
    let state = state()
    #expect(state.sections.isEmpty && state.source == nil)
    state.follow(context)
    #expect(text(state) == "A: a1 a2 | B: | C: c1")
    #expect(state.error == nil)
  }

  @Test("a batch is drawn once, notified before it is shown")
  func oncePerBatch() throws {
    let state = state()
    state.follow(context)
    var drawn: [String] = []
    state.willChange = { drawn.append(self.text(state)) }
    let album = make("Album", "D", -1)
    make("Track", "d1", 3).setValue(album, forKey: "album")
    make("Track", "d2", 2).setValue(album, forKey: "album")
    context.processPendingChanges()
    #expect(drawn == ["A: a1 a2 | B: | C: c1"])
    #expect(text(state) == "D: d2 d1 | A: a1 a2 | B: | C: c1")
    // Following the same context again changes nothing.
    state.follow(context)
    #expect(drawn.count == 1)
  }

  @Test("a step with more changes than a limit is not animated")
  func animation() throws {
    let state = state()
    state.follow(context)
    var animated: [Bool] = []
    state.willChange = { animated.append(state.isAnimated(upTo: 5)) }
    let b = try #require(state.sections[1].object)
    for title in ["b1", "b2"] { make("Track", title, 0).setValue(b, forKey: "album") }
    context.processPendingChanges()
    #expect(animated == [true])
    for number in 3..<13 { make("Track", "b\(number)", 1).setValue(b, forKey: "album") }
    context.processPendingChanges()
    #expect(animated == [true, false])
    // The predicate is read by itself, and so is notified by itself.
    state.sections.nsPredicate = NSPredicate(value: false)
    #expect(animated == [true, false, true, false])
    #expect(state.isAnimated(upTo: 0))
  }

  @Test("two states on one context are notified once each of an event, when the sources of both have moved")
  func twoStates() throws {
    let (all, first) = (state(), state())
    first.configuration.nsPredicate = NSPredicate(format: "position == 1")
    for state in [all, first] { state.follow(context) }
    var seen: [String] = []
    func titles(_ state: State) -> String { state.source?.allItems.map(MusicLibrary.name).joined() ?? "" }
    for state in [all, first] {
      state.willChange = { seen.append("\(titles(all)) \(titles(first))") }
    }
    let a1 = try #require(all.source?.allItems.first)
    a1.setValue(1, forKey: "position")
    a1.setValue("a9", forKey: "title")
    make("Track", "b1", 1).setValue(all.source?.section(at: 1)?.object, forKey: "album")
    context.processPendingChanges()
    #expect(seen == ["a9a2b1c1 a9a2b1", "a9a2b1c1 a9a2b1"])
  }

  @Test("a view that is made again asks for something else, or for what it asked for before")
  func askedAgain() {
    func requests(_ format: String? = nil) -> State.Requests {
      let items = request("Track")
      items.predicate = format.map { NSPredicate(format: $0) }
      return State.Requests(sections: request("Album"), items: items, by: "album.identifier")
    }
    let state = state()
    state.ask(requests())
    state.follow(context)
    var drawn = 0
    state.willChange = { drawn += 1 }
    state.ask(requests("position == 0"))
    #expect(text(state) == "A: a1 | B: | C: c1")
    // The user's predicate stays until the program asks for another one.
    state.sections.nsPredicate = NSPredicate(format: "position == 1")
    #expect(drawn > 0)
    drawn = 0
    state.ask(requests("position == 0"))
    #expect(text(state) == "A: a2 | B: | C:")
    state.ask(requests("position == 0"), showsEmptySections: false)
    #expect(text(state) == "A: a2")
    state.sections.nsSortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
    drawn = 0
    // Another predicate keeps the user's order, even if the list is made again.
    state.ask(requests("position >= 0"))
    #expect(text(state) == "A: a2 a1 | B: | C: c1")
    let other = requests()
    other.items.fetchLimit = 1
    state.ask(other)
    #expect(text(state) == "A: a2 | B: | C:")
    // No call of `ask` has called `willChange`, because its caller updates the view.
    #expect(drawn == 0)
    make("Track", "a3", -1).setValue(state.sections[0].object, forKey: "album")
    context.processPendingChanges()
    #expect(text(state) == "A: a3 | B: | C:" && drawn == 1)
  }

  @Test("requests for other entities leave nothing of what was changed")
  func askedForOtherObjects() {
    let artist = NSEntityDescription.insertNewObject(forEntityName: "Artist", into: context)
    artist.setValue("X", forKey: "name")
    let state = state()
    state.follow(context)
    for section in state.sections { section.object?.setValue(artist, forKey: "artist") }
    state.sections.nsSortDescriptors = [NSSortDescriptor(key: "position", ascending: false)]
    state.ask(.init(sections: request("Artist"), items: request("Album"), by: "artist.name"))
    #expect(text(state) == "X: A B C")
  }

  /// Sections and items are enumerated as in SwiftUI:
  /// `ForEach(sections) { section in ForEach(section) { item in … } }`.
  @Test("a section is a collection of its items")
  func collections() throws {
    let state = state()
    state.follow(context)
    let section = try #require(state.sections.first)
    #expect(section.count == 2 && section.map(MusicLibrary.name) == ["a1", "a2"])
    #expect(section.last === section.items.last && state.sections[1].isEmpty)
    #expect(state.sections.map(\.id).map(\.id) == state.sections.map { $0.object?.objectID })
  }

  @Test("each version of the list changes predicates, orders and options")
  func changedByTheList() {
    let state = state()
    state.follow(context)
    let shown = state.sections
    shown.sectionSortDescriptors = [NSSortDescriptor(key: "position", ascending: false)]
    shown.sectionPredicate = NSPredicate(format: "position < 2")
    #expect(text(state) == "B: | A: a1 a2")
    shown.showsEmptySections = false
    #expect(text(state) == "A: a1 a2" && !state.sections.showsEmptySections)
    #expect(state.sections.sectionPredicate == state.configuration.sectionPredicate)
    #expect(state.sections.sectionSortDescriptors == state.configuration.sectionSortDescriptors)
    #expect(state.sections.nsPredicate == nil && state.sections.nsSortDescriptors.map(\.key) == ["position"])
  }

  /// Written against a property that is forgotten, or taken over without having changed.
  @Test("a configuration that is asked for changes what differs from the last one that was asked for, and nothing else")
  func changedParts() {
    let old = state().configuration
    let edits: [(inout FetchedSectionsConfiguration) -> Void] = [
      { $0.nsPredicate = NSPredicate(format: "position == 1") }, { $0.nsSortDescriptors = [] },
      { $0.sectionPredicate = NSPredicate(format: "position == 2") }, { $0.sectionSortDescriptors = [] },
      { $0.showsEmptySections.toggle() }, { $0.unmatchedItems = .hidden }, { $0.aggregates = [.sum("position")] },
    ]
    for number in edits.indices {
      var new = old
      edits[number](&new)
      // What is shown differs from both in all the rest.
      var shown = old
      for other in edits.indices where other != number { edits[other](&shown) }
      #expect(new != old && shown.changed(from: old, to: old) == shown)
      var wanted = shown
      edits[number](&wanted)
      #expect(wanted != shown && shown.changed(from: old, to: new) == wanted, "edit \(number)")
    }
  }

  #if os(macOS) || os(Linux)
    /// Written against a bound that is off by one.
    @Test("a section or an item just outside the list says what to ask first", .startsProcesses)
    func outOfRange() async throws {
      let ofSections = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try await MainActor.run {
          let tests = try FetchedSectionsStateTests()
          let state = tests.state()
          state.follow(tests.context)
          _ = state.sections[state.sections.count]
        }
      }
      let ofObserved = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try await MainActor.run {
          let tests = try FetchedSectionsStateTests()
          let state = tests.state()
          state.follow(tests.context)
          _ = state.observedSections[state.observedSections.count]
        }
      }
      for result in [ofSections, ofObserved] {
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("There is no section 3: there are 3. Ask count first."))
      }
    }
  #endif

  @Test("another context is followed in the place of the one before")
  func anotherContext() throws {
    let state = state()
    state.follow(context)
    let other = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    state.follow(other)
    var notified = 0
    state.willChange = { notified += 1 }
    make("Track", "b1", 0).setValue(state.sections[1].object.map { context.object(with: $0.objectID) }, forKey: "album")
    context.processPendingChanges()
    #expect(notified == 0 && text(state) == "A: a1 a2 | B: | C: c1")
    try context.save()
    other.refreshAllObjects()
    #expect(state.sections.allSatisfy { $0.object?.managedObjectContext === other })
  }
}
