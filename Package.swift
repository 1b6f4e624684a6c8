// swift-tools-version: 6.2
import PackageDescription

// Our `CoreData` module exists only if Apple's framework does not, so that `import CoreData` has one meaning in every
// other file. `#if os` sees the system that evaluates the manifest, so set SECTIONED_OPEN_CORE_DATA to 1 or 0 when
// building for another system.
//
// The value `public` also builds our `CoreData`, but the lists with their code for Apple platforms, which uses only
// Core Data's public interface. This tests that code here. The tool, the terminal and the tests of Core Data are
// omitted, because they need more than the public interface.
#if canImport(Darwin)
  let hostHasAppleCoreData = true
#else
  let hostHasAppleCoreData = false
#endif
let coreDataSide = Context.environment["SECTIONED_OPEN_CORE_DATA"]
let isPublicInterface = coreDataSide == "public"
let openCoreData = coreDataSide.map { $0 == "1" || isPublicInterface } ?? !hostHasAppleCoreData

// Warnings are errors in CI. Every command of the gate has the same variable, so that all share one build.
let warnings: [SwiftSetting] = Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]
let settings: [SwiftSetting] =
  warnings + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]

// The gate tests the libraries as programs have them: optimized, but with assertions. The tests then take half the
// time.
let isOptimized = Context.environment["SECTIONED_OPTIMIZED"] == "1"
let library = settings + (isOptimized ? [.unsafeFlags(["-O", "-assert-config", "Debug"])] : [])
// If the lists are compiled for the public interface, they are not optimized: that takes longer than their tests save.
let list = isPublicInterface ? settings : library

// SwiftPM builds a plugin's tool separately from the targets, including a second copy of `CoreDataModel`. The gate
// therefore builds the tool first, and names it in this variable. Only then Notes is built with the plugin. Otherwise
// every command would first build the model for the tool, so Notes is built with generated files that are checked in. A
// test compares them with the tool's output.
let builtModelTool = Context.environment["SECTIONED_MODEL_TOOL"]
let modelTool: Target.Dependency = builtModelTool == nil ? "CoreDataModelTool" : "BuiltModelTool"

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

// `swift test` tests only the lists and their views, because the tests of our Core Data and of the tool take at least
// as long again. These variables add them. The gate sets one of them.
let testsCoreData = ["TEST_CORE_DATA", "TEST_EVERYTHING", "SECTIONED_GATE", "CORE_DATA_SAMPLES"].contains {
  !(Context.environment[$0] ?? "").isEmpty
}

var products: [Product] = [
  .library(name: "SectionedChanges", targets: ["SectionedChanges"]),
  .library(name: "SectionedFetchedResults", targets: ["SectionedFetchedResults"]),
  .library(name: "SectionedDataSources", targets: ["SectionedDataSources"]),
  .library(name: "SectionedTrees", targets: ["SectionedTrees"]),
  .library(name: "SectionedViews", targets: ["SectionedViews"]),
  .plugin(name: "CoreDataModelPlugin", targets: ["CoreDataModelPlugin"]),
]

