import CoreData
import Foundation

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

@main struct Notes {
  @MainActor static func main() throws {
    let context = try openNotes().viewContext
    let work = Folder(context: context)
    work.name = "Work"
    try context.save()
    print("\(work.name) is saved.")
  }
}
