import Foundation

/// The entities of a model by the classes of their objects, as far as they were asked for: each class is looked for once.
package final class EntitiesByClass: Sendable {
  private enum Answer {
    /// The place of the entity among the model's.
    case entity(Int)
    /// There was none among as many libraries: another one may bring a class that the model names.
    case missing(images: UInt64?)
  }

  private let answers = Protected<[ObjectIdentifier: Answer]>([:])

  /// The place of the entity whose objects are of a class.
  ///
  /// - Parameters:
  ///   - type: the class.
  ///   - find: looks for the entity. It is called without a lock.
  /// - Returns: nil where there is none.
  package func index(for type: AnyClass, _ find: () -> Int?) -> Int? {
    let id = ObjectIdentifier(type)
    let images: UInt64?
    switch answers.withLock({ $0[id] }) {
    // An entity that has objects of a class goes on having them.
    case .entity(let index): return index
    case .missing(let former):
      images = LoadedImages.count
      if images != nil, former == images { return nil }
    case nil: images = LoadedImages.count
    }
    let found = find()
    return answers.withLock { answers in
      // Another thread may have been first: both give the same entity.
      if case .entity(let index) = answers[id] { return index }
      answers[id] = found.map { .entity($0) } ?? .missing(images: images)
      return found
    }
  }
}
