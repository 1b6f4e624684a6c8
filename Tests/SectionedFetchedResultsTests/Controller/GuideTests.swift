import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Performs the plan as in the articles about views, line by line, except that a screen has the list and the model.
@Suite("The guide's code carries out every plan")
struct GuideTests {
  typealias Snapshot = MusicLibrary.Controller.Snapshot
  typealias Model = StageModel<NSManagedObjectID?, NSManagedObjectID>

  /// The data source of a screen. It uses the model of a stage while the view animates.
  final class Screen {
    let fixture: LibraryFixture
    /// The controller's list; until the first stage, the old one.
    var list: Snapshot
    var model: Model

    init() throws {
      let fixture = try LibraryFixture()
      self.fixture = fixture
      let controller = fixture.controller
      (list, model) = fixture.library.run {
        let model = controller.stageModel
        return (controller.snapshot, model)
      }
    }

    var shown: Snapshot {
      Snapshot(
        sections: (0..<model.numberOfSections).map { section in
          let element = model.newSection(of: section).map { list.sections[$0].element }
          return Snapshot.Section(
            element ?? ListElement(model.section(at: section).id),
            items: ChunkedArray(
              (0..<model.numberOfItems(inSection: section)).map { item in
                list[model.newPlace(of: ItemPlace(section: section, item: item))]
              }))
        })
    }

    /// Makes all changes that a view refuses in one batch: sections move, are inserted and deleted, and items move
    /// between them.
    func change() throws -> (changes: MusicLibrary.Controller.ChangeSet, old: Snapshot, new: Snapshot) {
      let (library, albums, tracks) = (fixture.library, fixture.albums, fixture.tracks)
      return try library.run {
        let album = library.album("D", -2)
        tracks[0].setValue(album, forKey: "album")
        tracks[2].setValue(albums[1], forKey: "album")
        tracks[1].setValue("new", forKey: "title")
        library.context.delete(albums[2])
        albums[1].setValue(-1, forKey: "position")
        albums[0].setValue("first", forKey: "title")
        library.context.processPendingChanges()
        return (try #require(fixture.recorder.changes.last), list, fixture.controller.snapshot)
      }
    }

    var plan: UpdatePlan<NSManagedObjectID?, NSManagedObjectID> {
      get throws {
        let controller = fixture.controller
        return try fixture.library.run {
          let changes = try #require(fixture.recorder.changes.last)
          let plan = try UpdatePlan(changes, new: controller.outline)
          return plan
        }
      }
    }
  }

  private func configureHeader(_ header: HeadlessView.Header, _ section: Int) { header.view.configureHeader(section) }

  @Test func theFirstModelIsTheWholeList() throws {
    let screen = try Screen()
    let controller = screen.fixture.controller
    #expect(screen.model.numberOfSections == 3)
    #expect(screen.shown == screen.list)
    #expect(screen.model.remaining.isEmpty)
    screen.fixture.library.run {
      for section in 0..<screen.model.numberOfSections {
        for item in 0..<screen.model.numberOfItems(inSection: section) {
          let object =
            controller.object(at: IndexPath(screen.model.newPlace(of: ItemPlace(section: section, item: item))))
          #expect(object.objectID == screen.list[ItemPlace(section: section, item: item)].id)
        }
      }
    }
    let empty = try MusicLibrary()
    empty.run { #expect(empty.controller().stageModel.numberOfSections == 0) }
  }

  @Test func inATableView() throws {
    let screen = try Screen()
    let tableView = HeadlessView(.table) { screen.shown }
    let new = try screen.change().new
    let plan = try screen.plan
    #expect(plan.stages.count > 1)
    for stage in plan.stages {
      tableView.performBatchUpdates {
        screen.list = new
        screen.model = stage.after
        tableView.deleteSections(IndexSet(stage.changes.sections.deleted.map(\.place)), with: .automatic)
        tableView.insertSections(IndexSet(stage.changes.sections.inserted.map(\.place)), with: .automatic)
        for move in stage.changes.sections.moved { tableView.moveSection(move.from, toSection: move.to) }
        tableView.deleteRows(at: stage.changes.items.deleted.map { IndexPath($0.place) }, with: .automatic)
        tableView.insertRows(at: stage.changes.items.inserted.map { IndexPath($0.place) }, with: .automatic)
        for move in stage.changes.items.moved { tableView.moveRow(at: IndexPath(move.from), to: IndexPath(move.to)) }
      }
    }
    if let refresh = plan.refresh {
      tableView.reconfigureRows(at: refresh.items.map { IndexPath($0) })
      for section in refresh.sections { configureHeader(tableView.headerView(forSection: section), section) }
    }
    try tableView.check()
    #expect(screen.shown == new)
  }

  @Test func inACollectionView() throws {
    let screen = try Screen()
    let collectionView = HeadlessView(.collection) { screen.shown }
    let new = try screen.change().new
    let plan = try screen.plan
    for stage in plan.stages {
      collectionView.performBatchUpdates {
        screen.list = new
        screen.model = stage.after
        collectionView.deleteSections(IndexSet(stage.changes.sections.deleted.map(\.place)))
        collectionView.insertSections(IndexSet(stage.changes.sections.inserted.map(\.place)))
        for move in stage.changes.sections.moved { collectionView.moveSection(move.from, toSection: move.to) }
        collectionView.deleteItems(at: stage.changes.items.deleted.map { IndexPath($0.place) })
        collectionView.insertItems(at: stage.changes.items.inserted.map { IndexPath($0.place) })
        for move in stage.changes.items.moved {
          collectionView.moveItem(at: IndexPath(move.from), to: IndexPath(move.to))
        }
      }
    }
    if let refresh = plan.refresh {
      collectionView.reconfigureItems(at: refresh.items.map { IndexPath($0) })
      for section in refresh.sections { configureHeader(collectionView.headerView(forSection: section), section) }
    }
    try collectionView.check()
  }

  @Test func inAViewOfOnesOwn() throws {
    let (changes, old, new) = try Screen().change()
    let next = try changes.apply(
      to: old, sectionAt: { new.sections[$0].element }, itemAt: { new[$0] })
    #expect(next == new)
    // The second track of A, which was renamed but did not move.
    let selected = ItemPlace(section: 0, item: 1)
    let now = try #require(PlaceMap(changes).newPlace(ofOld: selected))
    #expect(new[now].id == old[selected].id)
    try changes.check(old: old, new: new)
  }
}
