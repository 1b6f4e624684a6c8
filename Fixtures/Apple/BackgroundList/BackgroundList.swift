// A large library that is fetched in a background context, and searched while the user types.
import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults
import SectionedUIKit
import SectionedViews
import UIKit

nonisolated final class Album: NSManagedObject {
  @NSManaged var title: String

  static func byTitle() -> NSFetchRequest<Album> {
    let request = NSFetchRequest<Album>(entityName: "Album")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    return request
  }
}

nonisolated final class Track: NSManagedObject {
  @NSManaged var title: String
  @NSManaged var seconds: Int
  @NSManaged var album: Album?

  static func byTitle() -> NSFetchRequest<Track> {
    let request = NSFetchRequest<Track>(entityName: "Track")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    return request
  }
}

nonisolated struct TrackRow: Sendable {
  var title = ""
  var seconds = 0
}

final class LibraryViewController: UITableViewController {
  typealias Library = BackgroundDataSource<Album, Track, String, TrackRow>

  private let container: NSPersistentContainer
  private let library: Library
  private var binding: TableBinding<Library>?

  init(_ container: NSPersistentContainer) {
    // guide
    let library = BackgroundDataSource(
      in: container, placeholder: TrackRow(), sectionPlaceholder: ""
    ) { context in
      SectionedFetchedResultsController<Album, Track>(
        itemFetchRequest: Track.byTitle(), sectionFetchRequest: Album.byTitle(),
        managedObjectContext: context, sectionGroupingKeyPath: "album.title", cacheName: nil)
    } section: { album in
      album?.title ?? "Singles"
    } item: { track in
      TrackRow(title: track.title, seconds: track.seconds)
    }
    // end
    self.container = container
    self.library = library
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
    var rules = ListRules()
    rules.add(.tableCell(for: TrackRow.self) { track, _ in Self.content(track.title) })
    rules.add(.tableView(.header, for: String.self) { album, _ in Self.content(album) })
    binding = TableBinding(library, in: tableView, rules: rules)
  }

  // guide
  func search(_ text: String) {
    library.changeRequests { tracks, _ in
      tracks.predicate = text.isEmpty ? nil : NSPredicate(format: "title CONTAINS[cd] %@", text)
    }
  }
  // end

  func rename(at place: ItemPlace) throws {
    // guide
    if let track = library.object(at: place, in: container.viewContext) {
      track.title = "Another title"
      try container.viewContext.save()
    }
    // end
  }

  override func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    binding?.viewForHeader(inSection: section)
  }
}