var targets: [Target] = [
  // On Apple platforms Xcode does the plugin's work, and the plugin does nothing. So one manifest works on both.
  .plugin(
    name: "CoreDataModelPlugin", capability: .buildTool(),
    dependencies: openCoreData ? [modelTool] : [], path: "Sources/CoreData/CoreDataModelPlugin"
  ),
  .target(name: "OrderedRows", path: "Sources/Lists/OrderedRows", swiftSettings: library),
  .target(
    name: "SectionedChanges", dependencies: ["OrderedRows"], path: "Sources/Lists/SectionedChanges",
    swiftSettings: library),
  .target(
    name: "SectionedFetchedResults",
    dependencies: coreData + ["SectionedChanges", "OrderedRows"],
    path: "Sources/Lists/SectionedFetchedResults", swiftSettings: list
  ),
  .target(
    name: "SectionedDataSources",
    dependencies: coreData + ["SectionedFetchedResults", "SectionedChanges", "OrderedRows"],
    path: "Sources/Lists/SectionedDataSources", swiftSettings: list
  ),
  .target(
    name: "SectionedTrees",
    dependencies: coreData + ["SectionedDataSources", "SectionedFetchedResults", "SectionedChanges", "OrderedRows"],
    path: "Sources/Lists/SectionedTrees", swiftSettings: list
  ),
  .target(
    name: "SectionedViews",
    dependencies: coreData + ["SectionedDataSources", "SectionedFetchedResults", "SectionedChanges", "OrderedRows"],
    path: "Sources/Views/SectionedViews", swiftSettings: list
  ),
  // On other systems the tests build it on their double of UIKit.
  .target(
    name: "SectionedUIKit",
    dependencies: uiKit + [
      "SectionedViews", "SectionedTrees", "SectionedDataSources", "SectionedChanges", "OrderedRows",
    ],
    path: "Sources/Views/SectionedUIKit", swiftSettings: settings
  ),
  // On other systems it is built on a double of AppKit.
  .target(
    name: "SectionedAppKit",
    dependencies: appKit + coreData + [
      "SectionedViews", "SectionedTrees", "SectionedDataSources", "SectionedChanges", "OrderedRows",
    ],
    path: "Sources/Views/SectionedAppKit", swiftSettings: settings + appKitDefine
  ),
  .target(
    name: "SectionedTesting", dependencies: coreData + ["SectionedFetchedResults", "SectionedChanges"],
    path: "Tests/Support/SectionedTesting", swiftSettings: list
  ),
  // The limits of a test run: how many tests run at the same time, and how long a test may take.
  .target(name: "TestTraits", path: "Tests/Support/TestTraits", swiftSettings: settings),
  // Tests of the project itself: its pages, its folders, and its rules for code.
  .testTarget(
    name: "ProjectTests", dependencies: ["TestTraits"],
    swiftSettings: settings + (openCoreData && !testsCoreData ? [.define("LISTS_ONLY")] : [])
  ),
  .testTarget(
    name: "OrderedRowsTests", dependencies: ["OrderedRows", "SectionedTesting", "TestTraits"], swiftSettings: settings
  ),
  .testTarget(
    name: "SectionedChangesTests",
    dependencies: ["SectionedChanges", "SectionedTesting", "OrderedRows", "TestTraits"],
    swiftSettings: settings
  ),
  .testTarget(
    name: "SectionedDataSourcesTests",
    dependencies: coreData + [
      "SectionedDataSources", "SectionedFetchedResults", "SectionedChanges", "SectionedTesting", "TestTraits",
    ],
    swiftSettings: settings
  ),
  .testTarget(
    name: "SectionedTreesTests",
    dependencies: coreData + [
      "SectionedTrees", "SectionedDataSources", "SectionedFetchedResults", "SectionedChanges", "SectionedTesting",
      "OrderedRows",
    ],
    swiftSettings: settings
  ),
  .testTarget(
    name: "SectionedViewsTests",
    dependencies: coreData + [
      "SectionedViews", "SectionedDataSources", "SectionedFetchedResults", "SectionedChanges", "SectionedTesting",
      "TestTraits",
    ],
    swiftSettings: settings
  ),
  .testTarget(
    name: "SectionedFetchedResultsTests",
    dependencies: coreData + sqlite + postgreSQLTesting + [
      "OrderedRows", "SectionedFetchedResults", "SectionedChanges", "SectionedTesting", "TestTraits",
    ],
    swiftSettings: settings
  ),
]

if !openCoreData {
  products += [
    .library(name: "SectionedUIKit", targets: ["SectionedUIKit"]),
    .library(name: "SectionedAppKit", targets: ["SectionedAppKit"]),
  ]
}

