import CoreData
import Foundation
import SectionedFetchedResults

/// What the events of a stress run act on.
package final class StressStage {
  package let library: MusicLibrary
  package let controller: MusicLibrary.Controller
  let shape: StressShape
  /// Hears of every save, and of nothing else.
  let twin: QuietTwin

  init(_ library: MusicLibrary, seed: UInt64, shape: StressShape, albums: Int, tracks: Int) throws {
    self.library = library
    self.shape = shape
    controller = Self.controller(of: library, shape, in: library.context)
    var random = SeededRandom(seed: seed)
    try library.run {
      let artists = (0..<max(1, albums / 2)).map { number in
        library.insert(
          random.one(of: library.kinds(of: "Artist")), ["name": "X\(number)", "position": random.below(10)])
      }
      let all = (0..<albums).map { number in
        library.album(
          "id\(number)", random.below(10), ["title": "A\(number)", "artist": artists[random.below(artists.count)]],
          entity: random.one(of: library.kinds(of: "Album")))
      }
      for number in 0..<tracks {
        library.track(
          "T\(number)", random.below(10), in: random.oneIn(8) || all.isEmpty ? nil : all[random.below(all.count)],
          entity: random.one(of: library.kinds(of: "Track")))
      }
      try library.context.save()
    }
    twin = try QuietTwin(of: library, shape)
    try library.run {
      if random.oneIn(2) { dependOnOthers() }
      try controller.performFetch()
    }
  }

  static func controller(
    of library: MusicLibrary, _ shape: StressShape, in context: NSManagedObjectContext
  ) -> MusicLibrary.Controller {
    let controller = library.controller(by: shape.groupingKeyPath, in: context)
    controller.sectionFetchRequest = NSFetchRequest(entityName: shape.entity)
    controller.sectionFetchRequest.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    return controller
  }

  var hasDependencies: Bool { !controller.itemDependencies.isEmpty }

  func dependOnOthers() {
    controller.itemDependencies = shape.itemDependencies
    controller.sectionDependencies = shape.sectionDependencies
  }

  func dependOnNothing() {
    controller.itemDependencies = []
    controller.sectionDependencies = []
  }
}
