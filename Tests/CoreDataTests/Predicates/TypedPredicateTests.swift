import Foundation
import TestTraits
import Testing

@testable import CoreData

/// The model's tracks, people and tags as classes with typed properties. They are not nested, because a model names
/// them.
class TypedSong: NSManagedObject {
  var title: String { value(forKey: "title") as? String ?? "" }
  var genre: String? { value(forKey: "genre") as? String }
  var plays: Int64 { value(forKey: "plays") as? Int64 ?? 0 }
  var seconds: Double { value(forKey: "seconds") as? Double ?? 0 }
  var isLoved: Bool { value(forKey: "isLoved") as? Bool ?? false }
  var producer: TypedSinger? { value(forKey: "producer") as? TypedSinger }
  // swift-format-ignore: NeverForceUnwrap
  var maker: TypedSinger { value(forKey: "producer") as! TypedSinger }
  var tags: Set<TypedLabel> { value(forKey: "tags") as? Set<TypedLabel> ?? [] }
  var unread: Int { 3 }
}

final class TypedLongSong: TypedSong {}

final class TypedSinger: NSManagedObject {
  var name: String? { value(forKey: "name") as? String }
  var rank: Int64 { value(forKey: "rank") as? Int64 ?? 0 }
  var songs: Set<TypedSong>? { value(forKey: "songs") as? Set<TypedSong> }
}

final class TypedLabel: NSManagedObject {
  var name: String? { value(forKey: "name") as? String }
  var weight: Int32 { value(forKey: "weight") as? Int32 ?? 0 }
  var tracks: Set<TypedSong> { value(forKey: "tracks") as? Set<TypedSong> ?? [] }
}

/// A typed predicate must equal the one that is written as a format, and find the same in both stores.
@Suite("Typed predicates and sort descriptors")
struct TypedPredicateTests {
  private enum Kind: String, Codable { case odd }

