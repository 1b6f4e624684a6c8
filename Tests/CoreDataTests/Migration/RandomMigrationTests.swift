import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Random models, changed at random")
struct RandomMigrationTests {
  /// A random model and a store with random objects go through several versions. After each migration every object must
  /// be as a naive expectation says, and the store must look like a new one with these objects.
  @Test(arguments: TestSeeds.seeds(60), MigratingStore.types)
  func everyObjectComesAlong(_ seed: UInt64, type: String) throws {
    var random = SeededRandom(seed: seed)
    var model = RandomModel(&random)
    let store = try MigratingStore(type)
    try store.fill(model.model()) { RandomWorld.fill($0, model, &random) }
    for _ in 0..<4 {
      let before = try store.with(model.model(), migrates: false) { try RandomWorld($0, model) }
      let next = model.changed(&random)
      try store.migrate(to: next.model(after: model))
      let made = next.model()
      let problems = try store.problems(made)
      #expect(problems == [], "seed \(seed), \(type)")
      let after = try store.with(made, migrates: false) { try RandomWorld($0, next) }
      let expected = before.migrated(from: model, to: next)
      #expect(after.values == expected.values, "seed \(seed), \(type)")
      #expect(after.links == expected.links, "seed \(seed), \(type)")
      guard after == expected else { return }
      model = next
      try store.fill(made) { RandomWorld.fill($0, model, &random) }
    }
  }
}
