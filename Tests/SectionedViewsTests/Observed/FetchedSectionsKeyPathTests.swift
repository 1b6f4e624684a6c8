import CoreData
import Foundation
import SectionedDataSources
import SectionedFetchedResults
import SectionedTesting
import SectionedViews
import Testing

/// `A: a1 a2 | B: | C: c1`, with classes of this test.
@Suite("Sections are found by typed key paths")
@MainActor
struct FetchedSectionsKeyPathTests {
  typealias State = TypedLibrary.State

  private static let all = "A: a1 a2 | B: | C: c1"

  private func path(_ state: State) -> String? { state.source?.controller.sectionGroupingKeyPath }

  @Test("a path may end in the identifying attribute, or in the section with that attribute named")
  func attributes() throws {
    let library = try TypedLibrary()
    for requests in [
      TypedLibrary.requests(by: \.album?.identifier),
      TypedLibrary.requests(by: \.album, identifiedBy: \.identifier),
    ] {
      let state = library.state(requests)
      #expect(path(state) == "album.identifier" && state.error == nil)
      #expect(TypedLibrary.text(state) == Self.all)
    }
    #expect(library.log.all.isEmpty)
  }

  @Test("requests for entities by name take a typed key path, too")
  func withRequests() throws {
    let library = try TypedLibrary()
    let albums = NSFetchRequest<ViewedAlbum>(entityName: "Album")
    let tracks = NSFetchRequest<ViewedTrack>(entityName: "Track")
    (albums.sortDescriptors, tracks.sortDescriptors) = (TypedLibrary.order, TypedLibrary.order)
    let state = library.state(State.Requests(sections: albums, items: tracks, by: \.album?.identifier))
    #expect(path(state) == "album.identifier" && TypedLibrary.text(state) == Self.all)
  }

  @Test("predicates choose sections and items of the classes' entities")
  func predicates() throws {
    let library = try TypedLibrary()
    let state = library.state(
      State.Requests(
        by: \.album?.identifier, sectionSortDescriptors: TypedLibrary.order,
        sectionPredicate: NSPredicate(format: "title != 'B'"), sortDescriptors: TypedLibrary.order,
        predicate: NSPredicate(format: "position == 0")))
    #expect(TypedLibrary.text(state) == "A: a1 | C: c1")
  }

  /// The first constraint has two attributes, neither of which identifies a section.
  @Test("a path that ends in the section goes on to the attribute that a uniqueness constraint names alone")
  func constraint() throws {
    let library = try TypedLibrary(constraints: [["position", "title"], ["title"]])
    let state = library.state(TypedLibrary.requests(by: \.album))
    #expect(path(state) == "album.title" && state.error == nil)
    #expect(TypedLibrary.text(state) == Self.all)
  }

  @Test("without a constraint it ends in the section, which is an error where Apple's Core Data groups")
  func withoutConstraint() throws {
    let library = try TypedLibrary()
    let state = library.state(TypedLibrary.requests(by: \.album))
    #expect(path(state) == "album")
    if PublicInterface.isAllThereIs {
      #expect("\(String(describing: state.error))".contains("ends in a relationship"))
      #expect(state.sections.isEmpty && library.log.all.count == 1)
    } else {
      #expect(state.error == nil && TypedLibrary.text(state) == Self.all)
    }
  }

