import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults
import SectionedTesting
import SectionedViews
import Testing

@Suite("A user edits fetched lists")
@MainActor
struct FetchedEditingTests {
  struct Refused: Error {}

  private let library: MusicLibrary
  private var context: NSManagedObjectContext { library.container.viewContext }

  /// `A: a1 a2 | B: b1`
  init() throws {
    library = try MusicLibrary()
    let albums = ["A", "B"].enumerated().map { library.make("Album", ["identifier": $1, "title": $1, "position": $0]) }
    for (index, title) in ["a1", "a2"].enumerated() {
      library.make("Track", ["title": title, "position": index, "album": albums[0]])
    }
    library.make("Track", ["title": "b1", "position": 2, "album": albums[1]])
    try context.save()
  }

  private func fetched(
    in context: NSManagedObjectContext
  ) throws -> FetchedDataSource<NSManagedObject, NSManagedObject> {
    let source = FetchedDataSource(
      sections: MusicLibrary.request("Album"), items: MusicLibrary.request("Track"), by: "album.identifier", in: context
    )
    try source.performFetch()
    return source
  }

  private func text<Source: SectionedDataSource>(_ source: Source) -> String where Source.Item == NSManagedObject {
    (0..<source.numberOfSections).map { section in
      source.items(inSection: section).map { $0.value(forKey: "title") as? String ?? "?" }.joined(separator: " ")
    }.joined(separator: " | ")
  }

  @Test("A user moves, deletes and inserts items of a fetched source in its context, and the move is not repeated")
  func sections() throws {
    let source = try fetched(in: context)
    let presenter = ListPresenter(source)
    presenter.editing = ListEditing(
      source,
      move: { item, place in
        item.setValue(source.section(at: place.section)?.object, forKey: "album")
      },
      newItem: { item, _ in
        item.setValue("new", forKey: "title")
        item.setValue(9, forKey: "position")
      })
    #expect(text(source) == "a1 a2 | b1")
    var origins: [UpdateOrigin] = []
    let token = source.observe { origins.append($0.origin) }
    let error = presenter.userMoved(from: ItemPlace(section: 0, item: 0), to: ItemPlace(section: 1, item: 0))
    #expect(error == nil)
    #expect(text(source) == "a2 | a1 b1")
    #expect(origins.first == .user)
    #expect(presenter.shown == source.snapshot)
    #expect(presenter.userDeletes(ItemPlace(section: 1, item: 1)) == nil)
    #expect(text(source) == "a2 | a1")
    #expect(presenter.userInserts(ItemPlace(section: 0, item: 1)) == nil)
    #expect(text(source) == "a2 new | a1")
    #expect(presenter.shown == source.snapshot)
    withExtendedLifetime(token) {}
  }

  @Test("an editing that saves leaves nothing unsaved, and takes back what cannot be saved")
  func saving() throws {
    let source = try fetched(in: context)
    let presenter = ListPresenter(source)
    presenter.editing = ListEditing(
      source,
      move: { item, place in
        item.setValue(source.section(at: place.section)?.object, forKey: "album")
      },
      newItem: { item, _ in item.setValue(9, forKey: "position") }
    ).saving(context)
    #expect(presenter.userMoved(from: ItemPlace(section: 0, item: 0), to: ItemPlace(section: 1, item: 0)) == nil)
    #expect(presenter.userInserts(ItemPlace(section: 0, item: 1)) == nil)
    #expect(presenter.userDeletes(ItemPlace(section: 0, item: 0)) == nil)
    #expect(text(source) == "? | a1 b1" && !context.hasChanges)
    presenter.editing = ListEditing(
      source,
      move: { item, place in
        item.setValue(source.section(at: place.section)?.object, forKey: "album")
        throw Refused()
      }
    ).saving(context)
    let error = presenter.userMoved(from: ItemPlace(section: 1, item: 0), to: ItemPlace(section: 0, item: 0))
    #expect(error is Refused)
    #expect(text(source) == "? | a1 b1" && !context.hasChanges && presenter.shown == source.snapshot)
  }

  /// `A: a1 | B: b1`, with the codes a and b. A code is a unique value of a track, so an edit that sets b cannot be
  /// saved.
  @Test("an edit that cannot be saved is taken back, with all else that was not saved")
  func failedSaves() throws {
    var traits = LibraryTraits()
    traits.hasCodes = true
    let library = try MusicLibrary(.sqlite, traits: traits)
    let context = library.container.viewContext
    for (index, name) in ["a", "b"].enumerated() {
      let album = library.make("Album", ["identifier": name, "title": name, "position": index, "code": name])
      library.make("Track", ["title": "\(name)1", "position": 0, "album": album, "code": name])
    }
    try context.save()
    let source = try fetched(in: context)
    let presenter = ListPresenter(source)
    presenter.editing = ListEditing(
      source,
      move: { item, place in
        item.setValue(source.section(at: place.section)?.object, forKey: "album")
        item.setValue("b", forKey: "code")
      },
      newItem: { item, _ in item.setValue("b", forKey: "code") }
    ).saving(context)
    let (first, second) = (ItemPlace(section: 0, item: 0), ItemPlace(section: 1, item: 0))
    let edits: [() -> (any Error)?] = [
      { presenter.userMoved(from: first, to: second) }, { presenter.userInserts(first) },
      {
        library.make("Track", ["title": "unsaved", "position": 0, "code": "a"])
        return presenter.userDeletes(second)
      },
    ]
    for edit in edits {
      #expect((edit() as NSError?)?.code == NSManagedObjectConstraintMergeError)
      #expect(text(source) == "a1 | b1" && !context.hasChanges && presenter.shown == source.snapshot)
    }
  }

