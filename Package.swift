// swift-tools-version: 6.2
// Swift 6.2 is the oldest compiler: it has `nonisolated(nonsending)`, which the loaders of `SectionedDataSources` are,
// and exit tests.
import PackageDescription

// Our `CoreData` module exists only if Apple's framework does not, so that `import CoreData` has one meaning in every
// other file. `#if` sees the system that evaluates the manifest. The one environment variable chooses otherwise:
//
// - 1 and 0 have our `CoreData` or Apple's, when building for another system.
// - everything is 1 with the tests of our Core Data and of the tool, which take at least as long as all others.
// - public also has our `CoreData`, but the lists have their code for Apple platforms, which uses only Core Data's
//   public interface. This tests that code here. Targets that need more than the public interface are omitted.
#if canImport(Darwin)
  let hostHasAppleCoreData = true
#else
  let hostHasAppleCoreData = false
#endif
let coreDataSide = Context.environment["SECTIONED_OPEN_CORE_DATA"]
let isPublicInterface = coreDataSide == "public"
let hasEverything = coreDataSide == "everything"
let openCoreData = coreDataSide.map { $0 != "0" } ?? !hostHasAppleCoreData

let coreData: [Target.Dependency] = openCoreData ? ["CoreData"] : []
// The bindings use Apple's framework, or the double of UIKit that their tests have.
let uiKit: [Target.Dependency] = openCoreData ? ["UIKit"] : []
// SwiftPM's build folder shows every module to all targets, so on a Mac, SwiftUI would find the double of AppKit there.
let hasAppKitDouble = openCoreData && !hostHasAppleCoreData
let appKit: [Target.Dependency] = hasAppKitDouble ? ["AppKit"] : []
let appKitDefine: [SwiftSetting] = hasAppKitDouble ? [.define("SECTIONED_APPKIT_DOUBLE")] : []
// Some tests read a database file themselves. Apple platforms have the module `SQLite3` for that.
let sqlite: [Target.Dependency] = openCoreData ? ["CSQLite"] : []
let postgreSQLTesting: [Target.Dependency] = openCoreData ? ["PostgreSQLTesting", "ProcessTesting"] : []
let publicInterface: [SwiftSetting] = isPublicInterface ? [.define("SECTIONED_PUBLIC_API")] : []

var products: [Product] = [
  .library(name: "SectionedChanges", targets: ["SectionedChanges"]),
  .library(name: "SectionedFetchedResults", targets: ["SectionedFetchedResults"]),
  .library(name: "SectionedDataSources", targets: ["SectionedDataSources"]),
  .library(name: "SectionedTrees", targets: ["SectionedTrees"]),
  .library(name: "SectionedViews", targets: ["SectionedViews"]),
]

var targets: [Target] = [
  .target(name: "OrderedRows", path: "Sources/Lists/OrderedRows"),
  .target(name: "SectionedChanges", dependencies: ["OrderedRows"], path: "Sources/Lists/SectionedChanges"),
  .target(
    name: "SectionedFetchedResults", dependencies: coreData + ["SectionedChanges", "OrderedRows"],
    path: "Sources/Lists/SectionedFetchedResults", swiftSettings: publicInterface),
  .target(
    name: "SectionedDataSources",
    dependencies: coreData + ["SectionedFetchedResults", "SectionedChanges", "OrderedRows"],
    path: "Sources/Lists/SectionedDataSources", swiftSettings: publicInterface),
  .target(
    name: "SectionedTrees",
    dependencies: coreData + ["SectionedDataSources", "SectionedFetchedResults", "SectionedChanges", "OrderedRows"],
    path: "Sources/Lists/SectionedTrees", swiftSettings: publicInterface),
  .target(
    name: "SectionedViews",
    dependencies: coreData + ["SectionedDataSources", "SectionedFetchedResults", "SectionedChanges", "OrderedRows"],
    path: "Sources/Views/SectionedViews", swiftSettings: publicInterface),
  // On other systems the tests build it on their double of UIKit.
  .target(
    name: "SectionedUIKit",
    dependencies: uiKit + [
      "SectionedViews", "SectionedTrees", "SectionedDataSources", "SectionedChanges", "OrderedRows",
    ],
    path: "Sources/Views/SectionedUIKit", swiftSettings: publicInterface),
  .target(
    name: "SectionedTesting", dependencies: coreData + ["SectionedFetchedResults", "SectionedChanges"],
    path: "Tests/Support/SectionedTesting", swiftSettings: publicInterface),
  // The limits of a test run: how many tests run at the same time, and how long a test may take.
  .target(name: "TestTraits", path: "Tests/Support/TestTraits"),
  .testTarget(
    name: "SectionedFetchedResultsTests",
    dependencies: coreData + sqlite + postgreSQLTesting + [
      "OrderedRows", "SectionedFetchedResults", "SectionedChanges", "SectionedTesting", "TestTraits",
    ],
    swiftSettings: publicInterface),
  .testTarget(
    name: "SectionedDataSourcesTests",
    dependencies: coreData + [
      "SectionedDataSources", "SectionedFetchedResults", "SectionedChanges", "SectionedTesting", "TestTraits",
    ],
    swiftSettings: publicInterface),
  .testTarget(
    name: "SectionedTreesTests",
    dependencies: coreData + [
      "SectionedTrees", "SectionedDataSources", "SectionedFetchedResults", "SectionedChanges", "SectionedTesting",
      "OrderedRows",
    ],
    swiftSettings: publicInterface),
  .testTarget(
    name: "SectionedViewsTests",
    dependencies: coreData + [
      "SectionedViews", "SectionedDataSources", "SectionedFetchedResults", "SectionedChanges", "SectionedTesting",
      "TestTraits",
    ],
    swiftSettings: publicInterface),
]

