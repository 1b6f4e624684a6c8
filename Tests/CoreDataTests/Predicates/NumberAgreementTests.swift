import Foundation
import Testing

@testable import CoreData
@testable import CoreDataModel

/// In each of these cases a store once gave another result than memory, or stopped the program.
@Suite("Numbers that SQL computes otherwise by itself")
struct NumberAgreementTests {
  /// Makes two artists. The first one has an album of two tracks and one of one track, the second one an album of one
  /// track.
  private func library() throws -> MusicStores {
    try MusicStores(
      [MusicRow(entity: "Artist"), MusicRow(entity: "Artist")]
        + [0, 0, 1].map { MusicRow(entity: "Album", references: ["artist": $0]) }
        + [2, 2, 3, 4].map { MusicRow(entity: "Track", references: ["album": $0]) })
  }

  @Test(
    arguments: [
      ("albums.@sum.tracks.@count == 3", [1]), ("albums.@max.tracks.@count == 2", [1]),
      ("albums.@min.tracks.@count == 1", [1, 2]), ("albums.@avg.tracks.@count == 1.5", [1]),
      ("SUBQUERY(albums, $a, $a.tracks.@count > 1).@sum.tracks.@count == 2", [1]),
      ("SUBQUERY(albums, $a, $a.artist.albums.@sum.tracks.@count == 1).@count == 1", [2]),
      ("NOT (ANY albums.tracks.number != nil) AND albums.@sum.tracks.@count > pupils.@sum.albums.@count", [1, 2]),
      ("albums.@sum.tracks.@sum.tags.@count == 0", [1, 2]),
    ] as [(String, [Int64])])
  func anAggregateOfAggregates(format: String, artists: [Int64]) throws {
    #expect(try library().answers("Artist", format) == artists)
  }

  /// Whole decimals and dates are stored as integers, which SQLite divides without a fraction.
  @Test(arguments: [
    "-(price) / 2 == -2.5", "abs:(price) / 2 == 2.5", "trunc:(price) / 2 == 2.5", "ceiling:(released) / 2 == 2.5",
    "floor:(released) / 2 == 2.5", "price / 2 == 2.5", "abs:(number) / 2 == 2", "-(number) / 2 == -2",
    "modulus:by:(length, 2) / 2 == 0.5", "modulus:by:(price, 2) / 2 == 0.5", "modulus:by:(5, length - 3) / 2 == 0.5",
    "modulus:by:(number, 2) / 2 == 0", "TERNARY(isLive == YES, number, price) / 2 == 2",
    "TERNARY(isLive == NO, number, price) / 2 == 2.5", "abs:(TERNARY(isLive == NO, number, price)) / 2 == 2.5",
    "artist.albums.@max.price / 2 == 2.5", "artist.albums.@sum.price / 2 == 2.5",
  ])
  func aFractionStaysOne(format: String) throws {
    let stores = try MusicStores([
      MusicRow(entity: "Artist"),
      MusicRow(
        entity: "Album",
        values: [
          "price": .decimal(5), "released": .date(5), "number": .int(5), "length": .double(5), "isLive": .int(1),
        ],
        references: ["artist": 0]),
    ])
    #expect(try stores.answers("Album", format) == [1])
  }

  @Test func aFunctionOfADecimalNumberIsOfItsFraction() throws {
    let number = try #require(Decimal(string: "9007199254740993"))
    let stores = try MusicStores([MusicRow(entity: "Album", values: ["price": .decimal(number)])])
    #expect(try stores.answers("Album", "price == 9007199254740993") == [1])
    #expect(try stores.answers("Album", "abs:(price) == 9007199254740993") == [])
    #expect(try stores.answers("Album", "abs:(price) == 9007199254740992") == [1])
    #expect(try stores.answers("Album", "onesComplement:(price) == -9007199254740993") == [1])
  }

