// A collection of pictures by trip, with counts in headers, prefetched thumbnails, and dragging.
import AppKit
import SectionedAppKit
import SectionedDataSources
import SectionedViews

struct Trip: Identifiable {
  let id: Int
  var name: String
}

struct Picture: Identifiable {
  let id: Int
  var name: String
}

/// Shows a picture with its name.
final class PictureItem: NSCollectionViewItem {
  private let image = NSImageView(frame: .zero)
  private let label = NSTextField(labelWithString: "")

  override func loadView() {
    view = NSView(frame: .zero)
    view.addSubview(image)
    view.addSubview(label)
    (imageView, textField) = (image, label)
  }

  func show(_ picture: Picture, _ thumbnail: NSImage?) {
    label.stringValue = picture.name
    image.image = thumbnail
  }
}

/// Shows a trip with the number of its pictures.
final class TripHeader: NSTableCellView, NSCollectionViewElement {
  private(set) var text = ""
  func show(_ trip: Trip, count: Int) { text = "\(trip.name) (\(count))" }
}

@MainActor
final class PictureGrid {
  let trips = MemoryList<Trip, Picture>()
  let view = NSCollectionView(frame: .zero)
  private(set) var thumbnails: [Int: NSImage] = [:]
  private(set) var selected: [Int] = []
  private(set) var binding: CollectionBinding<MemoryList<Trip, Picture>>?

  init() {
    let layout = NSCollectionViewFlowLayout()
    layout.itemSize = NSSize(width: 120, height: 100)
    layout.headerReferenceSize = NSSize(width: 0, height: 24)
    view.collectionViewLayout = layout
    view.isSelectable = true
    view.allowsMultipleSelection = true
    let binding = CollectionBinding(trips, in: view)
    binding.rules.add(
      ViewRule(.cell, PictureItem.self, for: Picture.self) { [weak self] item, picture, _ in
        item.show(picture, self?.thumbnail(of: picture))
      })
    binding.rules.add(
      ViewRule(.header, TripHeader.self, for: Trip.self) { header, trip, context in
        header.show(trip, count: context.numberOfItems)
      })
    binding.prefetch = { [weak self] pictures in for picture in pictures { _ = self?.thumbnail(of: picture) } }
    binding.cancelPrefetch = { [weak self] pictures in
      for picture in pictures { self?.thumbnails[picture.id] = nil }
    }
    binding.selectionDidChange = { [weak self] pictures in self?.selected = pictures.map(\.id) }
    binding.editing = ListEditing(trips)
    self.binding = binding
  }

  private func thumbnail(of picture: Picture) -> NSImage {
    if let known = thumbnails[picture.id] { return known }
    let image = NSImage(size: NSSize(width: 120, height: 80))
    thumbnails[picture.id] = image
    return image
  }
}