if !isPublicInterface {
  products.append(.plugin(name: "CoreDataModelPlugin", targets: ["CoreDataModelPlugin"]))
  targets += [
    // On Apple platforms Xcode does the plugin's work, and the plugin does nothing. So one manifest works on both.
    .plugin(
      name: "CoreDataModelPlugin", capability: .buildTool(),
      dependencies: openCoreData ? ["CoreDataModelTool"] : [], path: "Sources/CoreData/CoreDataModelPlugin"),
    // On other systems it is built on a double of AppKit.
    .target(
      name: "SectionedAppKit",
      dependencies: appKit + coreData + [
        "SectionedViews", "SectionedTrees", "SectionedDataSources", "SectionedChanges", "OrderedRows",
      ],
      path: "Sources/Views/SectionedAppKit", swiftSettings: appKitDefine),
    // Tests of the project itself: its pages, its folders, and its rules for code.
    .testTarget(
      name: "ProjectTests", dependencies: ["TestTraits"],
      swiftSettings: openCoreData && !hasEverything ? [.define("LISTS_ONLY")] : []),
    .testTarget(name: "OrderedRowsTests", dependencies: ["OrderedRows", "SectionedTesting", "TestTraits"]),
    .testTarget(
      name: "SectionedChangesTests",
      dependencies: ["SectionedChanges", "SectionedTesting", "OrderedRows", "TestTraits"]),
  ]
}

if openCoreData {
  targets += [
    .systemLibrary(
      name: "CSQLite", path: "Sources/System/CSQLite",
      providers: [.apt(["libsqlite3-dev"]), .yum(["sqlite-devel"])]),
    .systemLibrary(
      name: "CZlib", path: "Sources/System/CZlib", providers: [.apt(["zlib1g-dev"]), .yum(["zlib-devel"])]),
    .systemLibrary(name: "CSwiftRuntime", path: "Sources/System/CSwiftRuntime"),
    .systemLibrary(
      name: "CPostgreSQL", path: "Sources/System/CPostgreSQL",
      providers: [.apt(["libpq-dev"]), .yum(["libpq-devel"])]),
    // The model is a module, so that the plugins' tool needs no other part of Core Data. `CoreData` exports it.
    .target(
      name: "CoreDataModel", dependencies: ["CSwiftRuntime", "CZlib", "OrderedRows"],
      path: "Sources/CoreData/CoreDataModel"),
    .target(
      name: "CoreData", dependencies: ["CSQLite", "CSwiftRuntime", "CoreDataModel", "OrderedRows"],
      path: "Sources/CoreData/CoreData"),
    // Stores on servers. Only programs that use this library need libpq.
    .target(
      name: "CoreDataPostgreSQL", dependencies: ["CoreData", "CPostgreSQL"],
      path: "Sources/CoreData/CoreDataPostgreSQL"),
    // Random events in great numbers, for development of the package.
    .executableTarget(name: "Stress", dependencies: ["SectionedTesting"], path: "Tests/Support/Stress"),
    // Support for tests that start programs.
    .target(name: "ProcessTesting", path: "Tests/Support/ProcessTesting"),
    // A PostgreSQL server that tests start.
    .target(
      name: "PostgreSQLTesting", dependencies: ["CoreDataPostgreSQL", "ProcessTesting"],
      path: "Tests/Support/PostgreSQLTesting"),
    // A double of UIKit, on which the bindings are compiled and tested. `canImport` would find it in SwiftPM's build
    // folder from every target, so this manifest decides which framework a target uses.
    .target(name: "UIKit", dependencies: ["SectionedChanges"], path: "Tests/Support/UIKit"),
    // The overlay that the compiler imports in tests that import both `Testing` and `UIKit`.
    .target(name: "_Testing_UIKit", dependencies: ["UIKit"], path: "Tests/Support/UIKitOverlay"),
    // Samples for Apple platforms that the tests also run on the double.
    .target(
      name: "ClassicSamples",
      dependencies: [
        "CoreData", "UIKit", "SectionedUIKit", "SectionedViews", "SectionedDataSources", "SectionedChanges",
      ],
      path: "Fixtures/Apple/Classic"),
    .testTarget(
      name: "SectionedUIKitTests",
      dependencies: [
        "ClassicSamples", "CoreData", "UIKit", "_Testing_UIKit", "SectionedUIKit", "SectionedViews",
        "SectionedTrees", "SectionedDataSources", "SectionedFetchedResults", "SectionedChanges", "SectionedTesting",
      ],
      swiftSettings: publicInterface),
  ]
} else {
  products += [
    .library(name: "SectionedUIKit", targets: ["SectionedUIKit"]),
    .library(name: "SectionedAppKit", targets: ["SectionedAppKit"]),
  ]
}