  @Test func aSumOfFractionsIsTheSameInAnyOrder() throws {
    let orders = [[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.2, 0.3, 0.1]]
    let albums = orders.enumerated().flatMap { artist, numbers in
      numbers.map { number in
        MusicRow(
          entity: "Album",
          values: ["length": .double(number), "price": .decimal(Decimal(string: "\(number)") ?? 0)],
          references: ["artist": artist])
      }
    }
    let stores = try MusicStores(orders.map { _ in MusicRow(entity: "Artist") } + albums)
    #expect(try stores.answers("Artist", "albums.@sum.length == 0.6") == [1, 2, 3])
    #expect(try stores.answers("Artist", "albums.@sum.length > 0.6") == [])
    #expect(try stores.answers("Artist", "albums.@sum.price == 0.6") == [1, 2, 3])
    #expect(try stores.answers("Artist", "albums.@avg.length * 3 > 0.6").isEmpty)
    #expect(try stores.answers("Artist", "mentor.albums.@sum.length == 0") == [1, 2, 3])
  }

  @Test func aSumOfOpposedInfinitiesIsNil() throws {
    let stores = try MusicStores(
      [MusicRow(entity: "Artist")]
        + [Double.infinity, -Double.infinity].map {
          MusicRow(entity: "Album", values: ["length": .double($0)], references: ["artist": 0])
        })
    #expect(try stores.answers("Artist", "albums.@sum.length == nil") == [1])
    #expect(try stores.answers("Artist", "albums.@sum.length == 0") == [])
    #expect(try stores.answers("Artist", "NOT (albums.@sum.length > 3)") == [1])
    #expect(try stores.answers("Artist", "albums.@avg.length != 3") == [1])
  }

  /// In memory an object that is added later is the last one, but a store orders objects by their keys.
  @Test(arguments: MusicStack.types)
  func aSumStaysWhenItIsSaved(type: String) throws {
    try MusicStack(type).run { context in
      let early = try context.insert("Album", ["title": "a", "length": 0.3])
      try context.save()
      let artist = try context.insert("Artist", ["name": "Nina"])
      for length in [0.1, 0.2] { try context.insert("Album", ["title": "b", "length": length, "artist": artist]) }
      early.setValue(artist, forKey: "artist")
      let request = NSFetchRequest<NSManagedObject>(entityName: "Artist")
      request.predicate = NSPredicate(format: "albums.@sum.length == 0.6")
      #expect(try context.fetch(request) == [artist])
      try context.save()
      #expect(try context.fetch(request) == [artist])
      #expect(artist.value(forKeyPath: "albums.@sum.length") as? Double == 0.6)
    }
  }

  @Test(
    arguments: [
      ([], 0), ([0.1, 0.2, 0.3], 0.6), ([1e16, 1, -1e16], 1), (Array(repeating: 0.1, count: 10), 1),
      ([1, 0x1p-53, 0x1p-106], 1 + 0x1p-52), ([1, 0x1p-53, -0x1p-106], 1), ([1, 0x1p-53], 1), ([-0.0], 0),
      ([.infinity, 1], .infinity), ([.leastNonzeroMagnitude, 1, -1], .leastNonzeroMagnitude),
      ([1e300, 1, -1e300, 1e-300], 1),
      ([1e308, 1e308, -1e308], 1e308), ([1e308, 1e308, 1], .infinity), ([-1e308, 1e308, -1e308, -1e308], -.infinity),
    ] as [([Double], Double)])
  func exactSums(numbers: [Double], expected: Double) {
    for order in [numbers, numbers.reversed(), numbers.sorted(), Array(numbers.dropFirst() + numbers.prefix(1))] {
      var sum = ExactSum()
      for number in order { sum.add(number) }
      #expect(sum.value == expected)
      #expect(sum.isEmpty == numbers.isEmpty)
    }
  }

  @Test func opposedInfinitiesHaveNoSum() {
    var sum = ExactSum()
    for number in [1, Double.infinity, -Double.infinity, 2] { sum.add(number) }
    #expect(sum.value.isNaN && !sum.isEmpty)
  }
}
