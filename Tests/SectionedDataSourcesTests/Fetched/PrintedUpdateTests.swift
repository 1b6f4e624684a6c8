import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("A source's reports print objects by entity and key")
struct PrintedUpdateTests {
  private func name(_ object: NSManagedObject) -> String {
    "\(object.entity.name ?? "") \(object.objectID.uriRepresentation().lastPathComponent)"
  }

  @Test("An update has its changes, its phases and its origin") func update() throws {
    let fixture = try FetchedDataSourceTests()
    try fixture.library.run {
      let source = try fixture.source()
      var printed: [String] = []
      let token = source.observe { printed.append("\($0)") }
      let album = try #require(source.section(at: 1)?.object)
      let name = name(album)
      fixture.library.context.delete(album)
      fixture.library.context.processPendingChanges()
      #expect(printed == ["sections: deleted 1 (\(name))"])
      _ = token
    }
    let none = SectionedSnapshot<ListedID<Int>, ListedID<Int>>()
    let update = DataSourceUpdate<Int, Int>(
      old: none, new: none, changes: .init(), oldPhase: .loading, phase: .empty, origin: .user, source: nil)
    #expect("\(update)" == "no changes; phase loading→empty; by the user")
  }

  @Test("Identifiers and sections of every kind") func identifiers() throws {
    let fixture = try FetchedDataSourceTests()
    try fixture.library.run {
      let source = try fixture.source()
      let track = try #require(source.allItems.first)
      let (id, name) = (track.objectID, name(track))
      #expect("\(ListedID(id, occurrence: 2))" == "\(name)#2")
      #expect("\(AnyID(id, kind: "Item"))" == "Item(\(name))")
      #expect("\(GroupedID(id, in: id))" == "\(name)/\(name)")
      #expect("\(PickerRowID.item(id))" == name)
      #expect("\(LoadingRowID<NSManagedObjectID, NSManagedObjectID>.item(id))" == "item(\(name))")
      #expect("\(LoadingSectionID.section(id))" == "section(\(name))")
      #expect("\(FetchedSection.object(track))" == name)
      #expect("\(FetchedSection<NSManagedObject>.unmatched)" == "unmatched")
    }
  }

  @Test("An anomaly names an identifier") func anomaly() throws {
    let fixture = try FetchedDataSourceTests()
    try fixture.library.run {
      let track = try #require(try fixture.source().allItems.first)
      let (collected, handler) = collecting()
      let list = MemoryDataSource<String, String, NSManagedObjectID, NSManagedObjectID>(
        sectionID: { $0 }, itemID: { $0 }, areSameSections: nil, areSameItems: nil, anomalies: handler)
      list.remove(contentsOf: [track.objectID])
      #expect(collected.all.map(\.message) == ["remove: item \(name(track)) is not in the list."])
    }
  }
}
