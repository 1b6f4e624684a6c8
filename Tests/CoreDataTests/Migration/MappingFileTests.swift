import Foundation
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

/// Makes objects of the cars' makers, like the policy of the sample. The sample calls its policy `REPLACE_AT_RUNTIME`.
final class MakerPolicy: NSEntityMigrationPolicy {
  static let name = String(reflecting: MakerPolicy.self)

  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    guard let name = sInstance.value(forKey: "maker") as? String else { return }
    let request = NSFetchRequest<NSManagedObject>(entityName: "Maker")
    request.predicate = NSPredicate(format: "name == %@", name)
    let maker =
      try manager.destinationContext.fetch(request).first
      ?? NSEntityDescription.insertNewObject(forEntityName: "Maker", into: manager.destinationContext)
    maker.setValue(name, forKey: "name")
    let cars = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance])
    maker.mutableSetValue(forKey: "cars").addObjects(from: cars)
  }
}

/// Makes a colour of a post's text, like the policy of the sample app.
final class PostPolicy: NSEntityMigrationPolicy {
  static let name = String(reflecting: PostPolicy.self)

  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    let posts = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance])
    let color = NSEntityDescription.insertNewObject(forEntityName: "Color", into: manager.destinationContext)
    color.setValue(sInstance.value(forKey: "hexColor"), forKey: "hex")
    posts.first?.setValue(color, forKey: "color")
  }
}

@Suite("Mapping models in files", .enabled(if: ModelSamples.areThere, ModelSamples.reason))
struct MappingFileTests {
  private let stores = (ModelSamples.root ?? URL(fileURLWithPath: "/")).appendingPathComponent("stores")
  private let cars = "alemar11+CoreDataPlus/Tests/Resources/SampleModel/"

  private func text(_ mapping: NSMappingModel) -> [String] {
    mapping.entityMappings.flatMap { entity in
      let properties = (entity.attributeMappings ?? []) + (entity.relationshipMappings ?? [])
      return [
        "\(entity.name ?? ""): \(entity.sourceEntityName ?? "") → \(entity.destinationEntityName ?? "") by "
          + "\(entity.entityMigrationPolicyClassName ?? "") \(entity.mappingType) "
          + "of \(entity.sourceExpression?.description ?? "")"
      ] + properties.map { "  \($0.name ?? "") = \($0.valueExpression?.description ?? "")" }
    }
  }

