import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

/// The table of the article with a section for each day.
@MainActor
enum DaySample {
  struct Photo: Identifiable, Sendable {
    let id: Int
    var title: String
    var taken: Date
  }

  final class PhotosViewController: UITableViewController {
    typealias Photos = MemoryList<OnlySection, Photo>

    private let photos: Photos
    private var binding: TableBinding<GroupedDataSource<Photos, Date>>?

    init(_ photos: Photos) {
      self.photos = photos
      super.init(style: .plain)
    }

    required init?(coder: NSCoder) { nil }

    private static func content(_ text: String) -> UIListContentConfiguration {
      var content = UIListContentConfiguration.cell()
      content.text = text
      return content
    }

    override func viewDidLoad() {
      super.viewDidLoad()
      // guide
      let days = GroupedDataSource(photos, by: .day(of: { $0.taken }))
      var rules = ListRules()
      rules.add(.tableCell(for: Photo.self) { photo, _ in Self.content(photo.title) })
      rules.add(
        .tableView(.header, for: Date.self) { day, context in
          let name = day.formatted(date: .abbreviated, time: .omitted)
          return Self.content("\(name): \(context.numberOfItems)")
        })
      binding = TableBinding(days, in: tableView, rules: rules)
      // end
    }

    // guide
    override func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
      binding?.viewForHeader(inSection: section)
    }
    // end
  }
}

@Suite("A table whose sections are days, as the article has it")
@MainActor
struct DaySampleTests {
  /// The expected headers: the day as text, and the number of its photos.
  private func wanted(_ photos: DaySample.PhotosViewController.Photos) -> [String] {
    var days: [(name: String, count: Int)] = []
    for photo in photos.allItems {
      let name = photo.taken.formatted(date: .abbreviated, time: .omitted)
      if let index = days.firstIndex(where: { $0.name == name }) {
        days[index].count += 1
      } else {
        days.append((name, 1))
      }
    }
    return days.map { "\($0.name): \($0.count)" }
  }

  @Test("headers name the day and count its photos, after each edit", arguments: ViewRuns.seeds(4))
  func edits(seed: UInt64) throws {
    let refusals = try Refusals.recorded {
      let photos = DaySample.PhotosViewController.Photos([SectionContent(OnlySection())])
      let screen = DaySample.PhotosViewController(photos)
      let table = try #require(screen.tableView)
      let window = UIWindow(showing: table, height: 4000)
      window.isHidden = false
      var random = SeededRandom(seed: seed)
      for number in 0..<80 {
        // All times are at noon, so that the time zone does not change the day.
        let taken = Date(timeIntervalSinceReferenceDate: 43_200 + Double(random.below(5)) * 86_400)
        let ids = photos.allItems.map(\.id)
        if let id = ids.randomElement(using: &random), random.oneIn(2) {
          if random.oneIn(2) {
            try photos.remove(id)
          } else {
            try photos.update(DaySample.Photo(id: id, title: "x\(number)", taken: taken))
          }
        } else {
          try photos.append(DaySample.Photo(id: number, title: "p\(number)", taken: taken), toSection: 0)
        }
        table.layoutIfNeeded()
        let headers = (0..<table.numberOfSections).map { section in
          (table.headerView(forSection: section)?.contentConfiguration as? UIListContentConfiguration)?.text
        }
        // Groups are ordered by their first photo, and so is the expected list.
        #expect(headers == wanted(photos), "step \(number)")
      }
      withExtendedLifetime(window) {}
    }
    #expect(refusals == [])
  }
}
