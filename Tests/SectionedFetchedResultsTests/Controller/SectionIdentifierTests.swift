import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// A company whose name the user types. So it needs an identifier of its own to be a section.
final class Company: NSManagedObject {
  var identifier: UUID? {
    get { value(forKey: "identifier") as? UUID }
    set { setValue(newValue, forKey: "identifier") }
  }

  // guide
  override func awakeFromInsert() {
    super.awakeFromInsert()
    setPrimitiveValue(UUID(), forKey: "identifier")
  }
  // end
}

/// The code of the article *Replacing a fetched results controller* about sections that no attribute identifies.
@Suite("Sections that no attribute identifies get an identifier")
@MainActor
struct SectionIdentifierTests {
  private static func makeModel(hasIdentifier: Bool) -> NSManagedObjectModel {
    let company = NSEntityDescription("Company", [NSAttributeDescription("name")])
    let contact = NSEntityDescription("Contact", [NSAttributeDescription("name")])
    if hasIdentifier {
      company.properties.append(NSAttributeDescription("identifier", .UUIDAttributeType))
      company.managedObjectClassName = NSStringFromClass(Company.self)
    }
    company.relate("contacts", .many, to: contact, "company", .one)
    return NSManagedObjectModel([company, contact])
  }

  private static func open(_ url: URL, hasIdentifier: Bool) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Contacts", managedObjectModel: makeModel(hasIdentifier: hasIdentifier))
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }

  @discardableResult
  private static func add(
    _ company: String, _ contacts: String..., to context: NSManagedObjectContext
  ) -> NSManagedObject {
    let section = NSEntityDescription.insertNewObject(forEntityName: "Company", into: context)
    section.setValue(company, forKey: "name")
    for name in contacts {
      let contact = NSEntityDescription.insertNewObject(forEntityName: "Contact", into: context)
      contact.setValue(name, forKey: "name")
      contact.setValue(section, forKey: "company")
    }
    return section
  }

  private func text(_ list: SectionedFetchedResultsController<Company, NSManagedObject>) -> String {
    list.allSections.map { section in
      let names = (section.items ?? []).compactMap { $0.value(forKey: "name") as? String }
      return "\(section.name): \(names.joined(separator: " "))"
    }
    .joined(separator: " | ")
  }

  @Test("new ones when they are made, stored ones once; it may change, and two names may be one")
  func eachGetsOne() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("contacts.sqlite")
    do {
      let container = try Self.open(url, hasIdentifier: false)
      Self.add("Acme", "Ann", "Bob", to: container.viewContext)
      Self.add("Acme", to: container.viewContext)
      try container.viewContext.save()
      let coordinator = container.persistentStoreCoordinator
      for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
    let context = try Self.open(url, hasIdentifier: true).viewContext
    // guide
    let companies = NSFetchRequest<Company>(entityName: "Company")
    companies.predicate = NSPredicate(format: "identifier == nil")
    for company in try context.fetch(companies) { company.identifier = UUID() }
    try context.save()
    // end
    let sections = NSFetchRequest<Company>(entityName: "Company")
    sections.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let contacts = NSFetchRequest<NSManagedObject>(entityName: "Contact")
    contacts.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let list = SectionedFetchedResultsController(
      itemFetchRequest: contacts, sectionFetchRequest: sections, managedObjectContext: context,
      sectionGroupingKeyPath: "company.identifier", cacheName: nil)
    list.sectionNameKeyPath = "name"
    try list.performFetch()
    #expect(["Acme: Ann Bob | Acme: ", "Acme:  | Acme: Ann Bob"].contains(text(list)))
    let new = Self.add("Born", "Cid", to: context)
    #expect(new.value(forKey: "identifier") is UUID)
    context.processPendingChanges()
    #expect(text(list).hasSuffix(" | Born: Cid"))
    let shown = text(list)
    for section in list.allSections { section.object?.identifier = UUID() }
    context.processPendingChanges()
    #expect(text(list) == shown)
  }
}
