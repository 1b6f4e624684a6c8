import CoreData
import Foundation
import SectionedTesting
import Testing

@testable import SectionedFetchedResults

/// Wrong paths, with the step that is wrong and the reason.
private let mistakes: [(path: String, step: String, reason: String)] = [
  (
    "titel", "titel",
    "Album has no property of that name; it has artist, identifier, isOld, position, title. Did you mean 'title'?"
  ),
  ("", "", "Album has no property of that name; it has artist, identifier, isOld, position, title."),
  ("artist.nam", "nam", "Artist has no property of that name; it has isOld, name, position. Did you mean 'name'?"),
  ("album.title", "album", "it begins at Album, the section: write “title”."),
  ("album.artist.name", "album", "it begins at Album, the section: write “artist.name”."),
  ("album.titel", "album", "Album has no property of that name; it has artist, identifier, isOld, position, title."),
  ("title.name", "title", "Album.title is no relationship, and only the last step may be none."),
  ("tracks.title", "tracks", "Album.tracks is a to-many relationship; a section has one name."),
]

/// Albums have a `title`, an `identifier` and an `artist`, who has a `name`; `Album.tracks` leads to the items.
@Suite("A key path to a section's name or index title is checked by the fetch")
struct SectionKeyPathTests {
  /// Returns the error message of a first fetch.
  private func message(_ prepare: (MusicLibrary.Controller) -> Void) throws -> String {
    let library = try MusicLibrary()
    return try library.run {
      let controller = library.controller()
      prepare(controller)
      let error = try #require(throws: SectionedFetchedResultsError.self) { try controller.performFetch() }
      #expect(controller.sections == nil)
      return error.localizedDescription
    }
  }

  @Test("The message names the step that is wrong, and what would be right", arguments: mistakes)
  func wrong(path: String, step: String, reason: String) throws {
    #expect(
      try message { $0.sectionNameKeyPath = path }
        == "The section name key path “\(path)” is wrong at “\(step)”: \(reason)")
    #expect(
      try message { $0.sectionIndexTitleKeyPath = path }
        == "The section index title key path “\(path)” is wrong at “\(step)”: \(reason)")
  }

  @Test("A property, one behind a relationship, and one of a subentity are right", arguments: ["title", "artist.name"])
  func right(path: String) throws {
    let fixture = try LibraryFixture {
      $0.sectionNameKeyPath = path
      $0.sectionIndexTitleKeyPath = path
    }
    #expect(fixture.library.run { fixture.controller.allSections.count } == 3)
    _ = try LibraryFixture(hasSubentities: true) { $0.sectionNameKeyPath = "chart" }
  }

  @Test("A list that is live stays as it is when another path is wrong")
  func live() throws {
    let fixture = try LibraryFixture()
    try fixture.library.run {
      fixture.controller.sectionNameKeyPath = "titel"
      #expect(throws: SectionedFetchedResultsError.self) { try fixture.controller.performFetch() }
      fixture.controller.sectionNameKeyPath = "title"
      #expect(fixture.controller.allSections.map(\.name) == ["A", "B", "C"])
      try fixture.controller.performFetch()
    }
  }

  @Test(
    "A property of the class is right, too",
    .enabled(if: InitialAlbum.canBeAsked, "Apple's interface alone cannot be asked for a class's properties here."))
  func property() throws {
    let library = try MusicLibrary(classNames: ["Album": NSStringFromClass(InitialAlbum.self)])
    try library.run {
      library.album("Blue", 0)
      let controller = library.controller()
      controller.sectionNameKeyPath = "initail"
      #expect(throws: SectionedFetchedResultsError.self) { try controller.performFetch() }
      controller.sectionNameKeyPath = "initial"
      try controller.performFetch()
      #expect(controller.allSections.map(\.name) == ["B"])
    }
  }

  @Test("A key path that leads to no section says what a list without them is")
  func noSection() throws {
    #expect(
      try message { $0.sectionGroupingKeyPath = "" }
        == "The grouping key path “” is wrong at “”: it leads to no section. A list without sections is a FetchedList, "
        + "of the module SectionedDataSources.")
    #expect(
      try message { $0.sectionGroupingKeyPath = "title" }
        == "The grouping key path “title” is wrong at “title”: it must begin with a to-one relationship that leads to "
        + "Album. To group by an attribute of Track, use FetchedList.grouped(by:), of the module SectionedDataSources.")
  }

  @Test("The message about sections that share a key says what a key can be")
  func sharedKey() {
    let error = SectionedFetchedResultsError.duplicateKey(key: "A", sections: [])
    #expect(
      error.description.hasSuffix(
        "Give each section a key of its own, such as a UUID attribute, or fetch only one of them."))
  }
}

final class InitialAlbum: NSManagedObject {
  #if canImport(Darwin)
    static let canBeAsked = true
    @objc var initial: String { first }
  #else
    static let canBeAsked = !PublicInterface.isAllThereIs
    var initial: String { first }
  #endif
  private var first: String { String((value(forKey: "title") as? String ?? "").prefix(1)) }
}

#if !canImport(Darwin)
  extension InitialAlbum: NamedProperties {
    static var namedProperties: [(name: String, keyPath: AnyKeyPath)] { [("initial", \InitialAlbum.initial)] }
  }
#endif
