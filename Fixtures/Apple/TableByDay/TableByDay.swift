// Photos in a section per day, with headers that show the number of photos.
import Foundation
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import UIKit

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