if openCoreData, !isPublicInterface {
  products += [
    .library(name: "CoreData", targets: ["CoreData"]),
    .library(name: "CoreDataPostgreSQL", targets: ["CoreDataPostgreSQL"]),
    // Apple platforms do not have the terminal library, because it cannot be checked for them here.
    .library(name: "SectionedTerminal", targets: ["SectionedTerminal"]),
    .plugin(name: "AdoptCoreData", targets: ["AdoptCoreData"]),
    // The tool uses internals of our Core Data.
    .executable(name: "sections", targets: ["SectionsTool"]),
  ]
  targets += [
    .systemLibrary(
      name: "CNCurses", path: "Sources/System/CNCurses",
      providers: [.apt(["libncurses-dev"]), .yum(["ncurses-devel"])]),
    .target(
      name: "SectionedTerminal",
      dependencies: ["CNCurses", "OrderedRows", "SectionedViews", "SectionedDataSources", "SectionedChanges"],
      path: "Sources/Views/SectionedTerminal"),
    .target(name: "ModelClasses", path: "Sources/CoreData/ModelClasses"),
    // The tool reads models as programs do, so that a model that a program could not read is an error of its build.
    .executableTarget(
      name: "CoreDataModelTool", dependencies: ["CoreDataModel", "ModelClasses"],
      path: "Sources/CoreData/CoreDataModelTool"),
    .plugin(
      name: "AdoptCoreData",
      capability: .command(
        // The intent asks for no permission to write, because the plugin writes only if it is called with --write.
        intent: .custom(verb: "adopt-core-data", description: "Put @objc under #if canImport(ObjectiveC)")),
      dependencies: ["CoreDataModelTool"], path: "Sources/CoreData/AdoptCoreData"),
    .executableTarget(
      name: "SectionsTool",
      dependencies: [
        "CoreData", "CoreDataPostgreSQL", "OrderedRows", "SectionedTerminal", "SectionedViews", "SectionedTrees",
        "SectionedDataSources", "SectionedFetchedResults", "SectionedChanges",
      ],
      path: "Sources/Tools/SectionsTool", resources: [.copy("../../../Fixtures/World")]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: appKit + [
        "CoreData", "CSQLite", "UIKit", "SectionedUIKit", "SectionedAppKit", "SectionedViews", "SectionedTrees",
        "SectionedDataSources", "SectionedFetchedResults", "SectionedChanges", "SectionedTerminal", "SectionedTesting",
        "PostgreSQLTesting", "CPostgreSQL",
      ],
      path: "Sources/Tools/Benchmarks", swiftSettings: appKitDefine),
    .testTarget(
      name: "UIKitTests",
      dependencies: ["UIKit", "_Testing_UIKit", "SectionedChanges", "SectionedTesting", "TestTraits"]),
    // Support for tests of terminal programs: a pseudo-terminal and the text on its screen.
    .target(
      name: "TerminalTesting", dependencies: ["CNCurses", "SectionedTerminal"], path: "Tests/Support/TerminalTesting"),
    // A program with a list in a terminal, which tests control.
    .executableTarget(
      name: "TerminalProgram", dependencies: ["SectionedTerminal", "SectionedDataSources", "SectionedChanges"],
      path: "Fixtures/Terminal"),
    .testTarget(
      name: "SectionedTerminalTests",
      dependencies: [
        "SectionedTerminal", "TerminalTesting", "TerminalProgram", "SectionedViews", "SectionedDataSources",
        "SectionedTrees", "SectionedChanges", "SectionedTesting",
      ]),
  ]
}