if openCoreData {
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
      name: "CSQLite",
      path: "Sources/System/CSQLite", providers: [.apt(["libsqlite3-dev"]), .yum(["sqlite-devel"])]
    ),
    .systemLibrary(
      name: "CZlib", path: "Sources/System/CZlib", providers: [.apt(["zlib1g-dev"]), .yum(["zlib-devel"])]),
    .systemLibrary(name: "CSwiftRuntime", path: "Sources/System/CSwiftRuntime"),
    .systemLibrary(
      name: "CPostgreSQL",
      path: "Sources/System/CPostgreSQL", providers: [.apt(["libpq-dev"]), .yum(["libpq-devel"])]
    ),
    .systemLibrary(
      name: "CNCurses",
      path: "Sources/System/CNCurses", providers: [.apt(["libncurses-dev"]), .yum(["ncurses-devel"])]
    ),
    .target(
      name: "SectionedTerminal",
      dependencies: ["CNCurses", "OrderedRows", "SectionedViews", "SectionedDataSources", "SectionedChanges"],
      path: "Sources/Views/SectionedTerminal", swiftSettings: settings
    ),
    // The model is a module, so that the plugins' tool needs no other part of Core Data. `CoreData` exports it.
    .target(
      name: "CoreDataModel", dependencies: ["CSwiftRuntime", "CZlib", "OrderedRows"],
      path: "Sources/CoreData/CoreDataModel", swiftSettings: library
    ),
    .target(
      name: "CoreData", dependencies: ["CSQLite", "CSwiftRuntime", "CoreDataModel", "OrderedRows"],
      path: "Sources/CoreData/CoreData", swiftSettings: library
    ),
    // Stores on servers. Only programs that use this library need libpq.
    .target(
      name: "CoreDataPostgreSQL", dependencies: ["CoreData", "CPostgreSQL"],
      path: "Sources/CoreData/CoreDataPostgreSQL", swiftSettings: library),
    .target(name: "ModelClasses", path: "Sources/CoreData/ModelClasses", swiftSettings: settings),
    // The tool reads models as programs do, so that a model that a program could not read is an error of its build.
    .executableTarget(
      name: "CoreDataModelTool", dependencies: ["CoreDataModel", "ModelClasses"],
      path: "Sources/CoreData/CoreDataModelTool", swiftSettings: settings
    ),
    .plugin(
      name: "AdoptCoreData",
      capability: .command(
        // The intent asks for no permission to write, because the plugin writes only if it is called with --write.
        intent: .custom(verb: "adopt-core-data", description: "Put @objc under #if canImport(ObjectiveC)")
      ),
      dependencies: [modelTool], path: "Sources/CoreData/AdoptCoreData"
    ),
    .executableTarget(
      name: "SectionsTool",
      dependencies: [
        "CoreData", "CoreDataPostgreSQL", "OrderedRows", "SectionedTerminal", "SectionedViews", "SectionedTrees",
        "SectionedDataSources", "SectionedFetchedResults", "SectionedChanges",
      ],
      path: "Sources/Tools/SectionsTool", resources: [.copy("../../../Fixtures/World")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "Benchmarks",
      dependencies: appKit + [
        "CoreData", "CSQLite", "UIKit", "SectionedUIKit", "SectionedAppKit", "SectionedViews", "SectionedTrees",
        "SectionedDataSources",
        "SectionedFetchedResults", "SectionedChanges", "SectionedTerminal", "SectionedTesting", "PostgreSQLTesting",
        "CPostgreSQL",
      ],
      path: "Sources/Tools/Benchmarks", swiftSettings: settings + appKitDefine
    ),
    // Random events in great numbers, for development of the package.
    .executableTarget(
      name: "Stress", dependencies: ["SectionedTesting"], path: "Tests/Support/Stress", swiftSettings: settings
    ),
    // The program of Docs/Linux.md. A test runs it.
    .executableTarget(
      name: "QuickStart", dependencies: ["CoreData", "SectionedFetchedResults"], path: "Fixtures/QuickStart",
      resources: [.copy("Library.xcdatamodeld")], swiftSettings: warnings
    ),
    // An app whose classes are as Xcode writes them. A test runs it.
    .executableTarget(
      name: "Notes", dependencies: ["CoreData"], path: "Fixtures/Notes",
      exclude: builtModelTool == nil ? [] : ["Generated"],
      resources: [.process("Notes.xcdatamodeld")], swiftSettings: warnings,
      plugins: builtModelTool == nil ? [] : ["CoreDataModelPlugin"]
    ),
    // The last step of the tutorial that needs no screen. A test runs it.
    .executableTarget(
      name: "NotesTutorial", dependencies: ["CoreData", "SectionedFetchedResults"],
      path: "Sources/Lists/SectionedFetchedResults/SectionedFetchedResults.docc/Tutorials/Steps/3-Changes",
      swiftSettings: warnings
    ),
    // A double of UIKit, on which the bindings are compiled and tested. `canImport` would find it in SwiftPM's build
    // folder from every target, so this manifest decides which framework a target uses.
    .target(
      name: "UIKit", dependencies: ["SectionedChanges"], path: "Tests/Support/UIKit", swiftSettings: settings
    ),
    // The overlay that the compiler imports in tests that import both `Testing` and `UIKit`.
    .target(
      name: "_Testing_UIKit", dependencies: ["UIKit"], path: "Tests/Support/UIKitOverlay", swiftSettings: settings),
    // A double of AppKit. Targets that use it have the define SECTIONED_APPKIT_DOUBLE, because `canImport(AppKit)`
    // would be true for all.
    .target(
      name: "AppKit", dependencies: ["SectionedChanges"], path: "Tests/Support/AppKit", swiftSettings: settings
    ),
    // The overlay for tests that import both `Testing` and `AppKit`.
    .target(
      name: "_Testing_AppKit", dependencies: ["AppKit"], path: "Tests/Support/AppKitOverlay", swiftSettings: settings),
    .target(
      name: "AppKitSamples",
      dependencies: [
        "CoreData", "AppKit", "SectionedAppKit", "SectionedViews", "SectionedTrees", "SectionedDataSources",
      ],
      path: "Fixtures/Apple/AppKit", swiftSettings: settings
    ),
    .testTarget(
      name: "SectionedAppKitTests",
      dependencies: [
        "AppKitSamples", "CoreData", "AppKit", "_Testing_AppKit", "SectionedAppKit", "SectionedViews", "SectionedTrees",
        "SectionedDataSources", "SectionedFetchedResults", "SectionedChanges", "SectionedTesting",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "AppKitTests", dependencies: ["AppKit", "_Testing_AppKit", "SectionedTesting", "TestTraits"],
      swiftSettings: settings
    ),
    // Samples for Apple platforms that the tests also run on the double.
    .target(
      name: "ClassicSamples",
      dependencies: [
        "CoreData", "UIKit", "SectionedUIKit", "SectionedViews", "SectionedDataSources", "SectionedChanges",
      ],
      path: "Fixtures/Apple/Classic", swiftSettings: settings
    ),
    .testTarget(
      name: "SectionedUIKitTests",
      dependencies: [
        "ClassicSamples", "CoreData", "UIKit", "_Testing_UIKit", "SectionedUIKit", "SectionedViews",
        "SectionedTrees", "SectionedDataSources",
        "SectionedFetchedResults", "SectionedChanges", "SectionedTesting",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "UIKitTests",
      dependencies: ["UIKit", "_Testing_UIKit", "SectionedChanges", "SectionedTesting", "TestTraits"],
      swiftSettings: settings
    ),
    // Support for tests of terminal programs: a pseudo-terminal and the text on its screen.
    .target(
      name: "TerminalTesting", dependencies: ["CNCurses", "SectionedTerminal"], path: "Tests/Support/TerminalTesting",
      swiftSettings: settings
    ),
    // A program with a list in a terminal, which tests control.
    .executableTarget(
      name: "TerminalProgram", dependencies: ["SectionedTerminal", "SectionedDataSources", "SectionedChanges"],
      path: "Fixtures/Terminal",
      swiftSettings: settings
    ),
    .testTarget(
      name: "SectionedTerminalTests",
      dependencies: [
        "SectionedTerminal", "TerminalTesting", "TerminalProgram", "SectionedViews", "SectionedDataSources",
        "SectionedTrees", "SectionedChanges", "SectionedTesting",
      ],
      swiftSettings: settings
    ),
    // Support for tests that start programs.
    .target(name: "ProcessTesting", path: "Tests/Support/ProcessTesting", swiftSettings: settings),
    // A PostgreSQL server that tests start.
    .target(
      name: "PostgreSQLTesting", dependencies: ["CoreDataPostgreSQL", "ProcessTesting"],
      path: "Tests/Support/PostgreSQLTesting", swiftSettings: settings
    ),
  ]
}

if openCoreData, testsCoreData {
  targets += [
    .testTarget(
      name: "ModelClassesTests", dependencies: ["ModelClasses"], swiftSettings: settings
    ),
    .testTarget(
      name: "CoreDataModelToolTests",
      dependencies: [
        "CoreData", "CoreDataModelTool", "ModelClasses", "Notes", "ProcessTesting", "SectionedTesting", "TestTraits",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CoreDataTests",
      dependencies: [
        "CoreData", "CoreDataModel", "CoreDataPostgreSQL", "CSQLite", "OrderedRows", "PostgreSQLTesting",
        "ProcessTesting", "SectionedTesting", "TestTraits",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SectionsToolTests",
      dependencies: [
        "CoreData", "CSQLite", "SectionsTool", "QuickStart", "NotesTutorial", "SectionedChanges",
        "SectionedDataSources", "SectionedFetchedResults", "SectionedTerminal", "SectionedTesting", "TerminalTesting",
        "PostgreSQLTesting", "ProcessTesting", "TestTraits",
      ],
      swiftSettings: settings
    ),
  ]
}

// On a Mac nothing may shadow Apple's AppKit.
if openCoreData, !hasAppKitDouble {
  targets.removeAll {
    ["AppKit", "_Testing_AppKit", "AppKitSamples", "AppKitTests", "SectionedAppKitTests"].contains($0.name)
  }
}

if openCoreData, let builtModelTool { targets.append(.binaryTarget(name: "BuiltModelTool", path: builtModelTool)) }

// The compiler reads the whole module again for each batch of files that it compiles together. The gate therefore
// compiles large targets in few batches.
if Context.environment["SECTIONED_GATE"] == "1" {
  let largest = ["CoreData", "CoreDataTests"]
  let large = [
    "Benchmarks", "CoreDataModel", "SectionedDataSources", "SectionedDataSourcesTests", "SectionedFetchedResults",
    "SectionedFetchedResultsTests", "SectionedTesting", "SectionsTool", "SectionsToolTests", "UIKit",
  ]
  for target in targets where (largest + large).contains(target.name) {
    let count = largest.contains(target.name) ? "4" : "2"
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-driver-batch-count", count])]
  }
} else if openCoreData {
  let batches = SwiftSetting.unsafeFlags(["-driver-batch-size-limit", "1000"], .when(configuration: .debug))
  for target in targets where [.regular, .executable, .test].contains(target.type) {
    target.swiftSettings = (target.swiftSettings ?? []) + [batches]
  }
}

// The lists, their views, and the tests of both are built for the public interface. Core Data itself is built as usual.
if isPublicInterface {
  let lists = ["SectionedFetchedResults", "SectionedDataSources", "SectionedTrees", "SectionedViews", "SectionedUIKit"]
  let ours = lists + lists.map { "\($0)Tests" } + ["SectionedTesting"]
  let needed =
    ours + [
      "CSQLite", "CZlib", "CSwiftRuntime", "CPostgreSQL", "CoreData", "CoreDataModel", "CoreDataPostgreSQL",
      "OrderedRows", "SectionedChanges", "UIKit", "_Testing_UIKit", "ClassicSamples", "TestTraits", "ProcessTesting",
      "PostgreSQLTesting", "Stress",
    ]
  targets.removeAll { !needed.contains($0.name) }
  for target in targets where ours.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.define("SECTIONED_PUBLIC_API")]
  }
  products = []
}

let package = Package(
  name: "SectionedFetchedResults",
  // The lowest systems that the code supports. Lists that load use `Clock` and `Duration`, and sources are cast to
  // protocol types with parameters, which older systems do not have. The controller without the sources would build for
  // iOS 15.
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: products,
  targets: targets,
  swiftLanguageModes: [.v6]
)
