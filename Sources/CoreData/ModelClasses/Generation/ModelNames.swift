/// Checks whether the names in a model can be used for generated code. A hand-written model may contain any names.
enum ModelNames {
  static func problems(of entity: ClassModel.Entity, in file: String) -> [Problem] {
    let names = [("entity", entity.name, entity.line), ("class", entity.plainClassName, entity.line)]
    let properties =
      entity.attributes.map { ("attribute", $0.name, $0.line) }
      + entity.relationships.map { ("relationship", $0.name, $0.line) }
    let wrong = (names + properties).filter { !isName($0.1) }.map { kind, name, line in
      Problem(
        "the name of the \(kind) \"\(name)\" is none in Swift, which has letters, digits and _, and no digit first",
        file: file, line: line)
    }
    return wrong
      + properties.filter { taken.contains($0.1) }.map { kind, name, line in
        Problem(
          "the \(kind) \"\(name)\" has the name of a property that every managed object has: rename it",
          file: file, line: line)
      }
  }

  /// The names that `NSManagedObject` and `NSObject` declare here or on Apple platforms. Xcode rejects them, too.
  private static let taken: Set<String> = [
    "classForCoder", "debugDescription", "description", "entity", "faultingState", "hasChanges",
    "hasPersistentChangedValues", "hash", "hashValue", "isDeleted", "isFault", "isInserted", "isProxy", "isUpdated",
    "managedObjectContext", "objectID", "observationInfo", "self", "superclass",
  ]

  /// Whether a text is a Swift identifier. All non-ASCII letters are accepted here, because the compiler checks them.
  private static func isName(_ text: String) -> Bool {
    let digits: ClosedRange<Unicode.Scalar> = "0"..."9"
    guard let first = text.unicodeScalars.first, !digits.contains(first) else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      !scalar.isASCII || scalar == "_" || scalar.properties.isAlphabetic || digits.contains(scalar)
    }
  }
}