  /// Copies a store, the versions of its model and its mapping models into a folder.
  private func copy(_ paths: [String]) throws -> MigratingStore {
    let folder = try MigratingStore()
    var copied: [URL] = []
    for path in paths {
      let url = folder.folder.file(URL(fileURLWithPath: path).lastPathComponent)
      try FileManager.default.copyItem(at: stores.appendingPathComponent(path), to: url)
      copied.append(url)
    }
    let store = try #require(copied.first { ["sqlite", "moody"].contains($0.pathExtension) })
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: store.path)
    return folder.at(store)
  }

  private func migrate(
    _ store: MigratingStore, to model: NSManagedObjectModel, infers: Bool = false
  ) throws {
    let options = try StoreOptions([
      NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: infers,
    ])
    let opening = StoreOpening(url: store.url, model: model, entityIndices: Set(model.entities.indices))
    model.compile()
    let bundle = try #require(Bundle(url: store.folder.url))
    try StoreMigrator(opening: opening, kind: SQLiteStoreKind(), options: options, bundles: [bundle]).run()
  }

  /// Xcode generates some expressions when it compiles a mapping model. We generate the same ones when we read its
  /// source.
  @Test func theSourceSaysWhatIsCompiled() throws {
    let source = try MappingFile(stores.appendingPathComponent(cars + "MappingModels/V2toV3.xcmappingmodel"))
    let compiled = try MappingFile(stores.appendingPathComponent(cars + "Fixtures/V2toV3.cdm"))
    #expect(text(source.mapping) == text(compiled.mapping))
    #expect(text(source.mapping).count == 31)
    #expect(source.fits(compiled.source, compiled.destination))
    #expect(compiled.fits(source.source, source.destination))
    #expect(!source.fits(compiled.destination, compiled.source))
  }

  @Test func allSamplesAreRead() throws {
    let all = FileManager.default.enumerator(at: ModelSamples.root ?? stores, includingPropertiesForKeys: nil)
    var names: [String] = []
    while let url = all?.nextObject() as? URL {
      guard url.pathExtension == "xcmappingmodel" else { continue }
      let path = url.path.dropFirst((ModelSamples.root?.path.count ?? 0) + 1).split(separator: "/")
      names.append("\(path[1]) \(url.deletingPathExtension().lastPathComponent)")
      let file = try MappingFile(url)
      let manager = NSMigrationManager(sourceModel: file.source, destinationModel: file.destination)
      for mapping in file.mapping.entityMappings ?? [] {
        mapping.entityMigrationPolicyClassName = nil
        _ = try MigrationStep(mapping, manager)
      }
      #expect(NSMappingModel(contentsOf: url)?.entityMappings.count == file.mapping.entityMappings.count)
    }
    for name in Self.samples { #expect(names.contains(name), "\(name)") }
  }

  /// The mapping models that must be among the samples.
  private static let samples = [
    "JohnEstropia+CoreStore Advanced.EvolutionDemo.V1.FromV2",
    "JohnEstropia+CoreStore Advanced.EvolutionDemo.V2.FromV1",
    "alemar11+CoreDataPlus V2toV3",
    "hwaxxer+BookMigration Model1_to_Model2",
    "hwaxxer+BookMigration Model2_to_Model3",
    "hwaxxer+BookMigration Model2_to_Model3_User",
    "objcio+core-data Moody 2-Moody 3",
    "objcio+core-data Moody 3-Moody 4",
    "objcio+core-data Moody 4-Moody 5",
    "objcio+core-data Moody 5-Moody 6",
    "wibosco+CoreDataMigration-Example Migration1to2",
    "wibosco+CoreDataMigration-Example Migration2to3",
  ]

  @Test func userInfoComesAlong() throws {
    let folder = (ModelSamples.root ?? stores).appendingPathComponent(
      "stores-recent/hwaxxer+BookMigration/BookMigration")
    for (name, expected) in [
      "Model1_to_Model2": ["2"], "Model2_to_Model3": ["3"], "Model2_to_Model3_User": [],
    ] as [String: [String]] {
      let file = try MappingFile(folder.appendingPathComponent("\(name).xcmappingmodel"))
      let infos = file.mapping.entityMappings.flatMap { mapping in
        let properties = (mapping.attributeMappings ?? []) + (mapping.relationshipMappings ?? [])
        return [mapping.userInfo] + properties.map(\.userInfo)
      }
      let versions = infos.compactMap { $0?["modelVersion"] as? String }
      #expect(versions == expected, "\(name)")
    }
  }

  /// Relationships that are set by the fields Key Path and Mapping Name of Xcode's editor. Without these they would be
  /// lost.
  @Test func keyPathsAndMappingNames() throws {
    let file = try MappingFile(
      stores.appendingPathComponent("objcio+core-data/Migrations/Migrations/Moody 2-Moody 3.xcmappingmodel"))
    var found: [String] = []
    for mapping in file.mapping.entityMappings {
      for property in mapping.relationshipMappings ?? [] {
        guard let text = property.valueExpression?.description, text.contains("destinationInstances") else { continue }
        found.append("\(mapping.destinationEntityName ?? "").\(property.name ?? "") = \(text)")
      }
    }
    let made = "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\","
    for line in [
      "Mood.continent = \(made) \"ContinentToContinent\", $source.country.continent)",
      "Mood.country = \(made) \"CountryToCountry\", $source.country)",
      "Continent.moods = \(made) \"MoodToMood\", $source.countries.@distinctUnionOfSets.moods)",
    ] {
      #expect(found.contains(line), "\(line) in \(found)")
    }
  }

  @Test func carsGetMakers() throws {
    let store = try copy([
      cars + "Fixtures/SampleModel_V2.sqlite", cars + "Fixtures/SampleModel.momd", cars + "Fixtures/V2toV3.cdm",
    ])
    let file = try MappingFile(store.folder.file("V2toV3.cdm"))
    for mapping in file.mapping.entityMappings where mapping.entityMigrationPolicyClassName != nil {
      mapping.entityMigrationPolicyClassName = MakerPolicy.name
    }
    let manager = NSMigrationManager(sourceModel: file.source, destinationModel: file.destination)
    let new = store.folder.file("V3.sqlite")
    let before = try store.contents(file.source)
    try manager.migrateStore(from: store.url, type: .sqlite, mapping: file.mapping, to: new, type: .sqlite)
    let after = try store.at(new).contents(file.destination)
    #expect(try store.at(new).problems(file.destination) == [])
    for name in ["Car", "SportCar", "LuxuryCar", "Person"] {
      #expect(after.objects[name]?.count == before.objects[name]?.count)
    }
    func makers(_ contents: StoreContents, _ maker: ([String: String]) -> String?) -> [String] {
      ["Car", "SportCar", "LuxuryCar"].flatMap { name in
        (contents.objects[name] ?? [:]).values.map { "\($0["numberPlate"] ?? "") \(maker($0) ?? "")" }
      }.sorted()
    }
    let names = Dictionary(
      uniqueKeysWithValues: (after.objects["Maker"] ?? [:]).map { ("Maker\($0.key)", $0.value["name"]) })
    #expect(
      makers(before) { $0["maker"] }
        == makers(after) { values in
          values["createdBy"] == "nil" ? "nil" : values["createdBy"].flatMap { names[$0] ?? nil }
        })
    #expect(names.count > 1)
    // The owner of a car is also a previous owner.
    for (_, values) in after.objects["Car"] ?? [:] where values["owner"] != "nil" {
      #expect(values["previousOwners"] == "[\"\(values["owner"] ?? "")\"]")
    }
  }

  @Test func postsGetColors() throws {
    let folder = "wibosco+CoreDataMigration-Example/CoreDataMigration-Example"
    let store = try copy([
      "\(folder)Tests/Resources/SQLite/CoreDataMigration_Example_2.sqlite",
      "\(folder)/CoreData/Model/CoreDataMigration_Example.xcdatamodeld",
      "\(folder)/CoreData/Migration/Mappings/Migration2to3.xcmappingmodel",
    ])
    let file = try MappingFile(store.folder.file("Migration2to3.xcmappingmodel"))
    for mapping in file.mapping.entityMappings where mapping.entityMigrationPolicyClassName != nil {
      mapping.entityMigrationPolicyClassName = PostPolicy.name
    }
    let manager = NSMigrationManager(sourceModel: file.source, destinationModel: file.destination)
    let new = store.folder.file("3.sqlite")
    try manager.migrateStore(from: store.url, type: .sqlite, mapping: file.mapping, to: new, type: .sqlite)
    #expect(try store.at(new).problems(file.destination) == [])
    func posts(_ store: MigratingStore, _ model: NSManagedObjectModel, color: String) throws -> [String] {
      try store.with(model, migrates: false) { context in
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Post")).map { post in
          ["postID", "date", color].map { key in post.value(forKeyPath: key).map { "\($0)" } ?? "nil" }
            .joined(separator: " ")
        }.sorted()
      }
    }
    let before = try posts(store, file.source, color: "hexColor")
    #expect(try posts(store.at(new), file.destination, color: "color.hex") == before)
    #expect(before.count > 1)
  }

  /// The fifth version stores the number of a country's continent, and has no continents.
  @Test(arguments: [true, false]) func aStoreIsMigratedByAMappingModelWhenItIsOpened(_ infers: Bool) throws {
    let folder = "objcio+core-data/Migrations/"
    let store = try copy([
      folder + "MigrationsTests/Moody 4.moody", folder + "Migrations/Moody.xcdatamodeld",
      folder + "Migrations/Moody 4-Moody 5.xcmappingmodel",
    ])
    let versions = store.folder.file("Moody.xcdatamodeld")
    let old = try NSManagedObjectModel(reading: versions.appendingPathComponent("Moody 4.xcdatamodel"))
    func continents(_ model: NSManagedObjectModel, _ key: String) throws -> [String] {
      try store.with(model, migrates: false) { context in
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Country")).map { country in
          let number = country.value(forKeyPath: key).map { "\($0)" } ?? "nil"
          let moods = (country.value(forKey: "moods") as? NSSet)?.count ?? 0
          return "\(country.value(forKey: "numericISO3166Code") ?? "") \(number) \(moods)"
        }.sorted()
      }
    }
    let before = try continents(old, "continent.numericISO3166Code")
    let new = try NSManagedObjectModel(reading: versions.appendingPathComponent("Moody 5.xcdatamodel"))
    try migrate(store, to: new, infers: infers)
    let after = try continents(new, "isoContinent")
    #expect(after == before)
    #expect(after.count > 1)
    #expect(try store.problems(new) == [])
  }

  @Test func whatGoesWrongLeavesTheStoreAsItWas() throws {
    let folder = "objcio+core-data/Migrations/"
    let store = try copy([
      folder + "MigrationsTests/Moody 5.moody", folder + "Migrations/Moody.xcdatamodeld",
      folder + "Migrations/Moody 5-Moody 6.xcmappingmodel",
    ])
    let versions = store.folder.file("Moody.xcdatamodeld")
    let old = try NSManagedObjectModel(reading: versions.appendingPathComponent("Moody 5.xcdatamodel"))
    let before = try store.contents(old)
    // The policy is a class of the sample app, which is not here.
    let sixth = try NSManagedObjectModel(reading: versions.appendingPathComponent("Moody 6.xcdatamodel"))
    let error = try #require(throws: NSError.self) { try migrate(store, to: sixth) }
    #expect(error.code == NSEntityMigrationPolicyError)
    #expect(error.localizedDescription.contains("Country5ToCountry6Policy"))
    #expect(try store.contents(old) == before)
    // There is no mapping model between these two, and none is inferred.
    let fourth = try NSManagedObjectModel(reading: versions.appendingPathComponent("Moody 4.xcdatamodel"))
    #expect(throws: NSError.self) { try migrate(store, to: fourth) }
    #expect(try store.contents(old) == before)
  }

  @Test func whatCannotBeReadIsNamed() throws {
    let folder = try TemporaryFolder()
    func reason(_ name: String, _ text: String) throws -> String {
      try Data(text.utf8).write(to: folder.file(name))
      let error = try #require(throws: ModelReadingError.self) { try MappingFile(folder.file(name)) }
      #expect(NSMappingModel(contentsOf: folder.file(name)) == nil)
      return error.description
    }
    #expect(try reason("a.xml", "<database>").contains("not well-formed"))
    #expect(try reason("b.xml", "<model/>").contains("no mapping model"))
    #expect(try reason("c.xml", "<!DOCTYPE x [<!ENTITY y 'z'>]><database/>").contains("document type"))
    #expect(try reason("d.xml", "<database/>").contains("which models"))
    let model = """
      <database><object type="XDDEVMAPPINGMODEL" id="z1"><attribute name="sourcemodelpath">X/A.xcdatamodel</attribute>
      <attribute name="destinationmodelpath">X/B.xcdatamodel</attribute></object></database>
      """
    #expect(try reason("e.xml", model).contains("X/A.xcdatamodel"))
    #expect(try reason("f.cdm", "bplist00").contains("f.cdm"))
    #expect(NSMappingModel(contentsOf: folder.file("none.cdm")) == nil)
    #expect(NSMappingModel(contentsOf: nil) == nil)
    #expect(NSMappingModel(from: nil, forSourceModel: nil, destinationModel: NSManagedObjectModel()) == nil)
  }
}