// On a Mac nothing may shadow Apple's AppKit.
if hasAppKitDouble, !isPublicInterface {
  targets += [
    // A double of AppKit. Targets that use it have the define SECTIONED_APPKIT_DOUBLE, because `canImport(AppKit)`
    // would be true for all.
    .target(name: "AppKit", dependencies: ["SectionedChanges"], path: "Tests/Support/AppKit"),
    // The overlay for tests that import both `Testing` and `AppKit`.
    .target(name: "_Testing_AppKit", dependencies: ["AppKit"], path: "Tests/Support/AppKitOverlay"),
    .target(
      name: "AppKitSamples",
      dependencies: [
        "CoreData", "AppKit", "SectionedAppKit", "SectionedViews", "SectionedTrees", "SectionedDataSources",
      ],
      path: "Fixtures/Apple/AppKit"),
    .testTarget(
      name: "SectionedAppKitTests",
      dependencies: [
        "AppKitSamples", "CoreData", "AppKit", "_Testing_AppKit", "SectionedAppKit", "SectionedViews", "SectionedTrees",
        "SectionedDataSources", "SectionedFetchedResults", "SectionedChanges", "SectionedTesting",
      ]),
    .testTarget(
      name: "AppKitTests", dependencies: ["AppKit", "_Testing_AppKit", "SectionedTesting", "TestTraits"]),
  ]
}

if hasEverything {
  targets += [
    .testTarget(name: "ModelClassesTests", dependencies: ["ModelClasses"]),
    .testTarget(
      name: "CoreDataModelToolTests",
      dependencies: [
        "CoreData", "CoreDataModelTool", "ModelClasses", "Notes", "ProcessTesting", "SectionedTesting", "TestTraits",
      ]),
    .testTarget(
      name: "CoreDataTests",
      dependencies: [
        "CoreData", "CoreDataModel", "CoreDataPostgreSQL", "CSQLite", "OrderedRows", "PostgreSQLTesting",
        "ProcessTesting", "SectionedTesting", "TestTraits",
      ]),
    .testTarget(
      name: "SectionsToolTests",
      dependencies: [
        "CoreData", "CSQLite", "SectionsTool", "QuickStart", "NotesTutorial", "SectionedChanges",
        "SectionedDataSources", "SectionedFetchedResults", "SectionedTerminal", "SectionedTesting", "TerminalTesting",
        "PostgreSQLTesting", "ProcessTesting", "TestTraits",
      ]),
  ]
}

for target in targets where [.regular, .executable, .test].contains(target.type) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}

// Programs as adopters write them, without our settings. Tests run them.
if openCoreData, !isPublicInterface {
  targets += [
    // The program of Docs/Linux.md.
    .executableTarget(
      name: "QuickStart", dependencies: ["CoreData", "SectionedFetchedResults"], path: "Fixtures/QuickStart",
      resources: [.copy("Library.xcdatamodeld")]),
    // An app whose classes are as Xcode writes them. SwiftPM builds `CoreDataModel` once more for the plugin's tool.
    .executableTarget(
      name: "Notes", dependencies: ["CoreData"], path: "Fixtures/Notes",
      resources: [.process("Notes.xcdatamodeld")], plugins: ["CoreDataModelPlugin"]),
    // The last step of the tutorial that needs no screen.
    .executableTarget(
      name: "NotesTutorial", dependencies: ["CoreData", "SectionedFetchedResults"],
      path: "Sources/Lists/SectionedFetchedResults/SectionedFetchedResults.docc/Tutorials/Steps/3-Changes"),
  ]
}

let package = Package(
  name: "SectionedFetchedResults",
  // The lowest systems that the code supports. Lists that load use `Clock` and `Duration`, and sources are cast to
  // protocol types with parameters, which older systems do not have. The controller without the sources would build for
  // iOS 15.
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: isPublicInterface ? [] : products,
  targets: targets,
  swiftLanguageModes: [.v6]
)
