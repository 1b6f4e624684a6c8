import Testing

@Suite("Folders use only what stands below them")
struct LayerTests {
  /// The files that use names of a higher layer, with the reasons.
  private static let exceptions: [(file: String, names: Set<String>, reason: String)] = [
    (
      "CoreDataModel/Model/Layout/EntityLayout.swift", ["AttributeTransformer"],
      "a slot names what keeps its values as data"
    ),
    (
      "CoreDataModel/Model/Layout/ModelLayout+Compilation.swift", ["AttributeTransformer"],
      "a slot names what keeps its values as data"
    ),
    ("CoreData/Predicates/Evaluation/KnownCompilation.swift", ["NSManagedObject"], "by the entity of the object read"),
    (
      "CoreData/Predicates/Evaluation/ManagedEvaluation.swift", ["NSManagedObject", "NSManagedObjectContext"],
      "a program evaluates a predicate with an object"
    ),
    ("CoreData/Objects/Identity/NSManagedObjectID.swift", ["NSPersistentStore"], "Apple's ID names its store"),
    (
      "CoreData/Objects/NSManagedObject.swift", ["NSManagedObjectContext"],
      "an object asks its context for what it does not have"
    ),
    (
      "CoreData/Objects/Identity/ObjectIdentity.swift", ["ObjectRegistry"],
      "an object leaves the identity map when it goes"
    ),
    (
      "CoreData/Objects/Identity/NSManagedObject+Identity.swift", ["NSManagedObjectContext", "ObjectRegistry"],
      "Apple's object names its context"
    ),
    (
      "CoreData/Coordination/NSPersistentStoreCoordinator.swift", ["ContextHandle"],
      "a coordinator knows its contexts"
    ),
    (
      "CoreData/Coordination/NSPersistentStoreCoordinator+Contexts.swift", ["NSManagedObjectContext"],
      "a coordinator knows its contexts"
    ),
    (
      "CoreData/Coordination/NSPersistentStoreCoordinator+Watching.swift", ["RemoteChangeWatch"],
      "what follows the stores is made when somebody first wants to know of others' writes"
    ),
    (
      "CoreData/Coordination/StoreMigrator.swift", ["MappedStoreMigration"],
      "a store that has a mapping model is migrated by objects, before it is opened"
    ),
    (
      "CoreData/Context/NSManagedObjectContext.swift",
      [
        "FetchExecution", "ObjectGraph", "UnsavedChanges", "UndoRecorder", "EventDelivery", "ParentLink",
        "ContextMerger", "ContextSaver", "NSMergePolicy", "RemoteChanges",
      ], "the context owns its parts, and forwards to them what Apple's class declares"
    ),
    (
      "CoreData/Context/NSManagedObjectContext+Events.swift",
      ["ContextObserver", "ContextEventObserver", "SavedKeys", "SavedChanges"], "it forwards calls to the parts"
    ),
    (
      "CoreData/Context/NSManagedObjectContext+Generations.swift", ["NSQueryGenerationToken", "ReadGeneration"],
      "it forwards calls to the parts"
    ),
    (
      "CoreData/Context/NSManagedObjectContext+Undo.swift", ["UndoManager", "UndoStep", "UndoClient"],
      "it forwards calls to the parts"
    ),
    (
      "CoreData/Context/NSManagedObjectContext+Package.swift", ["ContextNotice"],
      "a refresh that only places objects again"
    ),
    ("CoreData/Context/NSManagedObjectContext+Start.swift", ["ContextNotice"], "a reset concerns all parts"),
    (
      "CoreData/Context/Parents/ParentLink+Reading.swift", ["ParentRows"],
      "a parent answers its child's fetches, and so stands in the place of a store"
    ),
    (
      "SectionedFetchedResults/Outputs/DiffableSnapshot+Apple.swift", ["SectionedFetchedResultsController"],
      "what a view takes is a property of the controller"
    ),
    (
      "SectionedFetchedResults/Outputs/ObservableSectionedResults.swift",
      [
        "SectionedFetchedResultsController", "SectionedFetchedResultsControllerDelegate",
        "SectionedFetchedResultsSections", "SectionedFetchedResultsSectionInfo",
      ], "the observed list is made with a controller; the tracker knows the other outputs"
    ),
  ]