@Suite("A store is rewritten all at once")
struct StoreRewritingTests {
  /// Each statement fails once, as if the disk were full.
  @Test func everyStatementMayFail() throws {
    let (store, other) = (try MigratingStore(), try MigratingStore())
    let model = FailingMigration.model(1)
    try FailingMigration.fill(store, 10)
    try FailingMigration.fill(other, 3)
    let (before, after) = (try store.contents(model), try other.contents(model))
    let metadata = try SQLiteStoreKind().metadata(at: store.url)
    // Give both stores the same metadata except for the identity.
    try Connection(path: other.url.path, mode: .writing, timeout: 1).transaction {
      try StoreMetadataTable.write(metadata.propertyList, on: $0)
    }
    let external = store.folder.file(".Store_SUPPORT/_EXTERNAL_DATA")
    var failures = 0
    while true {
      // Add an external file, as if another process saved meanwhile.
      let foreign = external.appendingPathComponent(UUID().uuidString)
      var left = failures
      var rewriting = StoreRewriting(file: try StoreFile(store.url), timeout: 1)
      rewriting.willWrite = { _ in
        left -= 1
        if left < 0 { throw CocoaError(.fileWriteOutOfSpace) }
      }
      do {
        let isDone = try rewriting.run(ifStill: metadata) {
          try Data("its".utf8).write(to: foreign)
          try SQLiteStoreKind().replace(at: $0.url, withStoreAt: other.url)
        }
        #expect(isDone)
        try FileManager.default.removeItem(at: foreign)
        break
      } catch is CocoaError {
        failures += 1
        #expect(try store.contents(model) == before)
        #expect(FileManager.default.fileExists(atPath: foreign.path))
        try FileManager.default.removeItem(at: foreign)
      }
    }
    #expect(failures > 20)
    #expect(try store.contents(model) == after)
    #expect(try store.problems(model) == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: external.path).count == 1)
    // The metadata is another one by now, so nothing is done.
    let again = StoreRewriting(file: try StoreFile(store.url), timeout: 1)
    #expect(try !again.run(ifStill: metadata) { _ in Issue.record("it was made") })
  }
}
