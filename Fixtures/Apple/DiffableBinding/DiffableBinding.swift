// A source that is shown by diffable data sources of a collection and of a table.
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import UIKit

struct Note: Identifiable {
  let id: UUID
  var text: String
}

@MainActor
final class NotesScreen {
  typealias Notes = MemoryList<Folder, Note>

  struct Folder: Identifiable {
    let id: String
    var name: String
  }

  final class FolderHeader: UICollectionReusableView {
    let label = UILabel()
  }

  private let list: DiffableCollectionBinding<Notes>
  private let table: DiffableTableBinding<Notes>

  init(_ notes: Notes, _ collectionView: UICollectionView, _ tableView: UITableView) {
    // guide
    let cell = UICollectionView.CellRegistration<UICollectionViewListCell, Note> { cell, _, note in
      var content = cell.defaultContentConfiguration()
      content.text = note.text
      cell.contentConfiguration = content
    }
    list = DiffableCollectionBinding(notes, in: collectionView) { view, path, note in
      view.dequeueConfiguredReusableCell(using: cell, for: path, item: note)
    }
    // end
    // guide
    let header = UICollectionView.SupplementaryRegistration<FolderHeader>(
      elementKind: UICollectionView.elementKindSectionHeader
    ) { _, _, _ in }
    list.add(.header, header) { view, folder, context in
      view.label.text = "\(folder.name): \(context.numberOfItems)"
    }
    // end
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "note")
    table = DiffableTableBinding(notes, in: tableView) { view, path, note in
      let cell = view.dequeueReusableCell(withIdentifier: "note", for: path)
      cell.accessibilityLabel = note.text
      return cell
    }
    table.rowAnimation = .fade
    table.add(.header, UITableViewHeaderFooterView.self) { view, folder, context in
      view.textLabel?.text = "\(folder.name): \(context.numberOfItems)"
    }
    table.didUpdate = { update in print(update.changes) }
  }
}
