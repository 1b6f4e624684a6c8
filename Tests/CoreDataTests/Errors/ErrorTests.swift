import Foundation
import Testing

@testable import CoreData

@Suite("Errors")
struct ErrorTests {
  @Test("Codes are Apple's numbers, under all their names")
  func codes() {
    #expect(NSManagedObjectValidationError == 1550)
    #expect(NSValidationStringPatternMatchingError == 1680)
    #expect(NSManagedObjectMergeError == 133_020)
    #expect(NSPersistentStoreIncompatibleVersionHashError == 134_100)
    #expect(NSSQLiteError == 134_180)
    #expect(CocoaError.Code.managedObjectValidation.rawValue == NSManagedObjectValidationError)
    #expect(CocoaError.managedObjectValidationError == .managedObjectValidation)
    #expect(CocoaError.Code.persistentStoreIncompatibleVersionHashError == .persistentStoreIncompatibleVersionHash)
    #expect(CocoaError.persistentStoreOpen.rawValue == NSPersistentStoreOpenError)
  }

  private static func thrown() -> any Error {
    NSError.coreData(NSPersistentStoreSaveError, "It went wrong.", underlying: NSError.sqlite(2067, "UNIQUE failed"))
  }

  @Test("An error is caught by Apple's names, as CocoaError and as NSError")
  func catching() throws {
    do {
      throw Self.thrown()
    } catch CocoaError.persistentStoreSave {
    } catch {
      Issue.record("not caught by its code: \(error)")
    }
    let cocoa = try #require(Self.thrown() as? CocoaError)
    #expect(cocoa.code == .persistentStoreSave)
    let error = Self.thrown() as NSError
    #expect(error.domain == NSCocoaErrorDomain)
    #expect(error.localizedDescription == "It went wrong.")
    let underlying = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
    #expect(underlying.domain == NSSQLiteErrorDomain)
    #expect(underlying.code == 2067)
  }

  @Test("A validation error names the object, the key and the value")
  func validation() throws {
    let object = NSObject()
    let error = NSError.validation(
      NSValidationNumberTooLargeError, "Car.weight is too large.", object: object, key: "weight", value: 9
    )
    let cocoa = try #require((error as any Error) as? CocoaError)
    #expect(cocoa.code == .validationNumberTooLarge)
    #expect(cocoa.validationKey == "weight")
    #expect(cocoa.validationValue as? Int == 9)
    #expect(cocoa.validationObject as AnyObject? === object)
    #expect(cocoa.validationPredicate == nil)
  }

  @Test("Several errors are gathered; a single one stands for itself")
  func gathering() throws {
    let one = NSError.coreData(NSValidationDateTooLateError, "too late")
    let two = NSError.coreData(NSValidationDateTooSoonError, "too soon")
    #expect(NSError.gathering([one], description: "both") === one)
    let both = NSError.gathering([one, two], description: "both")
    #expect(both.code == NSValidationMultipleErrorsError)
    #expect(both.userInfo[NSDetailedErrorsKey] as? [NSError] == [one, two])
  }
}
