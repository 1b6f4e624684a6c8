// An outline of nested folders. The user expands, drags and deletes them.
import AppKit
import CoreData
import SectionedAppKit
import SectionedTrees
import SectionedViews

@MainActor
final class FolderWindow {
  typealias Folders = TreeFetchedResultsController<NSManagedObject>

  let folders: Folders
  let outline = NSOutlineView(frame: .zero)
  let window = NSWindow(
    contentRect: NSRect(x: 0, y: 0, width: 300, height: 500), styleMask: [.titled, .resizable], backing: .buffered,
    defer: false)
  private(set) var binding: TreeOutlineBinding<Folders>?

  init(_ context: NSManagedObjectContext) throws {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Folder")
    request.sortDescriptors = ["position", "name"].map { NSSortDescriptor(key: $0, ascending: true) }
    folders = Folders(request, parent: "parent", managedObjectContext: context)
    let scroll = NSScrollView(frame: NSRect(x: 0, y: 0, width: 300, height: 500))
    scroll.documentView = outline
    window.contentView = scroll
    showFolders(context)
    try folders.performFetch()
  }

  private func showFolders(_ context: NSManagedObjectContext) {
    // guide
    outline.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("folder")))
    outline.autosaveName = "folders"
    outline.autosaveExpandedItems = true
    var rules = ListRules()
    rules.add(
      ViewRule(.cell, LineCell.self, for: TreeRow<NSManagedObject>.self) { cell, row, _ in
        let name = row.model.value(forKey: "name") as? String ?? ""
        cell.show(row.isLeaf ? name : "\(name) (\(row.numberOfChildren))")
      })
    let binding = TreeOutlineBinding(folders, rules: rules)
    binding.treeEditing = TreeViewEditing(TreeEditing(of: folders, position: "position"))
    binding.savesExpansion(in: context)
    binding.show(in: outline)
    // end
    self.binding = binding
  }
}
