import CoreData
import Foundation

/// The steps of a tutorial about Core Data: a stack, folders and notes, a fetch, a change, a deletion.
///
/// The classes are as Xcode writes them: `Folder` by hand, `Note` by hand with generated properties, `Tag` generated.
@main struct NotesApp {
  static func main() throws {
    let container = NSPersistentContainer(name: "Notes")
    if let file = CommandLine.arguments.dropFirst().first {
      container.persistentStoreDescriptions[0].url = URL(fileURLWithPath: file)
    }
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    let tutorial = Tutorial(context: container.viewContext)
    tutorial.report("opened")
    try tutorial.add()
    try tutorial.change()
    try tutorial.delete()
    try tutorial.group()
  }
}

struct Tutorial {
  let context: NSManagedObjectContext

  func add() throws {
    let folder = Folder(context: context)
    folder.name = "Recipes"
    folder.order += 9
    folder.color = .green
    let tags = ["easy", "sweet"].map { name in
      let tag = Tag(context: context)
      tag.name = name
      return tag
    }
    for title in ["Cake", "Soup", "Tea"] {
      let note = Note(context: context)
      note.title = title
      note.created = Date(timeIntervalSinceReferenceDate: 0)
      note.price = NSDecimalNumber(string: "1.25")
      note.link = URL(string: "https://example.com/\(title)")
      note.folder = folder
      note.addToTags(tags[0])
    }
    (folder.notes?.firstObject as? Note)?.addToTags(NSSet(array: tags))
    try context.save()
    report("added")
  }

  func change() throws {
    let request: NSFetchRequest<Folder> = Folder.fetchRequest()
    request.predicate = NSPredicate(format: "name == %@", "Recipes")
    guard let folder = try context.fetch(request).first, let last = folder.notes?.lastObject as? Note else { return }
    folder.open(at: Date(timeIntervalSinceReferenceDate: 60))
    folder.removeFromNotes(last)
    folder.insertIntoNotes(last, at: 0)
    last.body = "Boil water."
    last.pinned.toggle()
    last.rating = 4.5
    try context.save()
    report("changed")
  }

  func delete() throws {
    let request: NSFetchRequest<Tag> = Tag.fetchRequest()
    request.predicate = NSPredicate(format: "name == %@", "easy")
    for tag in try context.fetch(request) { context.delete(tag) }
    try context.save()
    report("deleted")
  }

  func group() throws {
    let request: NSFetchRequest<Note> = Note.fetchRequest()
    request.predicate = NSPredicate(format: "folder.name == %@", "Recipes")
    request.sortDescriptors = [NSSortDescriptor(keyPath: \Note.title, ascending: true)]
    let list = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "initial", cacheName: nil)
    try list.performFetch()
    print("grouped:", (list.sections ?? []).map { "\($0.name) \($0.numberOfObjects)" })
  }

  func report(_ step: String) {
    print("\(step):")
    let request: NSFetchRequest<Folder> = Folder.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(keyPath: \Folder.order, ascending: true)]
    for folder in (try? context.fetch(request)) ?? [] {
      print("  \(folder.order) \(folder.name) \(folder.color)")
      for case let note as Note in folder.notes ?? [] {
        let text = note.body.map { ": \($0)" } ?? ""
        print("    \(note.pinned ? "*" : "-") \(note.title ?? "")\(text) \(note.tagNames)")
      }
    }
  }
}
