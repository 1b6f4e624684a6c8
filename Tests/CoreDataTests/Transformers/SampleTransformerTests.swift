import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData

/// A class of a program whose store was written on an Apple platform.
final class SampleText: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let text: String

  init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "text") else { return nil }
    self.text = text as String
  }

  func encode(with coder: NSCoder) { coder.encode(text as NSString, forKey: "text") }
}

final class SampleTransformer: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {
  override class var allowedTopLevelClasses: [AnyClass] { [SampleText.self] }
}

@Suite("Archives in a store of Apple's", .enabled(if: ModelSamples.areThere, ModelSamples.reason))
struct SampleTransformerTests {
  /// Runs in a process of its own, because other tests read the same sample without this class.
  @Test("Each page's content is read", .startsProcesses)
  func pages() async {
    await #expect(processExitsWith: .success) { try Self.readPages() }
  }

  private static func readPages() throws {
    NSKeyedUnarchiver.setClass(SampleText.self, forClassName: "Content")
    let sample = try #require(ModelSamples.storesWithModel.first { $0.lastPathComponent == "SampleModel2_V1.sqlite" })
    let folder = try TemporaryFolder()
    let url = try folder.copy(sample)
    let model = try NSManagedObjectModel(modelCache: ModelSamples.modelCache(of: sample))
    let name = try #require(model.entitiesByName["Page"]?.attributesByName["content"]?.valueTransformerName)
    ValueTransformer.setValueTransformer(SampleTransformer(), forName: NSValueTransformerName(name))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait { () throws in
      let pages = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Page"))
      let texts = pages.compactMap { ($0.value(forKey: "content") as? SampleText)?.text }
      #expect(pages.count > 4_000 && texts.count == pages.count)
      #expect(texts.allSatisfy { $0.hasPrefix("content for page ") })
    }
  }
}