  /// Written against an editing that does not know its source, whose places would be those of another list.
  @Test("an editing edits nothing of another source, whichever source it was made for")
  func otherSources() throws {
    let log = AnomalyLog()
    let other = FetchedDataSource<NSManagedObject, NSManagedObject>(
      sections: MusicLibrary.request("Album"), items: MusicLibrary.request("Track"), by: "album.identifier",
      in: context, anomalies: log.handler)
    let source = try fetched(in: context)
    let list = FetchedList(MusicLibrary.request("Track"), in: context)
    let editings = [
      ListEditing(source, move: { _, _ in }, newItem: { _, _ in }), ListEditing(source).saving(context),
      ListEditing(list, move: { _, _ in }, newItem: { _, _ in }), ListEditing(list).saving(context),
    ]
    for (number, editing) in editings.enumerated() {
      #expect(editing.delete != nil)
      let presenter = ListPresenter(other)
      presenter.editing = editing
      #expect(presenter.editing.move == nil && presenter.editing.delete == nil && presenter.editing.insert == nil)
      #expect(log.all.map(\.kind) == Array(repeating: .otherSource, count: number + 1))
    }
    let (ofSource, ofList) = (ListPresenter(source), ListPresenter(list))
    (ofSource.editing, ofList.editing) = (editings[0], editings[2])
    #expect(ofSource.editing.move != nil && ofSource.editing.delete != nil && ofSource.editing.insert != nil)
    #expect(ofList.editing.move != nil && ofList.editing.delete != nil && ofList.editing.insert != nil)
  }

  @Test("a move that throws leaves the list; without a closure nothing can be moved or inserted")
  func refused() throws {
    let source = try fetched(in: context)
    let presenter = ListPresenter(source)
    presenter.editing = ListEditing(source, move: { _, _ in throw Refused() })
    let error = presenter.userMoved(from: ItemPlace(section: 0, item: 0), to: ItemPlace(section: 1, item: 0))
    #expect(error is Refused)
    #expect(text(source) == "a1 a2 | b1")
    #expect(presenter.shown == source.snapshot)
    #expect(ListEditing(source).move == nil)
    #expect(ListEditing(source).insert == nil)
  }

  @Test("A user moves, deletes and inserts items of a fetched list in its context")
  func list() throws {
    let source = FetchedList(MusicLibrary.request("Track"), in: context)
    try source.performFetch()
    let presenter = ListPresenter(source)
    presenter.editing = ListEditing(
      source,
      move: { item, place in item.setValue(place.item * 10 - 5, forKey: "position") },
      newItem: { item, _ in
        item.setValue("new", forKey: "title")
        item.setValue(99, forKey: "position")
      })
    let error = presenter.userMoved(from: ItemPlace(section: 0, item: 2), to: ItemPlace(section: 0, item: 0))
    #expect(error == nil)
    #expect(text(source) == "b1 a1 a2")
    #expect(presenter.shown == source.snapshot)
    #expect(presenter.userDeletes(ItemPlace(section: 0, item: 1)) == nil)
    #expect(presenter.userInserts(ItemPlace(section: 0, item: 0)) == nil)
    #expect(text(source) == "b1 a2 new")
    #expect(presenter.shown == source.snapshot)
  }

  /// The list changes with each edit, but its step is delivered after the last of them.
  @Test("edits that are performed together reach the items that were meant")
  func together() throws {
    func deleteTwo<Source: SectionedDataSource>(of source: Source, _ editing: ListEditing) throws {
      let ids = (0..<2).compactMap { source.itemID(at: ItemPlace(section: 0, item: $0)) }
      #expect(ids.count == 2)
      try source.performTogether {
        for id in ids { if let place = source.place(of: id) { try editing.delete?(place) } }
      }
    }
    let list = FetchedList(MusicLibrary.request("Track"), in: context)
    try list.performFetch()
    var last = 0
    let editing = ListEditing(
      list,
      move: { item, _ in
        last -= 1
        item.setValue(last, forKey: "position")
      })
    #expect(text(list) == "a1 a2 b1")
    // Moves the last item to the beginning, twice.
    try list.performTogether {
      for _ in 0..<2 { try editing.move?(ItemPlace(section: 0, item: 2), ItemPlace(section: 0, item: 0)) }
    }
    #expect(text(list) == "a2 b1 a1")
    try deleteTwo(of: list, editing)
    #expect(text(list) == "a1")

    let album = library.make("Album", ["identifier": "0", "title": "0", "position": -1])
    for (index, title) in ["x", "y", "z"].enumerated() {
      library.make("Track", ["title": title, "position": index, "album": album])
    }
    let sections = try fetched(in: context)
    #expect(text(sections) == "x y z | a1 | ")
    try deleteTwo(of: sections, ListEditing(sections))
    #expect(text(sections) == "z | a1 | ")
  }
}
