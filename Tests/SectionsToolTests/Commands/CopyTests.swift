import CoreData
import Foundation
import PostgreSQLTesting
import TestTraits
import Testing

@testable import SectionsTool

@Suite("sections copy", .opensStores, .endsWithin(minutes: 20)) struct CopyTests {
  let places: StorePlaces

  init() throws { places = try StorePlaces() }

  /// Copies a store to a place of each kind, and from there to a place of each kind.
  private func copyAround(_ source: String, model: String? = nil) async throws {
    let expected = try StorePlaces.contents(of: source, model: model)
    let options = model.map { ["--model", $0] } ?? []
    for first in StorePlaces.kinds {
      let there = try places.new(first)
      let run = await InProcessRun(["copy", source, there] + options)
      #expect(run.status == 0, "\(run.error)")
      #expect(try StorePlaces.contents(of: there, model: model) == expected, "\(first)")
      for second in StorePlaces.kinds {
        let back = try places.new(second)
        #expect(await InProcessRun(["copy", there, back] + options).status == 0, "\(first) \(second)")
        #expect(try StorePlaces.contents(of: back, model: model) == expected, "\(first) \(second)")
      }
    }
  }

  @Test func theMusicIsTheSameEverywhere() async throws {
    let music = try MusicStore()
    try music.write { context in
      let store = try #require(context.persistentStoreCoordinator?.persistentStores.first)
      context.persistentStoreCoordinator?.setMetadata(store.metadata.merging(["Mood": "blue"]) { $1 }, for: store)
      MusicStore.insert("Artist", ["name": "Joni"], into: context)
    }
    let contents = try StorePlaces.contents(of: music.path)
    #expect(contents.contains("Mood: blue") && contents.count > 10, "\(contents)")
    try await copyAround(music.path)
    let copied = await InProcessRun("copy", music.path, try places.new(.file))
    #expect(copied.output.hasPrefix("10 objects copied to /"), "\(copied.output)")
  }

  @Test(
    .enabled(if: Samples.areThere, "\(Samples.reason)"), arguments: [Samples.bookmarks, Samples.cars])
  func realStoresAreTheSameEverywhere(_ sample: String) async throws {
    try await copyAround(try Samples.path(sample))
  }

  @Test(arguments: StorePlaces.kinds)
  func whatIsThereStays(_ kind: StorePlaces.Kind) async throws {
    let music = try MusicStore()
    let place = try places.new(kind)
    #expect(await InProcessRun("copy", music.path, place).status == 0)
    try music.write { context in MusicStore.insert("Artist", ["name": "Joni"], into: context) }
    let before = try StorePlaces.contents(of: place)
    let again = await InProcessRun("copy", music.path, place)
    #expect(again.status == 1)
    #expect(again.error.contains("already"), "\(again.error)")
    #expect(try StorePlaces.contents(of: place) == before)
  }

  @Test(.enabled(if: StoresOnServers.missing == nil, StorePlaces.missing))
  func nothingIsLeftOfACopyThatFails() async throws {
    let music = try MusicStore()
    try music.write { context in MusicStore.insert("Artist", ["name": "Jo\0ni"], into: context) }
    let place = try places.new(.server)
    let run = await InProcessRun("copy", music.path, place)
    #expect(run.status == 1)
    #expect(run.error.contains("U+0000"), "\(run.error)")
    #expect(try Self.schemas(of: place) == "")
    let list = await InProcessRun("entities", place)
    #expect(list.status == 1 && list.error.contains("There is no store"), "\(list.error)")
  }

  /// Returns the names of a store's schema and of the temporary schemas in which it is created.
  private static func schemas(of place: String) throws -> String {
    let settings = try #require(URLComponents(string: place)?.queryItems)
    let schema = try #require(settings.first { $0.name == "schema" }?.value)
    return try PostgresCluster.shared.get().sql(
      "SELECT nspname FROM pg_namespace WHERE nspname = '\(schema)' OR starts_with(nspname::text, '\(schema)_')")
  }
}