  /// Makes five songs. Some have no genre, some have a producer, and some have tags. Each predicate finds some of them,
  /// but not all.
  static func stack(_ type: String) throws -> MusicStack {
    let model = MusicModel.make(tracks: TypedSong.self)
    model.entitiesByName["Person"]?.managedObjectClassName = String(reflecting: TypedSinger.self)
    model.entitiesByName["Tag"]?.managedObjectClassName = String(reflecting: TypedLabel.self)
    let stack = try MusicStack(type, model)
    let context = stack.context
    try context.performAndWait {
      func insert(_ entity: String, _ values: [String: Any]) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
      }
      let (eno, cale) = (insert("Person", ["name": "Eno", "rank": 1]), insert("Person", ["rank": 7]))
      let (old, new) = (insert("Tag", ["name": "old", "weight": 3]), insert("Tag", ["weight": 9]))
      _ = insert(
        "Track", ["title": "ant", "plays": 3, "genre": "bop", "producer": eno, "seconds": 8.0, "isLoved": true])
      _ = insert("Track", ["title": "bee", "plays": 5, "tags": Set([old]), "producer": cale, "seconds": 3.0])
      _ = insert("Track", ["title": "cat", "plays": 9, "genre": "ska", "tags": Set([old, new]), "singer": eno])
      _ = insert("Track", ["title": "dog", "plays": 12, "genre": "", "isLoved": false, "singer": eno, "seconds": 1.5])
      _ = insert("Track", ["title": "bat", "plays": 20, "genre": "bebop", "tags": Set([new]), "seconds": 20.0])
      try context.save()
    }
    return stack
  }

  private func titles(
    _ context: NSManagedObjectContext, _ entity: String, _ predicate: NSPredicate,
    _ order: [NSSortDescriptor], _ key: String = "title"
  ) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = predicate
    request.sortDescriptors = order
    return try context.fetch(request).map { $0.value(forKey: key) as? String ?? "-" }
  }

  private static let names = ["ant", "cat"]
  private static let few: Range<Int64> = 5..<12

  private static var songs: [(Predicate<TypedSong>, String)] {
    let (names, few, two) = (names, few, Int64(2))
    var all: [(Predicate<TypedSong>, String)] = []
    func add(_ typed: Predicate<TypedSong>, _ format: String) { all.append((typed, format)) }
    add(#Predicate { $0.plays == 5 }, "plays == 5")
    add(#Predicate { $0.plays != 9 && $0.genre == nil }, "plays != 9 AND genre == nil")
    add(#Predicate { $0.plays > 9 || $0.genre == "bop" }, "plays > 9 OR genre == 'bop'")
    add(#Predicate { !($0.plays >= 9) && $0.seconds <= 8 }, "NOT plays >= 9 AND seconds <= 8.0")
    add(#Predicate { $0.isLoved }, "isLoved == 1")
    add(
      #Predicate { $0.plays * two - 1 == 9 },
      "plays * 2 - 1 == 9")
    add(#Predicate { $0.plays % two == 1 }, "modulus:by:(plays, 2) == 1")
    add(#Predicate { $0.plays / two == two }, "plays / 2 == 2")
    add(#Predicate { $0.seconds / 2.0 == 4 }, "seconds / 2.0 == 4.0")
    add(#Predicate { -$0.plays < -9 }, "-plays < -9")
    add(#Predicate { $0.producer?.name == "Eno" }, "producer.name == 'Eno'")
    add(#Predicate { $0.producer!.rank == 7 }, "producer.rank == 7")
    add(#Predicate { names.contains($0.title) }, "title IN {'ant', 'cat'}")
    add(#Predicate { few.contains($0.plays) }, "plays >= 5 AND plays < 12")
    add(#Predicate { (5...12).contains($0.plays) }, "plays >= 5 AND plays <= 12")
    add(
      #Predicate { $0.title.contains("a") && $0.title.starts(with: "b") },
      "title CONTAINS 'a' AND title BEGINSWITH 'b'")
    add(
      #Predicate { $0.genre?.contains("bop") ?? false },
      "(genre != nil AND genre CONTAINS 'bop') OR (NOT genre != nil AND FALSEPREDICATE)")
    add(#Predicate { $0.genre?.contains("bop") == true }, "genre != nil AND genre CONTAINS 'bop'")
    add(
      #Predicate { $0.genre?.starts(with: "b") ?? true },
      "(genre != nil AND genre BEGINSWITH 'b') OR NOT genre != nil")
    add(#Predicate { ($0.genre ?? "none") == "none" }, "TERNARY(genre != nil, genre, 'none') == 'none'")
    add(#Predicate { $0.genre?.isEmpty == true }, "genre != nil AND genre == ''")
    add(#Predicate { $0.tags.isEmpty }, "tags.@count == 0")
    add(#Predicate { $0.tags.count > 1 }, "tags.@count > 1")
    add(
      #Predicate { $0.tags.contains { tag in tag.weight > 5 } },
      "SUBQUERY(tags, $element1, $element1.weight > 5).@count > 0")
    add(
      #Predicate { $0.tags.allSatisfy { tag in tag.weight > 5 } },
      "SUBQUERY(tags, $element1, NOT $element1.weight > 5).@count == 0")
    add(
      #Predicate { $0.tags.filter { $0.weight > 5 }.filter { $0.name == nil }.count == 1 },
      "SUBQUERY(tags, $element1, $element1.weight > 5 AND $element1.name == nil).@count == 1")
    add(#Predicate { song in names.contains { song.title == $0 } }, "title == 'ant' OR title == 'cat'")
    add(
      #Predicate { $0.plays > 9 ? $0.isLoved == false : $0.title == "ant" },
      "(plays > 9 AND isLoved == 0) OR (NOT plays > 9 AND title == 'ant')")
    add(
      #Predicate { song in song.tags.contains { tag in tag.tracks.contains { $0.plays > song.plays } } },
      "SUBQUERY(tags, $element1, SUBQUERY($element1.tracks, $element2, $element2.plays > SELF.plays).@count > 0).@count > 0"
    )
    return all
  }

  @Test("are those of a format, and find the same in both stores", arguments: MusicStack.types)
  func formats(type: String) throws {
    let stack = try Self.stack(type)
    try stack.context.performAndWait { () throws in
      let order = [NSSortDescriptor(SortDescriptor<TypedSong>(\.title))]
      for (typed, format) in Self.songs {
        let made = try #require(NSPredicate(typed), "\(format)")
        let written = NSPredicate(format: format)
        #expect(made == written, "\(made) against \(written)")
        let found = try titles(stack.context, "Track", made, order)
        #expect(try found == titles(stack.context, "Track", written, order), "\(format)")
        // Evaluate the predicate with the objects, too.
        let all = try stack.context.fetch(NSFetchRequest<TypedSong>(entityName: "Track"))
        #expect(!found.isEmpty && found.count < all.count, "\(format) finds \(found)")
        #expect(all.filter { made.evaluate(with: $0) }.map(\.title).sorted() == found, "\(format)")
      }
    }
  }

  @Test("An optional to-many relationship is never nil", arguments: MusicStack.types)
  func collections(type: String) throws {
    let stack = try Self.stack(type)
    try stack.context.performAndWait { () throws in
      let order = [NSSortDescriptor(SortDescriptor<TypedSinger>(\.rank, order: .reverse))]
      let some = try #require(NSPredicate(#Predicate<TypedSinger> { $0.songs?.contains { $0.plays > 9 } == true }))
      #expect(try titles(stack.context, "Person", some, order, "name") == ["Eno"])
      let none = try #require(NSPredicate(#Predicate<TypedSinger> { $0.songs?.isEmpty ?? false }))
      #expect(try titles(stack.context, "Person", none, order, "name") == ["-"])
      #expect(try titles(stack.context, "Person", NSPredicate(value: true), order, "name") == ["-", "Eno"])
    }
  }

  @Test("What has no words gives nil")
  func inexpressible() {
    #expect(NSPredicate(#Predicate<TypedSong> { $0.title.count > 3 }) == nil)
    #expect(NSPredicate(#Predicate<TypedSong> { $0.tags.first == nil }) == nil)
    #expect(NSPredicate(#Predicate<TypedSong> { $0.unread == 3 }) == nil)
    #expect(NSPredicate(#Predicate<TypedSong> { $0 is TypedLongSong }) == nil)
    #expect(NSPredicate(#Predicate<TypedSong> { ($0 as? TypedLongSong)?.plays == 3 }) == nil)
    let kind = Kind.odd
    #expect(NSPredicate(#Predicate<TypedSong> { _ in kind == kind }) == nil)
    #expect(NSPredicate(#Predicate<TypedSong> { ["a", "b"][$0.tags.count] == $0.title }) == nil)
    #expect(NSPredicate(Predicate<TypedSong>.true) == NSPredicate(format: "TRUEPREDICATE"))
  }

  @Test("A name that the class lists goes before the key that is read")
  func listedNames() throws {
    let initial = try #require(NSPredicate(#Predicate<BadgedTrack> { $0.initial == "a" }))
    #expect(initial == NSPredicate(format: "initial == 'a'"))
    #expect(NSSortDescriptor(SortDescriptor<BadgedTrack>(\.initial)).key == "initial")
  }

  @Test("A typed sort descriptor has the key and the direction; one of no property stops the program", .startsProcesses)
  func sortDescriptors() async {
    #expect(NSSortDescriptor(SortDescriptor<TypedSong>(\.title)) == NSSortDescriptor(key: "title", ascending: true))
    let reverse = SortDescriptor<TypedSong>(\.genre, comparator: .lexical, order: .reverse)
    #expect(NSSortDescriptor(reverse) == NSSortDescriptor(key: "genre", ascending: false))
    await #expect(processExitsWith: .failure) {
      _ = NSSortDescriptor(SortDescriptor<TypedSong>(\.unread))
    }
  }
}