  @Test("a path through what the model does not have is an error until another one is asked for")
  func unnamed() throws {
    let library = try TypedLibrary()
    let state = library.state(TypedLibrary.requests(by: \.album?.initial))
    let error = try #require(state.error as? FetchedSectionsError)
    #expect(error == .unnamedKeyPath("\(\ViewedTrack.album?.initial)"))
    #expect(
      error.description
        == "The key path \(\ViewedTrack.album?.initial) does not read properties of the model: each step has to be a "
        + "relationship or an attribute, declared with @NSManaged. Name such properties, or write the key path as "
        + "text, as by: \"country.code\".")
    #expect(state.sections.isEmpty && library.log.all.map(\.kind) == [.fetchFailed])
    // Another predicate does not make the key path valid.
    state.sections.nsPredicate = NSPredicate(format: "position == 0")
    #expect(state.error as? FetchedSectionsError == error && state.sections.nsPredicate == nil)
    state.ask(TypedLibrary.requests(by: \.album?.identifier))
    #expect(state.error == nil && TypedLibrary.text(state) == Self.all)
  }

  @Test("a path that leads to no section is the controller's error")
  func misled() throws {
    let library = try TypedLibrary(constraints: [["title"]])
    let state = library.state(TypedLibrary.requests(by: \.title))
    let error = try #require(state.error as? SectionedFetchedResultsError)
    #expect("\(error)".hasPrefix("The grouping key path “title” is wrong at “title”: it must begin"))
    #expect(state.sections.isEmpty && library.log.all.count == 1)
  }

  @Test("a class without an entity is an error that names the entities there are")
  func classWithoutEntity() throws {
    let library = try TypedLibrary(others: ["Track": "NSManagedObject"])
    let state = library.state(TypedLibrary.requests(by: \.album?.identifier))
    let error = try #require(state.error as? FetchedSectionsError)
    #expect(error == .classWithoutEntity("ViewedTrack", known: ["Album", "Artist", "Track"]))
    #expect(
      error.description
        == "No entity of the context's model has the class ViewedTrack. Set it as the class of an entity, or use "
        + "requests that name an entity: sections:items:by:. The model has Album, Artist, Track.")
    #expect(state.sections.isEmpty && library.log.all.count == 1)
  }

  @Test("a class of several entities is an error that names them")
  func classOfEntities() throws {
    let library = try TypedLibrary(others: ["Artist": NSStringFromClass(ViewedAlbum.self)])
    let state = library.state(TypedLibrary.requests(by: \.album?.identifier))
    let error = try #require(state.error as? FetchedSectionsError)
    #expect(error == .classOfEntities("ViewedAlbum", ["Album", "Artist"]))
    #expect(
      error.description
        == "Several entities of the context's model have the class ViewedAlbum: Album, Artist. Use requests that "
        + "name an entity: sections:items:by:.")
  }

  @Test("of an entity and its subentities with one class, the entity is meant")
  func subentities() throws {
    let name = NSStringFromClass(ViewedTrack.self)
    let library = try TypedLibrary(
      hasSubentities: true,
      others: ["Remix": name, "Mashup": name, "Single": NSStringFromClass(ViewedAlbum.self)])
    let state = library.state(TypedLibrary.requests(by: \.album?.identifier))
    #expect(state.source?.controller.itemFetchRequest.entity?.name == "Track")
    #expect(TypedLibrary.text(state) == Self.all)
  }

  @Test(
    "a model may name the classes without their module",
    .enabled(if: !PublicInterface.isAllThereIs, "Apple's Core Data finds a class by its whole name only"))
  func classWithoutModule() throws {
    let library = try TypedLibrary(others: ["Album": "ViewedAlbum", "Track": "ViewedTrack"])
    let state = library.state(TypedLibrary.requests(by: \.album?.identifier))
    #expect(state.error == nil && TypedLibrary.text(state) == Self.all)
  }

  @Test("a context without a coordinator is an error that says what to do in SwiftUI")
  func contextWithoutModel() throws {
    let library = try TypedLibrary()
    let state = State(TypedLibrary.requests(by: \.album?.identifier), anomalies: library.log.handler)
    state.follow(NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType))
    #expect(state.error as? FetchedSectionsError == .contextWithoutModel && state.sections.isEmpty)
    #expect(
      "\(FetchedSectionsError.contextWithoutModel)"
        == "The context has no persistent store coordinator, and so no model. In SwiftUI, give a view above this one "
        + "the container's context: .environment(\\.managedObjectContext, container.viewContext).")
    state.follow(library.context)
    #expect(state.error == nil && TypedLibrary.text(state) == Self.all)
  }

  @Test("a view that is made again with the same key path leaves what was changed")
  func askedAgain() throws {
    let library = try TypedLibrary()
    let state = library.state(TypedLibrary.requests(by: \.album, identifiedBy: \.identifier))
    state.sections.nsPredicate = NSPredicate(format: "position == 1")
    let source = state.source
    state.ask(TypedLibrary.requests(by: \.album, identifiedBy: \.identifier))
    #expect(state.source === source && TypedLibrary.text(state) == "A: a2 | B: | C:")
    state.ask(TypedLibrary.requests(by: \.album?.identifier))
    #expect(state.source !== source && TypedLibrary.text(state) == "A: a2 | B: | C:")
  }
}
