import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData
@testable import CoreDataModel

@Suite("A request whose predicate an archive cannot hold is none: without it, it would fetch everything")
struct ModelRequestArchiveTests {
  private func request(_ predicate: NSPredicate?) -> NSFetchRequest<any NSFetchRequestResult> {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Thing")
    request.predicate = predicate
    return request
  }

  @Test("One that has no text is left out of what is written")
  func writing() throws {
    let others = NSFetchedPropertyDescription()
    others.name = "others"
    others.fetchRequest = request(NSPredicate { _, _ in false })
    let model = NSManagedObjectModel([NSEntityDescription("Thing", [NSAttributeDescription("name"), others])])
    model.setFetchRequestTemplate(request(NSPredicate { _, _ in false }), forName: "block")
    model.setFetchRequestTemplate(request(NSPredicate(format: "name == $NAME")), forName: "byName")
    model.setFetchRequestTemplate(request(nil), forName: "all")
    let back = try NSManagedObjectModel(modelCache: ArchiveModelWriter.modelCache(of: model))
    let predicates = back.fetchRequestTemplatesByName.mapValues { $0.predicate?.syntax.description ?? "none" }
    #expect(predicates == ["all": "none", "byName": "name == $NAME"])
    let read = try #require(back.entitiesByName["Thing"]?.propertiesByName["others"] as? NSFetchedPropertyDescription)
    #expect(read.fetchRequest == nil)
  }

  @Test("One of a class of the program's own, or with a text that is no predicate, is an error")
  func reading() throws {
    var builder = KeyedArchiveBuilder()
    let (own, wrong) = (builder.reserve(), builder.reserve())
    let (name, text) = (builder.string("Thing"), builder.string("name =="))
    let entity = builder.object(["NSEntityDescription"], [(key: "NSEntityName", value: name)])
    let predicate = builder.object(["ProgramPredicate", "NSPredicate"], [])
    builder.fill(own, ["NSFetchRequest"], [(key: "NSEntity", value: entity), (key: "NSPredicate", value: predicate)])
    builder.fill(
      wrong, ["NSFetchRequest"], [(key: "NSEntity", value: entity), (key: ArchivedKeys.predicate, value: text)])
    let archive = try KeyedArchive(builder.data(root: own))
    let error = #expect(throws: ModelReadingError.self) {
      _ = try ArchivedFetchRequest.request(try archive.object(own))
    }
    #expect(error?.reason == "the object \(own) of the archive has a wrong value for NSPredicate")
    #expect(throws: PredicateFormatError.self) { _ = try ArchivedFetchRequest.request(try archive.object(wrong)) }
  }

  /// If all references were followed, the two would become 2⁶⁴.
  @Test("A predicate that holds itself twice is not followed for long", .endsWithin(minutes: 20))
  func cycle() throws {
    var builder = KeyedArchiveBuilder()
    let root = builder.reserve()
    let parts = builder.array([.uid(root), .uid(root)])
    builder.fill(
      root, ["NSCompoundPredicate", "NSPredicate"],
      [(key: "NSCompoundPredicateType", value: .integer(1)), (key: "NSSubpredicates", value: parts)])
    let archive = try KeyedArchive(builder.data(root: root))
    let isRead = ArchivedPredicate.syntax(try archive.object(archive.root)) != nil
    #expect(!isRead)
    let error = #expect(throws: ModelReadingError.self) { _ = try archive.object(archive.root) }
    #expect(error?.reason == "more than 4000000 fields of the archive's objects would be read")
  }
}
