// A table of the objects of an entity. It needs only the entity's name and an order. This is the first example of
// TMSCoreDataEntityViewProtocols.
import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import UIKit

final class TracksViewController: UITableViewController {
  typealias Tracks = FetchedList<NSManagedObject>

  let tracks: Tracks
  private var binding: TableBinding<Tracks>?

  init(_ context: NSManagedObjectContext) {
    tracks = Tracks(
      entityName: "Track", sortDescriptors: [NSSortDescriptor(key: "title", ascending: true)], in: context)
    super.init(style: .plain)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    var rules = ListRules()
    rules.add(
      .tableCell(for: NSManagedObject.self) { track, _ in
        var content = UIListContentConfiguration.cell()
        content.text = track.value(forKey: "title") as? String
        return content
      })
    let binding = TableBinding(tracks, in: tableView, rules: rules)
    binding.editing = ListEditing(tracks, newItem: { track, _ in track.setValue("A new one", forKey: "title") })
    binding.animations = TableAnimations(.fade)
    self.binding = binding
    do { try tracks.performFetch() } catch { print(error) }
  }

  func addTrack() { tracks.addItem { $0.setValue("Blue", forKey: "title") } }
}
