import Foundation
import Testing

@testable import CoreData

/// Changes that an object's validation makes belong to the save, like those that `willSave` makes.
@Suite("Changes made during validation")
struct ValidationChangeTests {
  /// Runs a test with a saved artist and a saved tag.
  private func saving(
    _ type: String, _ body: (NSManagedObjectContext, Artist, NSManagedObject, EventTrace) throws -> Void
  ) throws {
    try MusicStack(type).run { (context) throws in
      let nina = try #require(try context.insert("Artist", ["name": "Nina"]) as? Artist)
      let tag = try context.insert("Tag", ["name": "t"])
      try context.save()
      try body(context, nina, tag, EventTrace(context))
    }
  }

  private func validating(_ validation: @escaping (Artist) throws -> Void, _ body: () throws -> Void) rethrows {
    try Artist.$validation.withValue(UncheckedTransfer(validation), operation: body)
  }

  /// Renames the artist and saves. The artist's validation makes a change.
  ///
  /// - Parameter reported: all reports that are expected.
  private func renaming(
    _ type: String, to name: String, reported: [String],
    _ validation: @escaping (NSManagedObjectContext, Artist, _ tag: NSManagedObject) throws -> Void,
    stored: (NSManagedObjectContext) throws -> Void
  ) throws {
    try saving(type) { context, nina, tag, trace in
      nina.setValue(name, forKey: "name")
      try validating({ try validation(context, $0, tag) }) { try context.save() }
      #expect(trace.take() == reported)
      #expect(!context.hasChanges)
      // One call for its insertion, one for its change.
      #expect(nina.reported.filter { $0 == "didSave" }.count == 2)
      context.reset()
      try stored(context)
    }
  }

  @Test("Values of other objects are saved and reported", arguments: MusicStack.types)
  func otherObjects(type: String) throws {
    try renaming(type, to: "N", reported: ["~N(name)", "~seen(name)", "stored"]) { _, _, tag in
      if tag.text("name") != "seen" { tag.setValue("seen", forKey: "name") }
    } stored: { (context) throws in
      #expect(try context.texts("Tag", "name") == ["seen"])
    }
  }

  @Test("An object's own values are saved and reported", arguments: MusicStack.types)
  func own(type: String) throws {
    try renaming(type, to: "nina", reported: ["~nina(name)", "~nina(name)", "stored"]) { _, artist, _ in
      artist.name = artist.name?.uppercased()
    } stored: { (context) throws in
      #expect(try context.texts("Artist", "name") == ["NINA"])
    }
  }

  @Test("Insertions, deletions and relationships are saved and reported", arguments: MusicStack.types)
  func graph(type: String) throws {
    try renaming(type, to: "N", reported: ["~N(name)", "+a ~N(albums) -t", "promoted(a) stored"]) {
      context, artist, tag in
      guard artist.albums.isEmpty else { return }
      try context.insert("Album", ["title": "a", "artist": artist])
      context.delete(tag)
    } stored: { (context) throws in
      #expect(try context.all("Artist").map { $0.text("albums") } == ["{a}"])
      #expect(try context.texts("Tag", "name") == [])
    }
  }

  @Test("What validation changed must be valid, too, and is reported where it is not", arguments: MusicStack.types)
  func invalid(type: String) throws {
    try saving(type) { context, nina, _, trace in
      let track = try context.insert("Track", ["title": "t"])
      let artist = try context.insert("Artist", ["name": "b"])
      try context.save()
      _ = trace.take()
      nina.setValue("N", forKey: "name")
      validating({ _ in track.setValue(nil, forKey: "title") }) {
        let error = #expect(throws: NSError.self) { try context.save() }
        #expect(error?.code == NSValidationMissingMandatoryPropertyError)
      }
      #expect(trace.take() == ["~N(name)", "~t(title)"])
      context.rollback()
      // Only objects that changed meanwhile are validated again.
      var checked: [String] = []
      nina.setValue("N", forKey: "name")
      try validating({
        checked.append($0.text("name"))
        if $0 === nina { artist.setValue("B", forKey: "name") }
      }) { try context.save() }
      #expect(checked == ["N", "B"])
    }
  }

  @Test("Validation that always changes something ends in an error", arguments: MusicStack.types)
  func endless(type: String) throws {
    try saving(type) { (context, nina, _, _) throws in
      nina.setValue("N", forKey: "name")
      validating({ $0.name = ($0.name ?? "") + "." }) {
        let error = #expect(throws: NSError.self) { try context.save() }
        #expect(error?.code == NSCoreDataError)
        #expect(error?.localizedDescription.contains("validation") == true)
      }
      context.reset()
      #expect(try context.texts("Artist", "name") == ["Nina"])
    }
  }
}
