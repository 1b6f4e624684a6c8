import Foundation

/// Caches the entities of a model by the classes of their objects. A class is searched again only if it
/// was not found and another library was loaded since.
package final class EntitiesByClass: Sendable {
  private enum Answer {
    /// The index of the entity in the model.
    case entity(Int)
    /// No entity was found with this number of loaded libraries. Another library may contain a class that the model
    /// names.
    case missing(images: UInt64?)
  }

  private let answers = Protected<[ObjectIdentifier: Answer]>([:])

  /// The index of the entity whose objects have a class.
  ///
  /// - Parameters:
  ///   - type: the class.
  ///   - find: searches for the entity. It is called without a lock.
  /// - Returns: nil if there is no such entity.
  package func index(for type: AnyClass, _ find: () -> Int?) -> Int? {
    let id = ObjectIdentifier(type)
    let images: UInt64?
    switch answers.withLock({ $0[id] }) {
    // A found entity stays valid, because its class does not change.
    case .entity(let index): return index
    case .missing(let former):
      images = LoadedImages.count
      if images != nil, former == images { return nil }
    case nil: images = LoadedImages.count
    }
    let found = find()
    return answers.withLock { answers in
      // Another thread may have stored its result first. It found the same entity.
      if case .entity(let index) = answers[id] { return index }
      answers[id] = found.map { .entity($0) } ?? .missing(images: images)
      return found
    }
  }
}
