import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import UIKit

nonisolated final class Folder: NSManagedObject {
  /// Distinguishes folders; the list groups notes by it.
  var identifier: String {
    get { value(forKey: "identifier") as? String ?? "" }
    set { setValue(newValue, forKey: "identifier") }
  }

  var name: String {
    get { value(forKey: "name") as? String ?? "" }
    set { setValue(newValue, forKey: "name") }
  }

  override func awakeFromInsert() {
    super.awakeFromInsert()
    identifier = UUID().uuidString
  }
}

nonisolated final class Note: NSManagedObject {
  var text: String {
    get { value(forKey: "text") as? String ?? "" }
    set { setValue(newValue, forKey: "text") }
  }

  /// Where it stands in its folder: above all that have a greater one.
  var position: Double {
    get { value(forKey: "position") as? Double ?? 0 }
    set { setValue(newValue, forKey: "position") }
  }

  var folder: Folder? {
    get { value(forKey: "folder") as? Folder }
    set { setValue(newValue, forKey: "folder") }
  }

  override func awakeFromInsert() {
    super.awakeFromInsert()
    position = Date().timeIntervalSinceReferenceDate
  }
}

func notesModel() -> NSManagedObjectModel {
  func attribute(_ name: String, _ type: NSAttributeType, _ value: Any) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = false
    attribute.defaultValue = value
    return attribute
  }
  let folder = NSEntityDescription()
  folder.name = "Folder"
  folder.managedObjectClassName = NSStringFromClass(Folder.self)
  let note = NSEntityDescription()
  note.name = "Note"
  note.managedObjectClassName = NSStringFromClass(Note.self)

  let notes = NSRelationshipDescription()
  notes.name = "notes"
  notes.destinationEntity = note
  notes.deleteRule = .cascadeDeleteRule
  let owner = NSRelationshipDescription()
  owner.name = "folder"
  owner.destinationEntity = folder
  owner.maxCount = 1
  (notes.inverseRelationship, owner.inverseRelationship) = (owner, notes)

  folder.properties = [
    attribute("identifier", .stringAttributeType, ""), attribute("name", .stringAttributeType, ""), notes,
  ]
  note.properties = [
    attribute("text", .stringAttributeType, ""), attribute("position", .doubleAttributeType, 0.0), owner,
  ]
  let model = NSManagedObjectModel()
  model.entities = [folder, note]
  return model
}

func openNotes() throws -> NSPersistentContainer {
  let container = NSPersistentContainer(name: "Notes", managedObjectModel: notesModel())
  var failure: (any Error)?
  container.loadPersistentStores { _, error in failure = error }
  if let failure { throw failure }
  return container
}

typealias NotesList = SectionedFetchedResultsController<Folder, Note>

func notesList(in context: NSManagedObjectContext) -> NotesList {
  let notes = NSFetchRequest<Note>(entityName: "Note")
  notes.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
  let folders = NSFetchRequest<Folder>(entityName: "Folder")
  folders.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
  return NotesList(
    itemFetchRequest: notes, sectionFetchRequest: folders, managedObjectContext: context,
    sectionGroupingKeyPath: "folder.identifier", cacheName: nil)
}

final class NotesViewController: UITableViewController {
  let list: NotesList

  init(_ list: NotesList) {
    self.list = list
    super.init(style: .insetGrouped)
    title = "Notes"
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "note")
    addButtons()
    list.delegate = self
    do { try list.performFetch() } catch { show(error) }
  }

  func show(_ error: any Error) {
    let alert = UIAlertController(title: nil, message: error.localizedDescription, preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "OK", style: .default))
    present(alert, animated: true)
  }

  override func numberOfSections(in tableView: UITableView) -> Int { list.allSections.count }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    list.allSections[section].numberOfObjects
  }

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    list.allSections[section].object?.name
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "note", for: indexPath)
    configure(cell, with: list.object(at: indexPath))
    return cell
  }

  private func configure(_ cell: UITableViewCell?, with note: Note) {
    var content = UIListContentConfiguration.cell()
    content.text = note.text
    cell?.contentConfiguration = content
  }
}

