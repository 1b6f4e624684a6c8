import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Validation")
struct ValidationTests {
  /// Makes a context for forms. Each field of a form has rules, and a form needs two or three pages.
  private func makeContext() throws -> NSManagedObjectContext {
    let form = NSEntityDescription("Form")
    let number = NSAttributeDescription("number", .doubleAttributeType)
    number.bounds = AttributeBounds(minimum: 1, maximum: 10)
    let text = NSAttributeDescription("text", .stringAttributeType)
    text.bounds = AttributeBounds(minimum: 2, maximum: 4, pattern: "[a-z]+")
    let day = NSAttributeDescription("day", .dateAttributeType)
    day.bounds = AttributeBounds(minimum: 0, maximum: 100)
    let few = NSAttributeDescription("few", .integer64AttributeType)
    few.setValidationPredicates([NSPredicate(format: "SELF < 100")], withValidationWarnings: ["too many"])
    form.properties = [
      NSAttributeDescription("short", .integer16AttributeType), number, text, day, few,
      NSAttributeDescription("needed", .stringAttributeType, "here", isOptional: false),
    ]
    let page = NSEntityDescription("Page")
    form.relate("pages", .many, .nullifyDeleteRule, to: page, "form", .one, .nullifyDeleteRule)
    form.relationshipsByName["pages"]?.isOptional = false
    form.relationshipsByName["pages"]?.minCount = 2
    form.relationshipsByName["pages"]?.maxCount = 3
    let model = NSManagedObjectModel([form, page])
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// Returns the error codes of a save of a form with these values.
  private func codes(_ values: [String: Any?], pages: Int = 2) throws -> [Int] {
    let context = try makeContext()
    return try context.performAndWait {
      let form = try context.insert("Form", values)
      form.setValue(NSSet(array: try (0..<pages).map { _ in try context.insert("Page") }), forKey: "pages")
      do {
        try context.save()
        return []
      } catch let error as NSError {
        #expect(context.insertedObjects.contains(form))
        let errors = error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error]
        #expect(errors.count == 1 || error.code == NSValidationMultipleErrorsError)
        for error in errors { #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === form) }
        return errors.map(\.code).sorted()
      }
    }
  }

  /// Apple counts UTF-16 units, too. A smiley has two.
  @Test("The length of a string is that of its UTF-16 units")
  func lengths() throws {
    #expect(try codes(["text": "\u{1F600}\u{1F600}\u{1F600}"]) == [NSValidationStringTooLongError])
    #expect(try codes(["text": "e\u{301}e\u{301}e"]) == [NSValidationStringTooLongError])
  }

  @Test("Each rule has its code")
  func codes() throws {
    let first = Date(timeIntervalSinceReferenceDate: 0)
    #expect(try codes([:]) == [])
    #expect(try codes(["short": 32767, "number": 10.0, "text": "abcd", "day": first, "few": 99]) == [])
    #expect(try codes(["short": 32768]) == [NSValidationNumberTooLargeError])
    #expect(try codes(["short": -32769]) == [NSValidationNumberTooSmallError])
    #expect(try codes(["number": 10.5]) == [NSValidationNumberTooLargeError])
    #expect(try codes(["number": 0.5]) == [NSValidationNumberTooSmallError])
    #expect(try codes(["number": Double.nan]) == [NSManagedObjectValidationError])
    #expect(try codes(["text": "a"]) == [NSValidationStringTooShortError])
    #expect(try codes(["text": "abcde"]) == [NSValidationStringTooLongError])
    #expect(try codes(["text": "ab1"]) == [NSValidationStringPatternMatchingError])
    #expect(try codes(["day": first.addingTimeInterval(101)]) == [NSValidationDateTooLateError])
    #expect(try codes(["day": first.addingTimeInterval(-1)]) == [NSValidationDateTooSoonError])
    #expect(try codes(["few": 100]) == [NSManagedObjectValidationError])
    #expect(try codes(["needed": nil]) == [NSValidationMissingMandatoryPropertyError])
    #expect(try codes([:], pages: 0) == [NSValidationRelationshipLacksMinimumCountError])
    #expect(try codes([:], pages: 1) == [NSValidationRelationshipLacksMinimumCountError])
    #expect(try codes([:], pages: 4) == [NSValidationRelationshipExceedsMaximumCountError])
    #expect(
      try codes(["short": 40000, "needed": nil]) == [
        NSValidationMissingMandatoryPropertyError, NSValidationNumberTooLargeError,
      ]
    )
  }

  @Test("A mandatory to-many relationship without a minimum may be empty", arguments: MusicStack.types)
  func emptyMandatory(type: String) throws {
    let form = NSEntityDescription("Form")
    let page = NSEntityDescription("Page")
    form.relate("pages", .many, to: page, "form", .one)
    form.relationshipsByName["pages"]?.isOptional = false
    page.relationshipsByName["form"]?.isOptional = false
    let model = NSManagedObjectModel([form, page])
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let folder = try TemporaryFolder()
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: StoresOnServers.newURL(type) ?? folder.file("forms.sqlite"))
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let form = try context.insert("Form")
      try context.save()
      let page = try context.insert("Page", ["form": form])
      try context.save()
      page.setValue(nil, forKey: "form")
      let error = try #require(throws: NSError.self) { try context.save() }
      #expect(error.code == NSValidationMissingMandatoryPropertyError)
      context.delete(page)
      try context.save()
    }
  }

  @Test("A value can be checked before it is set")
  func one() throws {
    let context = try makeContext()
    try context.performAndWait {
      let form = try context.insert("Form")
      try form.validateValue(5, forKey: "number")
      let error = try #require(throws: NSError.self) { try form.validateValue(50, forKey: "number") }
      #expect(error.localizedDescription.hasPrefix("number of Form "))
      #expect(error.localizedDescription.hasSuffix("is 50, more than its maximum 10."))
    }
  }

  @Test("A reference to an object that the save deletes is not valid", arguments: MusicStack.types)
  func dangling(type: String) throws {
    try MusicStack(type).run { context in
      let artist = try context.insert("Artist", ["name": "Nina"])
      let album = try context.insert("Album", ["title": "a"])
      try context.save()
      context.delete(artist)
      context.processPendingChanges()
      album.setValue(artist, forKey: "artist")
      let error = try #require(throws: NSError.self) { try context.save() }
      #expect(error.code == NSManagedObjectValidationError)
      #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "artist")
    }
  }
}
