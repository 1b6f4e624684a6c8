import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults
import SectionedTesting
import Testing

@Suite("A fetched source is what two fetches give, whatever happens to its context")
struct FetchedDataSourceRandomTests {
  typealias Source = FetchedDataSource<NSManagedObject, NSManagedObject>

  /// The settings of a source, and the list that it must show, computed without a controller.
  struct Wanted {
    var isDescending = false
    var positionAbove = -1
    var showsEmptySections = true
    var showsUnmatched = false
    var itemLimit = ItemLimit.all

    func text(in context: NSManagedObjectContext) throws -> String {
      func sorted(_ objects: [NSManagedObject], isDescending: Bool) -> [NSManagedObject] {
        objects.sorted { first, second in
          if first.position != second.position { return (first.position < second.position) != isDescending }
          return MusicLibrary.name(first) < MusicLibrary.name(second)
        }
      }
      let albums = sorted(
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Album")), isDescending: isDescending)
      let tracks = sorted(
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Track")).filter { $0.position > positionAbove },
        isDescending: false)
      var parts: [String] = []
      for album in albums.map(Optional.some) + (showsUnmatched ? [nil] : []) {
        var items = tracks.filter { $0.value(forKey: "album") as? NSManagedObject === album }
        let isFolded = itemLimit == .none && !items.isEmpty
        items = Array(items.prefix(itemLimit.count ?? .max))
        if items.isEmpty, !isFolded, album == nil || !showsEmptySections { continue }
        parts.append(
          "\(album.map(MusicLibrary.name) ?? "unmatched"):" + items.map { " " + MusicLibrary.name($0) }.joined())
      }
      return parts.joined(separator: " | ")
    }
  }

  static func text(_ source: Source) -> String {
    (0..<source.numberOfSections).map { index in
      let name = source.section(at: index)?.object.map(MusicLibrary.name) ?? "unmatched"
      return "\(name):" + source.items(inSection: index).map { " " + MusicLibrary.name($0) }.joined()
    }.joined(separator: " | ")
  }

  static func request(_ entity: String, isDescending: Bool = false) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = [
      NSSortDescriptor(key: "position", ascending: !isDescending), NSSortDescriptor(key: "title", ascending: true),
    ]
    return request
  }

  private static func change(_ source: Source, _ wanted: inout Wanted, _ editor: TrackEditor) throws {
    switch editor.below(6) {
    case 0:
      wanted.showsEmptySections.toggle()
      source.showsEmptySections = wanted.showsEmptySections
    case 1:
      wanted.showsUnmatched.toggle()
      source.controller.unmatchedItems = wanted.showsUnmatched ? .shownLast : .hidden
    case 2:
      wanted.itemLimit = editor.below(4) == 0 ? .all : .first(editor.below(4))
      source.controller.itemLimit = wanted.itemLimit
    case 3:
      let isDescending = editor.below(2) == 0
      try source.changeSectionRequest {
        $0.sortDescriptors = request("Album", isDescending: isDescending).sortDescriptors
      }
      wanted.isDescending = isDescending
    case 4:
      let bound = editor.below(5) - 1
      try source.changeItemRequest { $0.predicate = NSPredicate(format: "position > %d", bound) }
      wanted.positionAbove = bound
    default:
      // Such a fetch may be hidden from a delegate, but it is always a step of the source.
      let isReported = editor.below(4) > 0
      if !isReported { editor.touchAll() }
      try source.controller.performFetch(reporting: isReported)
    }
  }

  struct Failure: Error {}

