import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Derived attributes under random saves")
struct RandomDerivedTests {
  /// After each save the values are those that are computed by hand, in the context and in the store.
  @Test("Each value is what its expression says", arguments: TestSeeds.seeds(15), MusicStack.types)
  func eachValueIsWhatItsExpressionSays(seed: UInt64, type: String) throws {
    let stack = try MusicStack(type, DerivedModel.make())
    var random = SeededRandom(seed: seed)
    try stack.run { context in
      for step in 0..<30 {
        for _ in 0..<Int.random(in: 1...4, using: &random) { try edit(context, &random) }
        try context.save()
        let place = "step \(step), SECTIONS_SEED=\(seed)"
        try #require(try DerivedModel.found(context) == DerivedModel.expected(context), "\(place)")
        if Int.random(in: 0..<4, using: &random) == 0 {
          context.reset()
          try #require(try DerivedModel.found(context) == DerivedModel.expected(context), "\(place), read again")
        }
      }
    }
  }

  private func edit(_ context: NSManagedObjectContext, _ random: inout SeededRandom) throws {
    let entity = try #require(["Artist", "Album", "Song", "Song", "Single", "Tag"].randomElement(using: &random))
    // By identity, so that a seed gives one course.
    let objects = try context.all(entity).sorted { $0.objectID.key.precedesByIdentity($1.objectID.key) }
    let known = objects.randomElement(using: &random)
    let object: NSManagedObject
    switch (known, Int.random(in: 0..<10, using: &random)) {
    case (let known?, 0): return context.delete(known)
    case (let known?, 1...6): object = known
    default: object = try context.insert(entity)
    }
    func any(_ entity: String) throws -> NSManagedObject? {
      guard Int.random(in: 0..<5, using: &random) > 0 else { return nil }
      return try context.all(entity).sorted { $0.objectID.key.precedesByIdentity($1.objectID.key) }
        .randomElement(using: &random)
    }
    switch entity {
    case "Artist":
      object.setValue(["Élan", "zoë", "Q", nil].randomElement(using: &random)?.map { $0 as Any }, forKey: "name")
      object.setValue(Int.random(in: 0...9, using: &random), forKey: "fans")
    case "Album": object.setValue(try any("Artist"), forKey: "artist")
    case "Tag": object.setValue(Set([try any("Song"), try any("Song")].compactMap { $0 }), forKey: "songs")
    default:
      object.setValue(try any("Album"), forKey: "album")
      object.setValue([nil, 10, 20].randomElement(using: &random)?.map { $0 as Any }, forKey: "seconds")
      object.setValue(
        [nil, Decimal(string: "0.25"), 3].randomElement(using: &random)?.map { $0 as Any }, forKey: "price")
      if Bool.random(using: &random) {
        object.setValue(Set([try any("Tag"), try any("Tag")].compactMap { $0 }), forKey: "tags")
      }
    }
  }
}
