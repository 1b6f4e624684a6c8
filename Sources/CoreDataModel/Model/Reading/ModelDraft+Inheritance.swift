import Foundation

extension ModelDraft {
  /// Real trees are a few levels deep.
  private static let depthLimit = 100
  /// The largest model in public repositories has some thousand properties, inherited ones counted again.
  private static let propertyLimit = 1_000_000

  /// Checks that every parent is there, that no entity inherits from itself, and that the trees are of a size that can
  /// be laid out.
  ///
  /// - Parameter entities: by name, each with its parent's name and how many properties it has itself.
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
