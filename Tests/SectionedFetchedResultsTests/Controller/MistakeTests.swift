import CoreData
import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionedFetchedResults

/// Albums have tracks, by `Track.album`; artists have albums, by `Album.artist`.
@Suite("The message of a mistake names it, and says what to do")
struct MistakeTests {
  /// Returns the error message of a first fetch.
  private func message(_ prepare: (MusicLibrary.Controller) -> Void) throws -> String {
    let library = try MusicLibrary()
    return try library.run {
      let controller = library.controller()
      prepare(controller)
      let error = try #require(throws: (any Error).self) { try controller.performFetch() }
      #expect(controller.sections == nil)
      return error.localizedDescription
    }
  }

  @Test(
    "A misspelt step of the grouping key path comes with the names there are",
    arguments: [
      ("albun.identifier", "albun", "Track has no property of that name; it has album. Did you mean 'album'?"),
      (
        "album.identifer", "identifer",
        "Album has no property of that name; it has artist, identifier, isOld, position, title. Did you mean "
          + "'identifier'?"
      ),
      ("record.identifier", "record", "Track has no property of that name; it has album."),
    ])
  func groupingPath(path: String, step: String, reason: String) throws {
    #expect(
      try message { $0.sectionGroupingKeyPath = path }
        == "The grouping key path “\(path)” is wrong at “\(step)”: \(reason)")
  }

  @Test("A misspelt dependency comes with the names there are")
  func dependency() throws {
    #expect(
      try message { $0.itemDependencies = ["album.artits.name"] }
        == "The key path “album.artits.name” that was given as a dependency is wrong at “artits”: Album has no "
        + "property of that name; it has artist, identifier, isOld, position, title, tracks. Did you mean 'artist'?")
  }

  @Test("A misspelt entity comes with those of the model", arguments: ["item request", "section request"])
  func entity(request: String) throws {
    #expect(
      try message {
        if request == "item request" {
          $0.itemFetchRequest = NSFetchRequest(entityName: "Trak")
        } else {
          $0.sectionFetchRequest = NSFetchRequest(entityName: "Trak")
        }
      }
        == "The \(request) names “Trak”, which is no entity of the context's model. The model has Album, Artist, "
        + "Track. Did you mean 'Track'?")
  }

  /// Only for our inner controllers, because Apple's store raises an exception, which names the key.
  @Test(
    "A misspelt key of an order or a predicate comes with the request that has it, and the names there are",
    .ourInnerControllers)
  func requestedKeys() throws {
    let (order, predicate) = ([NSSortDescriptor(key: "titel", ascending: true)], NSPredicate(format: "titel == 'a'"))
    let items = "Track has no property titel; it has album, position, title. Did you mean 'title'?"
    #expect(
      try message { $0.itemFetchRequest.sortDescriptors = order }
        == "A sort descriptor of the item request is wrong: \(items)")
    #expect(
      try message { $0.itemFetchRequest.predicate = predicate }
        == "The predicate of the item request is wrong: \(items)")
    let sections = "Album has no property titel; it has artist, "
    #expect(
      try message { $0.sectionFetchRequest.sortDescriptors = order }.hasPrefix(
        "A sort descriptor of the section request is wrong: \(sections)"))
    #expect(
      try message { $0.sectionFetchRequest.predicate = predicate }.hasPrefix(
        "The predicate of the section request is wrong: \(sections)"))
  }

  @Test("An error of a misspelt key keeps its domain and its code", .ourInnerControllers)
  func codes() throws {
    let library = try MusicLibrary()
    try library.run {
      let controller = library.controller()
      controller.itemFetchRequest.predicate = NSPredicate(format: "titel == 'a'")
      let error = try #require(throws: NSError.self) { try controller.performFetch() }
      #expect(error.domain == NSCocoaErrorDomain && error.code == 134060)
    }
  }

  @Test(
    "An item request for the entity of the sections is named, with the relationships that lead to sections",
    arguments: ["album.identifier", "identifier"])
  func itemsOfTheSectionsEntity(path: String) throws {
    let step = path.split(separator: ".")[0]
    #expect(
      try message {
        $0.itemFetchRequest = NSFetchRequest(entityName: "Album")
        $0.sectionGroupingKeyPath = path
      }
        == "The grouping key path “\(path)” is wrong at “\(step)”: the item request fetches Album, which the section "
        + "request fetches, too. Give it the entity of the items, which has a to-one relationship to Album, as "
        + "Track.album.")
  }

  @Test("Requests that are exchanged are named as such")
  func exchangedRequests() throws {
    #expect(
      try message {
        $0.itemFetchRequest = NSFetchRequest(entityName: "Album")
        $0.sectionFetchRequest = NSFetchRequest(entityName: "Track")
      }
        == "The grouping key path “album.identifier” is wrong at “album”: it is a relationship of Track, which leads "
        + "to Album: the item request and the section request are exchanged.")
  }

  @Test("Of a tree both requests may be for one entity: then a wrong key path is only that")
  func tree() throws {
    let folder = NSEntityDescription("Folder", [NSAttributeDescription("name", .stringAttributeType)])
    folder.relate("folders", .many, to: folder, "parent", .one)
    let model = NSManagedObjectModel()
    let smart = NSEntityDescription("SmartFolder", [NSAttributeDescription("query", .stringAttributeType)])
    folder.subentities = [smart]
    model.entities = [folder, smart]
    #expect(try GroupingPath("parent.name", from: folder, to: folder).relationships == ["parent"])
    let error = SectionedFetchedResultsError.invalidGroupingPath(
      path: "parnt.name", step: "parnt",
      reason: "Folder has no property of that name; it has parent. Did you mean 'parent'?")
    #expect(throws: error) { try GroupingPath("parnt.name", from: folder, to: folder) }
    // An inherited relationship is a valid step, too.
    let inherited = SectionedFetchedResultsError.invalidGroupingPath(
      path: "parnt.name", step: "parnt",
      reason: "SmartFolder has no property of that name; it has parent. Did you mean 'parent'?")
    #expect(throws: inherited) { try GroupingPath("parnt.name", from: smart, to: folder) }
    withExtendedLifetime(model) {}
  }

  #if DEBUG && (os(macOS) || os(Linux))
    @Test(
      "A list that is read before the first fetch is in the log of debug builds, once for each controller",
      .startsProcesses)
    func earlyReading() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let library = try MusicLibrary()
        try library.run {
          let controllers = (0..<4).map { _ in library.controller() }
          for _ in 0..<2 {
            #expect(controllers[0].sections == nil)
            #expect(controllers[1].fetchedObjects == nil)
            #expect(controllers[2].allSections.isEmpty)
          }
          try controllers[3].performFetch()
          #expect(controllers[3].allSections.isEmpty && controllers[3].sections?.isEmpty == true)
        }
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      let lines = text.split(separator: "\n").filter { $0.hasPrefix("SectionedFetchedResults: ") }
      let reason = "because no fetch has succeeded: call performFetch() first, and look at the error that it throws."
      #expect(
        lines
          == [("sections", "nil"), ("fetchedObjects", "nil"), ("allSections", "empty")].map {
            "SectionedFetchedResults: \($0) of the list of Track was read, and is \($1) \(reason)"
          })
    }
  #endif

  #if os(macOS) || os(Linux)
    @Test(
      "To read an element before the first fetch stops the program", .startsProcesses,
      arguments: [
        ("object", "item [0, 1]"), ("section", "section 0"), ("allSections", "section 2"), ("items", "item 3"),
        ("title", "section with the index title “A”"),
      ])
    func beforeTheFirstFetch(reading: String, element: String) async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        [reading = reading as String] in
        let library = try MusicLibrary()
        library.run {
          library.track("a1", 0, in: library.album("A", 0))
          let controller = library.controller()
          switch reading {
          case "object": _ = controller.object(at: IndexPath(indexes: [0, 1]))
          case "section": _ = controller.section(at: 0)
          case "allSections": _ = controller.allSections[2]
          case "items": _ = controller.items[3]
          default: _ = controller.section(forSectionIndexTitle: "A", at: 0)
          }
        }
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(
        text.contains(
          "There is no \(element): the list is empty before the first performFetch(). Call it first, and look at the "
            + "error that it throws."), "\(text)")
    }
  #endif
}
