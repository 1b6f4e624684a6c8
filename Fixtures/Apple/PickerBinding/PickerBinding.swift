// A picker of albums with a blank row.
import CoreData
import SectionedDataSources
import SectionedUIKit
import UIKit

nonisolated final class Album: NSManagedObject {
  @NSManaged var title: String
}

final class AlbumPickerViewController: UIViewController {
  private let picker = UIPickerView()
  private var binding: PickerBinding<FetchedList<Album>>?

  func show(_ albums: FetchedList<Album>) {
    // guide
    let rows = PickerList(albums, includesBlankRow: true)
    let binding = PickerBinding(rows, in: picker) { album in album?.title ?? "None" }
    binding.picked = { [weak self] album in self?.title = album?.title }
    self.binding = binding
    // end
  }
}
