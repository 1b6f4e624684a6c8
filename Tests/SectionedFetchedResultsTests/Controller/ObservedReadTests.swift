import CoreData
import Foundation
import Observation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Compares readers of an observed controller's list with naive values of the parts that they have read.
@Suite("Exactly the readers of an observed list are notified whose part is another one")
struct ObservedReadTests {
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private typealias Observed = ObservableSectionedResults<NSManagedObject, NSManagedObject>
  private typealias Snapshot = SectionedSnapshot<NSManagedObjectID?, NSManagedObjectID>

  /// Returns the parts that a view may read, including sections that are gone, and indices without a section.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private static func parts(of observed: Observed, _ known: Set<NSManagedObjectID?>) -> [ReadPart] {
    let controller = observed.controller
    // The revisions of the snapshot show what changed, and the totals show what is hidden.
    func text(_ index: Int?) -> String {
      guard let index else { return "none" }
      return "\(controller.snapshot.sections[index]) of \(controller.allSections[index].totalNumberOfObjects)"
    }
    func all() -> String {
      let sections = controller.snapshot.sections.indices.map { text($0) }
      return "\(sections.joined(separator: ", ")), \(controller.allSections.totalNumberOfObjects)"
    }
    /// Returns a closure that reads a part, and then returns the text of this part of the list.
    func reading(_ read: @escaping () -> Void, _ value: @escaping () -> String) -> () -> String {
      {
        read()
        return value()
      }
    }
    func part(_ name: String, _ read: @escaping () -> Void, _ value: @escaping () -> String) -> ReadPart {
      ReadPart(name, read: reading(read, value), value: value)
    }
    let named = known.map { id in
      part("section \(id.map { "\($0)" } ?? "unmatched")") {
        let (section, snapshot) = (observed.section(for: id), controller.snapshot)
        guard let index = snapshot.sections.firstIndex(where: { $0.id == id }) else { return }
        #expect(section?.numberOfObjects == snapshot.numberOfItems(inSection: index))
      } _: {
        text(controller.snapshot.sections.firstIndex { $0.id == id })
      }
    }
    let placed = [-1, 0, 2, 30].map { index in
      part("section at \(index)") {
        let section = observed.section(at: index)
        #expect((section == nil) == !controller.allSections.indices.contains(index))
      } _: {
        let index = controller.allSections.indices.contains(index) ? index : nil
        return "\(text(index)) of \(controller.snapshot.sectionIDs)"
      }
    }
    return named + placed + [
      ReadPart("order", read: { "\(observed.sectionIDs)" }, value: { "\(controller.snapshot.sectionIDs)" }),
      ReadPart("outline", read: { "\(observed.outline)" }, value: { "\(controller.snapshot.outline)" }),
      part("sections", { _ = observed.sections }, all),
    ]
  }

  private enum Deed: CustomStringConvertible {
    case edit(MusicDeed)
    case policy(PolicyDeed)

    /// Whether the list is read again, or goes through several versions. Then a reader may be notified and read the
    /// same value.
    var isInexact: Bool {
      switch self {
      case .edit(let deed): [.reset, .rollback, .merge, .mergeAlbum, .refreshAll].contains(deed)
      case .policy(let deed): deed.isSilent || [.limitWhole, .skipOne, .noWholeLimit].contains(deed)
      }
    }

    var description: String {
      switch self {
      case .edit(let deed): "\(deed)"
      case .policy(let deed): "\(deed)"
      }
    }
  }

  @Test(arguments: TestSeeds.seeds(12))
  func random(seed: UInt64) throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    var random = SeededRandom(seed: seed)
    let deeds = MusicDeed.allCases.map { Deed.edit($0) } + PolicyDeed.allCases.map { Deed.policy($0) }
    let library = try MusicLibrary()
    let controller = library.controller()
    controller.itemFetchRequest.sortDescriptors = PolicyDeed.order(true)
    controller.sectionFetchRequest.sortDescriptors = PolicyDeed.order(true)
    let (hand, observed) = try library.run {
      let hand = try MusicHand(.large, in: library)
      let observed = Observed(controller)
      try observed.performFetch()
      return (hand, observed)
    }
    var known: Set<NSManagedObjectID?> = [nil]
    var exact = 0
    for step in 0..<max(8, TestSeeds.rounds(160)) {
      let deed = random.one(of: deeds)
      try library.run {
        try hand.look()
        library.context.processPendingChanges()
        known.formUnion(controller.snapshot.sectionIDs)
        let comment = "seed \(seed), step \(step), \(deed)"
        let parts = Self.parts(of: observed, known)
        let mistakes = try ReadPart.mistakes(of: parts, isExact: !deed.isInexact, comment) {
          switch deed {
          case .edit(let deed): try deed.perform(hand)
          case .policy(let deed): try deed.perform(on: controller)
          }
          library.context.processPendingChanges()
        }
        #expect(mistakes == [])
        // After a reset, the list does not change until a fetch.
        if deed.isInexact { try controller.performFetch() } else { exact += 1 }
      }
      library.context.processEverything()
    }
    #expect(exact > 1)
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private func notified(
    _ fixture: LibraryFixture, _ read: @escaping (Observed) -> Void, _ edits: () throws -> Void
  ) throws -> Int {
    try fixture.library.run {
      let observed = Observed(fixture.controller)
      let reader = PartReader("") { read(observed) }
      try edits()
      fixture.library.context.processPendingChanges()
      return withExtendedLifetime(observed) { reader.timesNotified }
    }
  }

  @Test func aFoldedSectionCountsItsItemsForItsReadersAlone() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let fixture = try LibraryFixture { $0.itemLimit = .none }
    let ids = fixture.library.run { fixture.albums.map(\.objectID) }
    func insert() { fixture.library.track("a3", 3, in: fixture.albums[0]) }
    #expect(try notified(fixture, { _ = $0.section(for: ids[0])?.totalNumberOfObjects }, insert) == 1)
    #expect(try notified(fixture, { _ = $0.section(for: ids[1]) }, insert) == 0)
    #expect(try notified(fixture, { _ = $0.outline }, insert) == 0)
    #expect(try notified(fixture, { _ = $0.section(for: ids[0]) }) { fixture.controller.itemLimit = .all } == 1)
    #expect(try notified(fixture, { _ = $0.section(for: ids[1]) }) { fixture.controller.itemLimit = .none } == 0)
  }

  /// The fetch limit of the whole list removes an item of another section.
  @Test func anOuterLimitTouchesTheSectionThatLosesAnItem() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let fixture = try LibraryFixture { $0.itemFetchRequest.fetchLimit = 3 }
    let ids = fixture.library.run { fixture.albums.map(\.objectID) }
    var number = 3
    func insert() {
      number += 1
      fixture.library.track("a\(number)", -number, in: fixture.albums[0])
    }
    #expect(try notified(fixture, { _ = $0.section(for: ids[2]) }, insert) == 1)
    #expect(try notified(fixture, { _ = $0.section(for: ids[2]) }, insert) == 0)
  }

  /// Section C is not shown, because no item of it is among the first two.
  @Test func aTotalOfASectionThatIsNotShownNotifiesTheReadersOfTheWholeList() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let fixture = try LibraryFixture {
      $0.itemFetchRequest.fetchLimit = 2
      $0.showsEmptySections = false
      $0.aggregates = [.sum("position")]
    }
    let ids = fixture.library.run { fixture.albums.map(\.objectID) }
    var position = 3
    func edit() {
      position += 1
      fixture.tracks[2].setValue(position, forKey: "position")
    }
    func insert() { fixture.library.track("c2", 9, in: fixture.albums[2]) }
    #expect(try notified(fixture, { _ = $0.sections.value(of: .sum("position")) }, edit) == 1)
    #expect(try notified(fixture, { _ = $0.section(for: ids[0]) }, edit) == 0)
    #expect(try notified(fixture, { _ = $0.sections.totalNumberOfObjects }, insert) == 1)
    #expect(try notified(fixture, { _ = $0.outline }, insert) == 0)
  }

  @Test func aValueThatChangesNotifiesTheReadersOfItsSection() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let fixture = try LibraryFixture {
      $0.itemLimit = .none
      $0.aggregates = [.sum("position")]
    }
    let ids = fixture.library.run { fixture.albums.map(\.objectID) }
    var position = 3
    func edit() {
      position += 1
      fixture.tracks[1].setValue(position, forKey: "position")
    }
    #expect(try notified(fixture, { _ = $0.section(for: ids[0])?.value(of: .sum("position")) }, edit) == 1)
    #expect(try notified(fixture, { _ = $0.section(for: ids[1]) }, edit) == 0)
    #expect(try notified(fixture, { _ = $0.outline }, edit) == 0)
  }

  /// The sum of A stays while a title changes, and while items of other sections do.
  @Test func aReaderOfOneSumIsNotifiedOfThatAlone() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let fixture = try LibraryFixture { $0.aggregates = [.sum("position"), .max("title")] }
    let ids = fixture.library.run { fixture.albums.map(\.objectID) }
    let sum: (Observed) -> Void = { _ = $0.value(of: .sum("position"), forSection: ids[0]) }
    let whole: (Observed) -> Void = { _ = $0.value(of: .sum("position")) }
    #expect(try notified(fixture, sum) { fixture.tracks[1].setValue("a9", forKey: "title") } == 0)
    #expect(try notified(fixture, sum) { fixture.tracks[2].setValue(4, forKey: "position") } == 0)
    #expect(try notified(fixture, whole) { fixture.tracks[2].setValue(5, forKey: "position") } == 1)
    #expect(try notified(fixture, sum) { fixture.tracks[1].setValue(3, forKey: "position") } == 1)
    #expect(try notified(fixture, whole) { fixture.tracks[1].setValue(fixture.albums[1], forKey: "album") } == 0)
    // Folding changes no value; a fetch that leaves items out does, and so does a section that leaves.
    #expect(try notified(fixture, sum) { fixture.controller.setAllFolded(true) } == 0)
    #expect(try notified(fixture, whole) { fixture.library.context.delete(fixture.tracks[1]) } == 1)
    #expect(try notified(fixture, sum) { fixture.library.context.delete(fixture.albums[0]) } == 1)
  }

  /// A section that does not exist comes, moves, and leaves.
  @Test func aReaderOfASectionThatIsNotThereIsNotifiedWhenItComes() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let fixture = try LibraryFixture { $0.showsEmptySections = false }
    let ids = fixture.library.run { fixture.albums.map(\.objectID) }
    let read: (Observed) -> Void = { _ = $0.section(for: ids[1]) }
    #expect(try notified(fixture, read) { fixture.tracks[2].setValue("c2", forKey: "title") } == 0)
    #expect(try notified(fixture, read) { fixture.tracks[2].setValue(fixture.albums[1], forKey: "album") } == 1)
    // Another section passes it.
    #expect(try notified(fixture, read) { fixture.albums[0].setValue(9, forKey: "position") } == 0)
    #expect(try notified(fixture, read) { fixture.tracks[2].setValue(fixture.albums[2], forKey: "album") } == 1)
  }

  /// The save gives album D and its track their permanent IDs; the list is the same.
  @Test func newIDsNotifyTheReadersOfTheirSectionsAlone() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let fixture = try LibraryFixture()
    let (library, ids) = (fixture.library, fixture.library.run { fixture.albums.map(\.objectID) })
    var known = Set<NSManagedObjectID?>()
    func insert(_ name: String) {
      let album = library.album(name, 3)
      library.track(name.lowercased(), 0, in: album)
      library.context.processPendingChanges()
      known = Set(fixture.controller.snapshot.sectionIDs).subtracting(ids)
    }
    for (name, read, times) in [
      ("D", { (observed: Observed) in for id in known { _ = observed.section(for: id) } }, 1),
      ("E", { _ = $0.section(for: ids[0]) }, 0), ("F", { _ = $0.sectionIDs }, 1),
    ] as [(String, (Observed) -> Void, Int)] {
      library.run { insert(name) }
      #expect(try notified(fixture, read) { try library.context.save() } == times, "\(name)")
    }
  }

  /// The reader reads the list in the middle of the change of which it is notified, and again afterwards.
  @Test func aReaderThatReadsWhenItIsNotifiedIsNotifiedOfTheNextChange() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let fixture = try LibraryFixture()
    fixture.library.run {
      let observed = Observed(fixture.controller)
      let id = fixture.albums[0].objectID
      let reader = EagerReader { observed.section(for: id)?.items?.map(MusicLibrary.name) ?? [] }
      for title in ["x", "y", "z"] {
        fixture.tracks[0].setValue(title, forKey: "title")
        fixture.library.context.processPendingChanges()
      }
      #expect(reader.read == [["a1", "a2"], ["x", "a2"], ["y", "a2"], ["z", "a2"]])
    }
  }

  /// Unchecked: everything happens on the context's queue.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private final class EagerReader: @unchecked Sendable {
    private(set) var read: [[String]] = []
    private let body: () -> [String]

    init(_ body: @escaping () -> [String]) {
      self.body = body
      look()
    }

    private func look() {
      read.append(withObservationTracking(body) { [weak self] in self?.look() })
    }
  }

  @Test func aListThatIsFetchedSilentlyOrResetNotifiesEachReader() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let fixture = try LibraryFixture()
    let ids = fixture.library.run { fixture.albums.map(\.objectID) }
    let read: (Observed) -> Void = { _ = $0.section(for: ids[1]) }
    #expect(try notified(fixture, read) { try fixture.controller.performFetch(reporting: false) } == 1)
    #expect(try notified(fixture, read) { fixture.library.context.reset() } == 1)
  }
}