  private static func move(_ source: Source, _ laws: FetchedLaws<Source>, _ editor: TrackEditor) throws {
    let before = source.snapshot
    let filled = (0..<before.numberOfSections).filter { before.numberOfItems(inSection: $0) > 0 }
    guard !filled.isEmpty else { return }
    let from = filled[editor.below(filled.count)]
    let place = ItemPlace(section: from, item: editor.below(before.numberOfItems(inSection: from)))
    let to = editor.below(before.numberOfSections)
    let room = before.numberOfItems(inSection: to) - (to == from ? 1 : 0)
    let target = ItemPlace(section: to, item: editor.below(room + 1))
    let item = try #require(source.item(at: place))
    let section = source.section(at: to)?.object
    let (count, fails) = (laws.steps, editor.below(5) == 0)
    do {
      try source.performUserMove(from: place, to: target) {
        if place != target {
          #expect(laws.steps == count + 1)
          #expect(laws.origins.last == .user)
          #expect(source.place(of: item) == target)
        }
        if fails { throw Failure() }
        editor.touch(item)
        item.setValue(section, forKey: "album")
        item.setValue(editor.below(9), forKey: "position")
      }
    } catch is Failure {}
    if laws.steps > count + 1 { #expect(laws.origins.last == .program) }
  }

  /// A source, a picker on it, and the laws of both.
  private final class Watched {
    let source: Source
    let laws: FetchedLaws<Source>
    let picker: FetchedLaws<PickerList<Source>>
    let editor: TrackEditor
    private var wanted = Wanted()
    private var revisions = RevisionLaw<Source>()
    private var isInCallback = false
    /// Whether observers may edit the context.
    private var isOpen = true

    init(_ library: MusicLibrary, seed: UInt64) throws {
      editor = TrackEditor(library, seed: seed)
      for _ in 0..<3 { editor.insertAlbum(in: library.context) }
      for _ in 0..<8 { editor.insertTrack(in: library.context) }
      source = Source(
        sections: request("Album"), items: request("Track"), by: "album.identifier", in: library.context)
      source.controller.obtainsPermanentIDs = seed % 2 == 0
      laws = FetchedLaws(source, "source")
      picker = FetchedLaws(PickerList(source, includesBlankRow: true), "picker")
      try source.performFetch()
      laws.notify = { [unowned self] _ in
        guard isOpen, !isInCallback, editor.below(10) == 0 else { return }
        isInCallback = true
        defer { isInCallback = false }
        editor.edit(in: editor.library.context)
      }
    }

    func step() throws {
      let context = editor.library.context
      isOpen = true
      switch editor.below(6) {
      case 0: try change(source, &wanted, editor)
      case 1:
        try context.save()
        try move(source, laws, editor)
      case 2:
        // An object that is removed and inserted again within one step gets a new revision.
        editor.touchAll()
        try source.performTogether {
          try editor.perform()
          try change(source, &wanted, editor)
          try editor.perform()
        }
      default: try editor.perform()
      }
      context.processPendingChanges()
      isOpen = false
    }

    func check() throws {
      laws.checkAtRest()
      picker.checkAtRest()
      #expect(text(source) == (try wanted.text(in: editor.library.context)))
      #expect((1..<picker.source.numberOfRows).map { picker.source.item(atRow: $0) } == source.fetchedItems)
      revisions.check(source, "source", editor, left: Set(laws.takeChanges().flatMap(\.deletedItemIDs)))
      editor.forgetTouched()
      if editor.below(9) == 0 { picker.source.includesBlankRow = false; picker.source.includesBlankRow = true }
    }
  }

  @Test("Random edits, policies, requests and user moves agree with two fetches", arguments: RandomRuns.seeds(6))
  func random(seed: UInt64) throws {
    let library = try MusicLibrary(seed % 3 == 0 ? .sqlite : .memory)
    let watched = try library.run { try Watched(library, seed: seed) }
    for _ in 0..<80 {
      try library.run { try watched.step() }
      library.settle()
      try library.run { try watched.check() }
    }
    #expect(watched.laws.steps > 10)
  }
}

extension MusicLibrary {
  /// Runs the blocks on the context's queue. With Apple's public interface only, objects that a merge changed, or that
  /// depend on a change, are refreshed in the queue's next turn.
  func settle() {
    for _ in 0..<4 { run { context.processPendingChanges() } }
  }
}
