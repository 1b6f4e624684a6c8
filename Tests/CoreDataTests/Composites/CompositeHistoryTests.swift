import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Composite attributes in histories")
struct CompositeHistoryTests {
  private func model() -> NSManagedObjectModel {
    let model = ArticleModel.make()
    model.entitiesByName["Article"]?.attributesByName["author"]?.preservesValueInHistoryOnDeletion = true
    model.entitiesByName["Article"]?.attributesByName["title"]?.preservesValueInHistoryOnDeletion = true
    return model
  }

  @Test("An update names the attribute, and a deletion keeps its dictionary", arguments: MusicStack.types)
  func changes(type: String) throws {
    let stack = try MusicStack(type, model(), options: [NSPersistentHistoryTrackingKey: true])
    try stack.run { context in
      let author: [String: Any] = ["name": "Adams", "address": ["zip": 7]]
      let article = try context.insert("Article", ["title": "a", "author": author])
      let bare = try context.insert("Article", ["title": "b"])
      try context.save()
      article.setValue(8, forKeyPath: "author.address.zip")
      article.setValue("own", forKey: "zip")
      bare.setValue("own", forKey: "id")
      try context.save()
      context.delete(article)
      context.delete(bare)
      try context.save()
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
      let result = try context.execute(request) as? NSPersistentHistoryResult
      let transactions = try #require(result?.result as? [NSPersistentHistoryTransaction])
      let names = transactions.flatMap { $0.changes ?? [] }.compactMap { change in
        change.updatedProperties.map { $0.map(\.name).sorted().joined(separator: " ") }
      }
      #expect(names.sorted() == ["author zip", "id"])
      let tombstones = transactions.flatMap { $0.changes ?? [] }.compactMap { change in
        change.tombstone.map { described($0 as NSDictionary) }
      }
      #expect(tombstones.sorted() == ["{author: {address: {zip: 8}, name: Adams}, title: a}", "{title: b}"])
    }
  }

  /// A composite attribute has one bit, like every attribute, however many elements it has.
  @Test("The bits have one for the attribute, as if it had no elements")
  func bits() throws {
    let article = try #require(ArticleModel.make().layout.entitiesByName["Article"])
    let flat = NSEntityDescription("Article", ["id", "title", "zip", "author"].map { NSAttributeDescription($0) })
    let section = NSEntityDescription("Section", [NSAttributeDescription("title")])
    section.relate("articles", .many, to: flat, "section", .one)
    let plain = try #require(NSManagedObjectModel([section, flat]).layout.entitiesByName["Article"])
    for name in ["id", "title", "zip", "section"] {
      let (one, other) = (try #require(article.slotsByName[name]), try #require(plain.slotsByName[name]))
      #expect(HistoryBits.standard.bits(of: [one], in: article) == HistoryBits.standard.bits(of: [other], in: plain))
      #expect(HistoryBits.standard.slots(in: HistoryBits.standard.bits(of: [one], in: article), of: article) == [one])
    }
    let author = try #require(plain.slotsByName["author"])
    let own = try #require(article.slotsByName["author"])
    for element in article.parts(of: own) {
      let bits = HistoryBits.standard.bits(of: [element], in: article)
      #expect(bits == HistoryBits.standard.bits(of: [author], in: plain))
      #expect(HistoryBits.standard.slots(in: bits, of: article) == article.parts(of: own))
    }
  }
}
