import Foundation

extension ModelDraft {
  /// The greatest depth of inheritance. Real models have a few levels.
  private static let depthLimit = 100
  /// The greatest number of properties, where each subentity counts its inherited ones. The largest model in public
  /// repositories has a few thousand.
  private static let propertyLimit = 1_000_000

  /// Checks that every parent entity exists, that no entity inherits from itself, and that the inheritance trees do not
  /// exceed the limits.
  ///
  /// - Parameter entities: each entity's parent and number of own properties, by the entity's name.
  static func checkInheritance(_ entities: [String: (parent: String?, propertyCount: Int)]) throws {
    var total = 0
    for name in entities.keys {
      var depth = 0
      var next: String? = name
      while let current = next {
        guard let entity = entities[current] else {
          throw ModelReadingError("the parent entity \(current) of \(name) is not in the model")
        }
        total += entity.propertyCount
        depth += 1
        guard depth <= depthLimit else {
          throw ModelReadingError("the entity \(name) inherits from itself or over more than \(depthLimit) levels")
        }
        next = entity.parent
      }
      guard total <= propertyLimit else {
        throw ModelReadingError("the model has more than \(propertyLimit) properties, inherited ones included")
      }
    }
  }
}