extension NotesViewController: @MainActor SectionedFetchedResultsControllerDelegate {
  func controllerWillChangeContent(_ controller: NotesList) { tableView.beginUpdates() }

  func controller(
    _ controller: NotesList, didChange section: SectionedFetchedResultsSectionInfo<Folder, Note>,
    atSectionIndex sectionIndex: Int?, for type: NSFetchedResultsChangeType, newSectionIndex: Int?
  ) {
    switch (sectionIndex, newSectionIndex) {
    case (nil, let new?): tableView.insertSections([new], with: .automatic)
    case (let old?, let new?): tableView.moveSection(old, toSection: new)
    case (let old?, nil) where type == .delete: tableView.deleteSections([old], with: .automatic)
    default: break
    }
  }

  func controller(
    _ controller: NotesList, didChange item: Note, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType,
    newIndexPath: IndexPath?
  ) {
    switch (indexPath, newIndexPath) {
    case (nil, let new?): tableView.insertRows(at: [new], with: .automatic)
    case (let old?, let new?): tableView.moveRow(at: old, to: new)
    case (let old?, nil) where type == .delete: tableView.deleteRows(at: [old], with: .automatic)
    default: break
    }
  }

  func controllerDidChangeContent(_ controller: NotesList) { tableView.endUpdates() }

  func controller(_ controller: NotesList, didChangeContentWith changes: NotesList.ChangeSet) {
    for change in changes.items.updated { refreshRow(at: change.new) }
    for change in changes.items.moved { refreshRow(at: change.to) }
    for index in changes.sections.updated.map(\.new) + changes.sections.moved.map(\.to) {
      var content = UIListContentConfiguration.groupedHeader()
      content.text = list.allSections[index].object?.name
      tableView.headerView(forSection: index)?.contentConfiguration = content
    }
  }

  private func refreshRow(at place: ItemPlace) {
    let path = IndexPath(row: place.item, section: place.section)
    configure(tableView.cellForRow(at: path), with: list.object(at: path))
  }

  func controller(_ controller: NotesList, didFailWith error: any Error) { show(error) }
}

extension NotesViewController {
  private var context: NSManagedObjectContext { list.managedObjectContext }

  private func save() {
    do { try context.save() } catch { show(error) }
  }

  func addButtons() {
    let folder = UIAction(title: "Folder", image: UIImage(systemName: "folder.badge.plus")) { [weak self] _ in
      self?.ask(for: "Folder") { name, context in Folder(context: context).name = name }
    }
    let note = UIAction(title: "Note", image: UIImage(systemName: "square.and.pencil")) { [weak self] _ in
      guard let folder = self?.list.allSections.first?.object else { return }
      self?.ask(for: "Note") { text, context in
        let note = Note(context: context)
        (note.text, note.folder) = (text, folder)
      }
    }
    navigationItem.leftBarButtonItem = editButtonItem
    navigationItem.rightBarButtonItems = [UIBarButtonItem(primaryAction: note), UIBarButtonItem(primaryAction: folder)]
  }

  private func ask(for title: String, then add: @escaping (String, NSManagedObjectContext) -> Void) {
    let alert = UIAlertController(title: title, message: nil, preferredStyle: .alert)
    alert.addTextField()
    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
    alert.addAction(
      UIAlertAction(title: "Add", style: .default) { [weak self, weak alert] _ in
        guard let self, let text = alert?.textFields?.first?.text else { return }
        add(text, context)
        save()
      })
    present(alert, animated: true)
  }

  override func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    guard editingStyle == .delete else { return }
    context.delete(list.object(at: indexPath))
    save()
  }

  override func tableView(_ tableView: UITableView, moveRowAt source: IndexPath, to destination: IndexPath) {
    let reordering = ListReordering(of: list, position: "position")
    do { try reordering.move(from: source, to: destination) } catch { show(error) }
    save()
  }
}

@main final class App: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    do {
      let container = try openNotes()
      window.rootViewController = UINavigationController(
        rootViewController: NotesViewController(notesList(in: container.viewContext)))
    } catch {
      fatalError("The notes cannot be opened: \(error)")
    }
    window.makeKeyAndVisible()
    self.window = window
    return true
  }
}