  @Test(
    "Each file uses the types of its own line of the page and of those before it",
    arguments: [
      "CoreDataModel", "CoreData", "SectionedChanges", "SectionedFetchedResults", "SectionedDataSources",
      "SectionedTrees",
    ])
  func layers(target: String) throws {
    let order = try LayersPage().order(of: target)
    try #require(order.count > 5)
    var levels: [String: Int] = [:]
    for (level, folders) in order.enumerated() {
      for folder in folders { #expect(levels.updateValue(level, forKey: folder) == nil, "\(folder) stands twice") }
    }
    var filled: Set<String> = []
    func level(of file: String) throws -> Int {
      var folder = file.split(separator: "/").dropLast()
      while levels[folder.joined(separator: "/")] == nil, !folder.isEmpty { folder.removeLast() }
      filled.insert(folder.joined(separator: "/"))
      return try #require(levels[folder.joined(separator: "/")], "no line for \(file)")
    }

    var names: [String: SourceNames] = [:]
    var homes: [String: (file: String, level: Int)] = [:]
    let folder = Project.folder(of: target)
    for file in try Project.sources(in: folder) {
      let found = SourceNames(of: try Project.text("\(folder)/\(file)"))
      names[file] = found
      let level = try level(of: file)
      for name in found.declared { homes[name] = (file, level) }
    }
    #expect(filled == Set(levels.keys), "a line names a folder without files")
    try #require(homes.count > 25)

    for (file, found) in names.sorted(by: { $0.key < $1.key }) {
      let own = try level(of: file)
      let above = found.used.filter { homes[$0].map { $0.level > own } ?? false }
      let excepted = Self.exceptions.filter { $0.file == "\(target)/\(file)" }.reduce(into: Set()) {
        $0.formUnion($1.names)
      }
      for name in above.subtracting(excepted).sorted() {
        Issue.record("\(file) uses \(name) of \(homes[name]?.file ?? ""), which stands above it")
      }
      #expect(excepted.subtracting(above).isEmpty, "\(file) needs no exception")
    }
  }

  @Test("Each target imports exactly what the manifest says that it depends on")
  func imports() throws {
    let manifest = try Manifest()
    for (target, dependencies) in manifest.dependencies {
      let folder = try #require(manifest.folders[target])
      var imports: Set<String> = []
      for file in try Project.sources(in: folder) {
        let found = SourceNames.imports(of: try Project.text("\(folder)/\(file)"))
        // In these files UIKit and AppKit are Apple's frameworks and not our doubles.
        imports.formUnion(file.hasSuffix("+Apple.swift") ? found.subtracting(["UIKit", "AppKit"]) : found)
      }
      // `StoreKinds` finds the library by its class's name, so these link it without an import.
      let linked: Set = ["SectionsTool", "PostgreSQLTesting"].contains(target) ? ["CoreDataPostgreSQL"] : []
      let imported = dependencies.subtracting(linked)
      #expect(imports.intersection(manifest.dependencies.keys) == imported, "\(target)")
    }
  }

  @Test(
    "Of the libraries one folder imports each database's library",
    arguments: [("CSQLite", "CoreData/CoreData/Stores/SQLite/"), ("CPostgreSQL", "CoreData/CoreDataPostgreSQL/")])
  func databases(library: String, folder: String) throws {
    let importers = try Project.sources(in: "Sources").filter {
      SourceNames.imports(of: try Project.text("Sources/" + $0)).contains(library)
    }
    try #require(importers.contains { $0.hasPrefix(folder) })
    for file in importers { #expect(file.hasPrefix(folder) || file.hasPrefix("Tools/Benchmarks/"), "\(file)") }
  }
}
