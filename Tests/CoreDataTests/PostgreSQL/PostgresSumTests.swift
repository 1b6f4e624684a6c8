import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("Sums of fractions that a server derives", .onServer)
struct PostgresSumTests {
  private static let least = Double.leastNonzeroMagnitude
  private static let greatest = Double.greatestFiniteMagnitude

  private static let sums: [(numbers: [Double], sum: Double)] = [
    ([1.5, 2], 3.5), ([1e308, 1e308], .infinity), ([-1e308, -1e308, 1], -.infinity), ([1e308, .infinity], .infinity),
    ([1.5e308, 1e307, 3], 1.5e308 + 1e307), ([greatest], greatest), ([greatest, 1e300], .infinity),
    ([1e279, 1e280], 1e279 + 1e280), ([1e300, -1e300], 0), ([least], least), ([least, least], 2 * least),
  ]

  @Test(
    "are what they are in memory, where nothing has room for them, too",
    arguments: [NSInMemoryStoreType, NSPostgreSQLStoreType])
  func likeInMemory(type: String) throws {
    let model = DerivedModel.make { _, album, song in
      song.properties.append(NSAttributeDescription("weight", .doubleAttributeType))
      album.properties.append(DerivedModel.attribute("weight", .doubleAttributeType, "songs.weight.@sum"))
    }
    try MusicStack(type, model).run { context in
      for (numbers, sum) in Self.sums {
        let songs = try numbers.map { try context.insert("Song", ["weight": $0]) }
        let album = try context.insert("Album", ["songs": Set(songs)])
        try context.save()
        #expect(album.value(forKey: "weight") as? Double == sum, "\(numbers)")
      }
    }
  }
}
