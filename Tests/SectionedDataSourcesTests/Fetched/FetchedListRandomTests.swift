import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("A fetched list is what a fetch gives, whatever happens to its context")
struct FetchedListRandomTests {
  typealias List = FetchedList<NSManagedObject>

  /// The settings of a list, and the titles that it must show, computed without its fetch request.
  struct Wanted {
    var matches: (NSManagedObject) -> Bool = { _ in true }
    var isDescending = false
    var limit = ItemLimit.all
    var offset = 0

    func titles(in context: NSManagedObjectContext) throws -> [String] {
      let tracks = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Track"))
      let rows = tracks.filter(matches).map { ($0.position, MusicLibrary.name($0)) }
      let sorted = rows.sorted { $0.0 == $1.0 ? $0.1 < $1.1 : ($0.0 < $1.0) != isDescending }.map(\.1)
      let rest = sorted.dropFirst(offset)
      return Array(rest.prefix(limit.count ?? .max))
    }
  }

  static func order(isDescending: Bool) -> [NSSortDescriptor] {
    [
      NSSortDescriptor(key: "position", ascending: !isDescending), NSSortDescriptor(key: "title", ascending: true),
    ]
  }

  static func predicate(_ number: Int) -> (NSPredicate?, (NSManagedObject) -> Bool) {
    switch number {
    case 0: (NSPredicate(format: "position > 3"), { $0.position > 3 })
    case 1: (NSPredicate(format: "album != nil"), { $0.value(forKey: "album") != nil })
    case 2: (NSPredicate(format: "position < 6"), { $0.position < 6 })
    case 3:
      (
        NSPredicate(format: "album.position > 2"),
        { (($0.value(forKey: "album") as? NSManagedObject)?.position ?? -1) > 2 }
      )
    default: (nil, { _ in true })
    }
  }

  final class Watched {
    let list: List
    let laws: FetchedLaws<List>
    let picker: FetchedLaws<PickerList<List>>
    var wanted = Wanted()
    private var revisions = RevisionLaw<List>()

    init(_ name: String, _ library: MusicLibrary, isWindowed: Bool, obtainsIDs: Bool) throws {
      list = List(entityName: "Track", sortDescriptors: order(isDescending: false), in: library.context)
      list.obtainsPermanentIDs = obtainsIDs
      laws = FetchedLaws(list, name)
      picker = FetchedLaws(PickerList(list, includesBlankRow: true), "picker of \(name)")
      if isWindowed { try setWindow(limit: .first(4), offset: 2) }
      try list.performFetch()
    }

    func setWindow(limit: ItemLimit, offset: Int) throws {
      (wanted.limit, wanted.offset) = (limit, offset)
      try list.setWindow(limit: limit, offset: offset)
    }

    /// Performs a random change of the list. The settings are recorded first, because an observer may change the list
    /// again.
    func change(_ editor: TrackEditor, isWindowed: Bool) throws {
      editor.library.context.processPendingChanges()
      switch editor.below(isWindowed ? 4 : 3) {
      case 0:
        let (predicate, matches) = predicate(editor.below(5))
        wanted.matches = matches
        try list.setPredicate(predicate)
      case 1:
        wanted.isDescending = editor.below(2) == 0
        try list.setSortDescriptors(order(isDescending: wanted.isDescending))
      case 2: try list.reload()
      default: try setWindow(limit: .first(editor.below(7)), offset: editor.below(4))
      }
    }

    func check(_ editor: TrackEditor) throws {
      laws.checkAtRest()
      picker.checkAtRest()
      // An object that was removed and inserted again between two checks gets a new revision.
      let left = Set(laws.takeChanges().flatMap(\.deletedItemIDs))
      let (shown, titles) = (list.fetchedItems.map(MusicLibrary.name), try wanted.titles(in: editor.library.context))
      #expect(shown == titles, "\(laws.name), limit \(wanted.limit), offset \(wanted.offset): \(editor.deeds)")
      #expect((1..<picker.source.numberOfRows).map { picker.source.item(atRow: $0) } == list.fetchedItems)
      #expect(picker.source.item(atRow: 0) == nil)
      revisions.check(list, laws.name, editor, left: left)
    }
  }

  @Test(
    "Random edits, saves, rollbacks, merges and live changes agree with a fetch", arguments: RandomRuns.seeds(6))
  func random(seed: UInt64) throws {
    let library = try MusicLibrary(seed % 3 == 0 ? .sqlite : .memory)
    let context = library.context
    let editor = TrackEditor(library, seed: seed)
    var inner = SeededRandom(seed: seed &+ 1000)
    var depth = 0
    let (whole, window) = try library.run {
      for _ in 0..<8 { editor.insertTrack(in: context) }
      let whole = try Watched("whole", library, isWindowed: false, obtainsIDs: seed % 2 == 0)
      let window = try Watched("window", library, isWindowed: true, obtainsIDs: seed % 2 == 1)
      // The observer sometimes edits the context or the other list during an event.
      whole.laws.notify = { _ in
        guard depth == 0, inner.oneIn(8) else { return }
        depth += 1
        defer { depth -= 1 }
        if inner.oneIn(2) {
          editor.edit(in: context)
        } else {
          do { try window.change(editor, isWindowed: true) } catch { Issue.record(error) }
        }
      }
      return (whole, window)
    }
    for _ in 0..<90 {
      try library.run {
        let watched = editor.random.oneIn(2) ? whole : window
        if editor.random.oneIn(5) {
          try watched.change(editor, isWindowed: watched === window)
        } else if editor.random.oneIn(6) {
          // An object that is removed and inserted again within one step gets a new revision.
          editor.touchAll()
          try whole.list.performTogether {
            try editor.perform()
            try whole.change(editor, isWindowed: false)
            try editor.perform()
          }
        } else {
          try editor.perform()
        }
      }
      context.processEverything()
      try library.run {
        try whole.check(editor)
        try window.check(editor)
        editor.forgetTouched()
      }
    }
    #expect(whole.laws.steps > 10)
  }
}

extension NSManagedObject {
  var position: Int { value(forKey: "position") as? Int ?? -1 }
}
