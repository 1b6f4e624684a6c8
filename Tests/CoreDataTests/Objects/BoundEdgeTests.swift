import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Bounds at their edges, and values that no decimal number stands for")
struct BoundEdgeTests {
  /// Returns the error code of a save; nil, if it succeeds.
  private func code(_ type: NSAttributeType, _ bounds: AttributeBounds, _ value: Any) throws -> Int? {
    let attribute = NSAttributeDescription("value", type)
    attribute.bounds = bounds
    let coordinator = NSPersistentStoreCoordinator(
      managedObjectModel: NSManagedObjectModel([NSEntityDescription("Form", [attribute])]))
    try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait { () throws -> Int? in
      _ = try context.insert("Form", ["value": value])
      do {
        try context.save()
        return nil
      } catch let error as NSError {
        return error.code
      }
    }
  }

  private func bounds(_ minimum: String?, _ maximum: String?) throws -> AttributeBounds {
    AttributeBounds(
      minimum: try minimum.map { try #require(Decimal(string: $0)) },
      maximum: try maximum.map { try #require(Decimal(string: $0)) })
  }

  @Test("A number that is its bound is within it", arguments: ["0.07", "3.133", "9.95", "0.1", "1.1", "-2.3"])
  func edges(bound: String) throws {
    let number = try #require(Double(bound))
    for type in [NSAttributeType.doubleAttributeType, .floatAttributeType] {
      #expect(try code(type, bounds(bound, bound), number) == nil)
    }
    #expect(try code(.doubleAttributeType, bounds(nil, bound), number.nextUp) == NSValidationNumberTooLargeError)
    #expect(try code(.doubleAttributeType, bounds(bound, nil), number.nextDown) == NSValidationNumberTooSmallError)
    let date = Date(timeIntervalSinceReferenceDate: number)
    #expect(try code(.dateAttributeType, bounds(bound, bound), date) == nil)
  }

  @Test("Great, small and infinite numbers are compared as any other")
  func extremes() throws {
    let unit = try bounds("0", "1")
    for number in [1e-150, 1e-300, 0, 1] { #expect(try code(.doubleAttributeType, unit, number) == nil) }
    for number in [1e150, 1e300, Double.infinity] {
      #expect(try code(.doubleAttributeType, unit, number) == NSValidationNumberTooLargeError)
      #expect(try code(.doubleAttributeType, unit, -number) == NSValidationNumberTooSmallError)
      #expect(try code(.doubleAttributeType, bounds("0", nil), number) == nil)
    }
    #expect(try code(.floatAttributeType, unit, Float.infinity) == NSValidationNumberTooLargeError)
    let (future, past) = (
      Date(timeIntervalSinceReferenceDate: .infinity), Date(timeIntervalSinceReferenceDate: -.infinity)
    )
    #expect(try code(.dateAttributeType, unit, future) == NSValidationDateTooLateError)
    #expect(try code(.dateAttributeType, unit, past) == NSValidationDateTooSoonError)
  }

  @Test("An infinite number is none of a decimal attribute's")
  func infiniteDecimals() throws {
    for number in [Double.infinity, -Double.infinity] {
      #expect(try code(.decimalAttributeType, AttributeBounds(), number) == NSManagedObjectValidationError)
    }
  }

  @Test("A pattern is of the whole text, the end of a line at its end included")
  func patterns() throws {
    let letters = AttributeBounds(pattern: "[a-z]+")
    #expect(try code(.stringAttributeType, letters, "abc") == nil)
    for text in ["abc\n", "abc\r\n", "\nabc", "abc\u{2028}"] {
      #expect(try code(.stringAttributeType, letters, text) == NSValidationStringPatternMatchingError)
    }
    // The first alternative does not match the whole text, so the second one must be tried.
    #expect(try code(.stringAttributeType, AttributeBounds(pattern: "a|ab"), "ab") == nil)
  }
}
