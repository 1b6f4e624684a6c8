import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// A view may do its layout with values that it got before, while the list changes.
@Suite("What was got before is of use when the list has gone on")
struct HeldValueTests {
  private func path(_ section: Int, _ item: Int) -> IndexPath { IndexPath(indexes: [section, item]) }

  @Test("Items are deleted one by one while they are gone through", arguments: [true, false])
  func deletingWhileGoingThrough(isSaved: Bool) throws {
    let fixture = try LibraryFixture()
    let (library, controller) = (fixture.library, fixture.controller)
    try library.run {
      for (index, album) in fixture.albums.enumerated() { library.track("new\(index)", 5, in: album) }
      if isSaved { try library.context.save() } else { library.context.processPendingChanges() }
      let names = controller.items.map(MusicLibrary.name)
      #expect(names == ["a1", "a2", "new0", "new1", "c1", "new2"])
      var seen: [String] = []
      for item in controller.items {
        seen.append(MusicLibrary.name(item))
        library.context.delete(item)
        library.context.processPendingChanges()
      }
      #expect(seen == names)
      #expect(controller.items.isEmpty)
      try expectCurrent(controller)
    }
  }

  @Test("Items stay those of their version, in all that changes a list", arguments: [false, true])
  func itemsAreAValue(hasSubentities: Bool) throws {
    let fixture = try LibraryFixture(hasSubentities: hasSubentities)
    let (library, controller, context) = (fixture.library, fixture.controller, fixture.library.context)
    try library.run {
      let new = library.track("b1", 0, in: fixture.albums[1])
      context.processPendingChanges()
      let objects = [fixture.tracks[0], fixture.tracks[1], new, fixture.tracks[2]]
      var held = [controller.items]
      func check(_ step: String, _ count: Int = 4) {
        for items in held { #expect(Array(items.prefix(count)) == Array(objects.prefix(count)), "\(step)") }
        #expect(held.map(\.count) == held.map { _ in 4 }, "\(step)")
      }
      check("at first")
      // The ID of b1 becomes permanent.
      try context.save()
      check("saved")
      held.append(controller.items)
      fixture.tracks[0].setValue(fixture.albums[2], forKey: "album")
      context.processPendingChanges()
      check("moved")
      context.delete(fixture.tracks[1])
      context.processPendingChanges()
      check("deleted")
      controller.performUserMove(from: path(1, 0), to: path(0, 0)) { new.setValue(fixture.albums[0], forKey: "album") }
      check("dragged")
      controller.showsEmptySections = false
      check("policy")
      controller.itemFetchRequest.predicate = NSPredicate(format: "title == 'a1'")
      try controller.performFetch()
      check("fetched")
      #expect(controller.items.map(MusicLibrary.name) == ["a1"])
      try context.save()
      // For an object that was deleted and saved, the subentity is not known any more.
      func keys(_ objects: some Sequence<NSManagedObject>) -> [String] {
        objects.map { $0.objectID.uriRepresentation().lastPathComponent }
      }
      for items in held { #expect(keys(items) == keys(objects)) }
      context.reset()
      for items in held { #expect(items.map(\.objectID).count == 4) }
    }
    library.run { #expect(controller.items.map(MusicLibrary.name) == ["a1"]) }
  }

  @Test("Items that were taken in a callback, and one that was never saved")
  func itemsOfCallbacks() throws {
    let fixture = try LibraryFixture()
    let (library, context) = (fixture.library, fixture.library.context)
    let new = library.run { library.track("b1", 0, in: fixture.albums[1]) }
    _ = try fixture.record {}
    var held: [SectionedFetchedResultsItems<NSManagedObject, NSManagedObject>] = []
    fixture.recorder.watchers.append { _, controller in held.append(controller.items) }
    _ = try fixture.record {
      context.delete(new)
      context.delete(fixture.tracks[0])
    }
    fixture.recorder.watchers = []
    let old = [fixture.tracks[0], fixture.tracks[1], new, fixture.tracks[2]]
    let now = [fixture.tracks[1], fixture.tracks[2]]
    for step in [{ try context.save() }, { library.track("x", 0, in: fixture.albums[0]) }] as [() throws -> Void] {
      _ = try fixture.record { try step() }
      library.run {
        #expect(Array(held[0]) == old)
        for items in held.dropFirst() { #expect(Array(items) == now) }
      }
    }
  }

  /// The list is fetched again in the next turn of the context's queue. Until then it is the old list, whose objects
  /// are no longer in the context.
  @Test("Between a reset and the next turn every accessor answers by old places", arguments: [true, false])
  func betweenResetAndFetch(hasUnsaved: Bool) throws {
    let fixture = try LibraryFixture()
    let (library, controller, context) = (fixture.library, fixture.controller, fixture.library.context)
    library.run {
      if hasUnsaved {
        library.track("new", 5, in: fixture.albums[0])
        library.track("d1", 0, in: library.album("D", 3))
        context.processPendingChanges()
      }
      let (infos, items, all) = (Array(controller.allSections), controller.items, controller.allSections)
      let counts = infos.map(\.numberOfObjects)
      #expect(counts == (hasUnsaved ? [3, 0, 1, 1] : [2, 0, 1]))
      context.reset()
      #expect(controller.allSections.map(\.numberOfObjects) == counts)
      #expect(controller.sections?.map(\.numberOfObjects) == counts)
      #expect(all.map(\.numberOfObjects) == counts)
      #expect(controller.object(at: path(0, 1)).value(forKey: "title") as? String == "a2")
      for (section, count) in counts.enumerated() {
        _ = controller.section(at: section)?.objectID
        for item in 0..<count {
          let object = controller.object(at: path(section, item))
          _ = controller.indexPath(forObject: object)
          _ = controller.indexPath(forObjectID: object.objectID)
        }
        controller.setItemLimit(.first(1), ofSectionAt: section)
        _ = controller.itemLimit(ofSectionAt: section)
      }
      for info in infos + Array(all) {
        _ = (info.name, info.indexTitle, info.object?.objectID, info.numberOfObjects)
        for item in info.items ?? [] { _ = item.objectID }
        _ = info.objects?.count
      }
      #expect(items.map(\.objectID).count == counts.reduce(0, +))
      #expect(controller.items.map(\.objectID).count == counts.reduce(0, +))
      #expect(controller.fetchedObjects?.count == counts.reduce(0, +))
      for old in fixture.tracks { _ = controller.indexPath(forObject: old) }
      for old in fixture.albums { _ = controller.index(ofSection: old) }
      _ = (controller.snapshot, controller.outline, controller.sectionIndexTitles, controller.nonEmptySections)
    }
    try library.run {
      #expect(controller.items.map(MusicLibrary.name) == ["a1", "c1"])
      expectOneVersion(controller)
      try expectCurrent(controller)
    }
  }
}
