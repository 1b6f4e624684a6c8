import CoreData
import Foundation
import SectionedFetchedResults

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
  container.persistentStoreDescriptions[0].type = NSInMemoryStoreType
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

func show(_ list: NotesList) {
  for section in list.allSections {
    print("\(section.object?.name ?? ""): \(section.numberOfObjects)")
    for note in section.items ?? [] { print("  \(note.text)") }
  }
}

final class Printer: SectionedFetchedResultsControllerDelegate {
  func controller(
    _ controller: NotesList, didChange section: SectionedFetchedResultsSectionInfo<Folder, Note>,
    atSectionIndex sectionIndex: Int?, for type: NSFetchedResultsChangeType, newSectionIndex: Int?
  ) {
    print("section \(sectionIndex.map(String.init) ?? "–") → \(newSectionIndex.map(String.init) ?? "–")")
  }

  func controller(
    _ controller: NotesList, didChange item: Note, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType,
    newIndexPath: IndexPath?
  ) {
    print("note \(indexPath.map { "\($0)" } ?? "–") → \(newIndexPath.map { "\($0)" } ?? "–")")
  }
}

@main struct Notes {
  @MainActor static func main() throws {
    let context = try openNotes().viewContext
    let (work, home) = (Folder(context: context), Folder(context: context))
    (work.name, home.name) = ("Work", "Home")
    let note = Note(context: context)
    (note.text, note.folder) = ("Call Ada", work)
    try context.save()

    let list = notesList(in: context)
    let printer = Printer()
    list.delegate = printer
    try list.performFetch()
    show(list)

    note.folder = home
    work.name = "Office"
    try context.save()
    show(list)
  }
}
