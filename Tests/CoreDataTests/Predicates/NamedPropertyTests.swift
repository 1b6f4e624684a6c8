import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData

/// Predicates can be evaluated with plain objects whose types list their properties, as with dictionaries and managed
/// objects.
@Suite("Properties that a type lists by name")
struct NamedPropertyTests {
  private struct City: NamedProperties {
    var name: String
    var people: Int?
    static var namedProperties: [(name: String, keyPath: AnyKeyPath)] {
      [("name", \City.name), ("people", \City.people)]
    }
  }

  private struct Unlisted {}

  private class Traveller: NamedProperties {
    var name = "Ana"
    var seen: [City] = []
    var home: City?
    class var namedProperties: [(name: String, keyPath: AnyKeyPath)] {
      [
        ("name", \Traveller.name), ("seen", \Traveller.seen), ("home", \Traveller.home), ("ship", \Sailor.ship),
        ("name", \Sailor.rankedName),
      ]
    }
  }

  private final class Sailor: Traveller {
    let ship = "Argo"
    var rankedName: String { "Captain \(name)" }
  }

  private func traveller(_ traveller: Traveller) -> Traveller {
    traveller.home = City(name: "Oslo", people: 700)
    traveller.seen = [City(name: "Rome", people: 2800), City(name: "Atlantis", people: nil)]
    return traveller
  }

  @Test(
    "Predicates read them, along paths and through collections",
    arguments: [
      ("name == 'Ana'", true), ("name BEGINSWITH[c] 'b'", false), ("home.name == 'Oslo'", true),
      ("home.people > 600", true), ("ANY seen.name == 'Rome'", true), ("ALL seen.people > 0", false),
      ("ANY seen.people == nil", true), ("seen.@count == 2", true), ("seen.@sum.people == 2800", true),
      ("SUBQUERY(seen, $c, $c.people > 1000).@count == 1", true),
    ])
  func predicates(_ format: String, _ holds: Bool) throws {
    #expect(try NSPredicate.parse(format: format).evaluate(with: traveller(Traveller())) == holds)
  }

  @Test("A subclass has its own, and of two with one name the nearer")
  func subclasses() throws {
    let sailor = traveller(Sailor())
    #expect(
      NSPredicate(format: "ship == 'Argo' AND name == 'Captain Ana' AND home.name == 'Oslo'").evaluate(with: sailor))
    let expression = ObjectEvaluation(object: sailor, variables: [:])
    #expect(try expression.object(.keyPath(of: .evaluatedObject, ["name"])) as? String == "Captain Ana")
    #expect(NamedPropertyList.of(Traveller.self).names == ["home", "name", "seen"])
  }

  @Test("Arrays are filtered by them")
  func filtering() throws {
    let cities = NSArray(array: [City(name: "Rome", people: 2800), City(name: "Oslo", people: 700)])
    let found = cities.filtered(using: NSPredicate(format: "people > 1000"))
    #expect(found.compactMap { ($0 as? City)?.name } == ["Rome"])
  }

  @Test(
    "A key that is not listed stops the program with those that are; so does a type that lists none", .startsProcesses)
  func unknown() async {
    await #expect(processExitsWith: .failure) {
      _ = NSPredicate(format: "mayor == 'x'").evaluate(with: City(name: "Rome", people: 1))
    }
    let misspelt = #expect(throws: NSError.self) {
      try ObjectEvaluation(object: City(name: "Rome", people: 1), variables: [:]).operand(
        .keyPath(of: .evaluatedObject, ["peple"]))
    }
    #expect(
      misspelt?.localizedDescription
        == "City lists no property peple in its namedProperties; it lists name, people. Did you mean 'people'?")
    let error = #expect(throws: NSError.self) {
      try ObjectEvaluation(object: Unlisted(), variables: [:]).operand(.keyPath(of: .evaluatedObject, ["count"]))
    }
    #expect(error?.localizedDescription.contains("make it NamedProperties") == true)
  }

  @Test(
    "A managed object answers by key what its class lists, then what it overrides; anything else stops the program",
    .startsProcesses)
  func managedObjects() async throws {
    let stack = try MusicStack(NSInMemoryStoreType, MusicModel.make(tracks: BadgedTrack.self))
    try stack.context.edit {
      let track = try stack.context.insert("Track", ["title": "Bread"])
      #expect(track.value(forKey: "initial") as? String == "B")
      #expect(track.value(forKeyPath: "initial") as? String == "B")
      #expect(NSPredicate(format: "initial == 'B' AND title == 'Bread'").evaluate(with: track))
    }
    let other = try MusicStack(NSInMemoryStoreType, MusicModel.make(tracks: AnsweringTrack.self))
    try other.context.edit {
      let track = try other.context.insert("Track", ["title": "a"])
      #expect(track.value(forKey: "echo") as? String == "Echo")
    }
    let output = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stack = try MusicStack(NSInMemoryStoreType)
      try stack.context.edit { _ = try stack.context.insert("Track", ["title": "a"]).value(forKey: "initial") }
    }
    let text = String(decoding: output?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Track has no property initial; it has "))
  }
}

/// A class that overrides `value(forUndefinedKey:)`, as programs do.
final class AnsweringTrack: NSManagedObject {
  override func value(forUndefinedKey key: String) -> Any? {
    key == "echo" ? "Echo" : super.value(forUndefinedKey: key)
  }
}
