// swift-tools-version: 6.2
import PackageDescription

// The package's own Core Data exists only where Apple's framework does not, so that
// `import CoreData` means one thing to every other file. `#if os` sees the host of the manifest:
// set SECTIONED_OPEN_CORE_DATA to 1 or 0 when building for another system.
//
// `public` is 1 with the code for Apple platforms, which uses Core Data by its public interface alone: a way to run that
// code here. The tool, the terminal and the tests of Core Data, which need more, are left out.
#if canImport(Darwin)
  let hostHasAppleCoreData = true
#else
  let hostHasAppleCoreData = false
#endif
let coreDataSide = Context.environment["SECTIONED_OPEN_CORE_DATA"]
let isPublicInterface = coreDataSide == "public"
let openCoreData = coreDataSide.map { $0 == "1" || isPublicInterface } ?? !hostHasAppleCoreData

// Warnings are errors in CI. Every command there sees the same variable, so all share one build.
let warnings: [SwiftSetting] = Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]
let settings: [SwiftSetting] =
  warnings + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]

// The gate tests the libraries as programs have them: optimized, but with their assertions. The tests take half the time.
let isOptimized = Context.environment["SECTIONED_OPTIMIZED"] == "1"
let library = settings + (isOptimized ? [.unsafeFlags(["-O", "-assert-config", "Debug"])] : [])
// Those that the public interface compiles in another way are not optimized there: that takes longer than their tests save.
let list = isPublicInterface ? settings : library

// SwiftPM builds a plugin's tool, and the model for it, beside what targets use of the same. The gate has built it before, and
// builds Notes with the plugin. Elsewhere Notes is built with what the plugin makes, which a test compares with the tool's
// output: with the plugin, every command would first build the model for the tool.
let builtModelTool = Context.environment["SECTIONED_MODEL_TOOL"]
let modelTool: Target.Dependency = builtModelTool == nil ? "CoreDataModelTool" : "BuiltModelTool"

let coreData: [Target.Dependency] = openCoreData ? ["CoreData"] : []
// The bindings stand on Apple's framework, or on the double that their tests have.
let uiKit: [Target.Dependency] = openCoreData ? ["UIKit"] : []
// A build folder shows the double of AppKit to every target, and SwiftUI of a Mac would find it there.
let hasAppKitDouble = openCoreData && !hostHasAppleCoreData
let appKit: [Target.Dependency] = hasAppKitDouble ? ["AppKit"] : []
let appKitDefine: [SwiftSetting] = hasAppKitDouble ? [.define("SECTIONED_APPKIT_DOUBLE")] : []
// Tests that look into a database themselves: where Apple's framework is, `SQLite3` is too.
let sqlite: [Target.Dependency] = openCoreData ? ["CSQLite"] : []
let postgreSQLTesting: [Target.Dependency] = openCoreData ? ["PostgreSQLTesting", "ProcessTesting"] : []

// `swift test` by itself tests the lists and their views. The tests of our Core Data and of the tool take as long again, and
// longer: whoever works on those, or asks for everything, has them, and so has the gate.
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
  // On Apple platforms Xcode does its work, and it does nothing: one manifest fits both.
  .plugin(
    name: "CoreDataModelPlugin", capability: .buildTool(),
    dependencies: openCoreData ? [modelTool] : [], path: "Sources/CoreDataModelPlugin"
  ),
  .target(name: "OrderedRows", swiftSettings: library),
  .target(name: "SectionedChanges", dependencies: ["OrderedRows"], swiftSettings: library),
  .target(
    name: "SectionedFetchedResults",
    dependencies: coreData + ["SectionedChanges", "OrderedRows"],
    swiftSettings: list
  ),
  .target(
    name: "SectionedDataSources",
    dependencies: coreData + ["SectionedFetchedResults", "SectionedChanges", "OrderedRows"],
    swiftSettings: list
  ),
  .target(
    name: "SectionedTrees",
    dependencies: coreData + ["SectionedDataSources", "SectionedFetchedResults", "SectionedChanges", "OrderedRows"],
    swiftSettings: list
  ),
  .target(
    name: "SectionedViews",
    dependencies: coreData + ["SectionedDataSources", "SectionedFetchedResults", "SectionedChanges", "OrderedRows"],
    swiftSettings: list
  ),
  // Off Apple platforms the tests build it, on their double of UIKit.
  .target(
    name: "SectionedUIKit",
    dependencies: uiKit + [
      "SectionedViews", "SectionedTrees", "SectionedDataSources", "SectionedChanges", "OrderedRows",
    ],
    swiftSettings: settings
  ),
  // The same on a double of AppKit.
  .target(
    name: "SectionedAppKit",
    dependencies: appKit + coreData + [
      "SectionedViews", "SectionedTrees", "SectionedDataSources", "SectionedChanges", "OrderedRows",
    ],
    swiftSettings: settings + appKitDefine
  ),
  .target(
    name: "SectionedTesting", dependencies: coreData + ["SectionedFetchedResults", "SectionedChanges"],
    path: "Tests/Support/SectionedTesting", swiftSettings: list
  ),
  // How the tests are run: how many at once, and how long at most.
  .target(name: "TestTraits", path: "Tests/TestTraits", swiftSettings: settings),
  // Holds the project itself: its pages, its folders, where which code may stand.
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
    // Where somebody checks it: nothing is compiled for Apple platforms that cannot be checked here.
    .library(name: "SectionedTerminal", targets: ["SectionedTerminal"]),
    .plugin(name: "AdoptCoreData", targets: ["AdoptCoreData"]),
    // The tool reads and writes stores by our Core Data's own means.
    .executable(name: "sections", targets: ["SectionsTool"]),
  ]
  targets += [
    .systemLibrary(
      name: "CSQLite",
      providers: [.apt(["libsqlite3-dev"]), .yum(["sqlite-devel"])]
    ),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .yum(["zlib-devel"])]),
    .systemLibrary(name: "CSwiftRuntime"),
    .systemLibrary(
      name: "CPostgreSQL",
      providers: [.apt(["libpq-dev"]), .yum(["libpq-devel"])]
    ),
    .systemLibrary(
      name: "CNCurses",
      providers: [.apt(["libncurses-dev"]), .yum(["ncurses-devel"])]
    ),
    .target(
      name: "SectionedTerminal",
      dependencies: ["CNCurses", "OrderedRows", "SectionedViews", "SectionedDataSources", "SectionedChanges"],
      swiftSettings: settings
    ),
    // The model, which the plugins' tool reads without the rest of Core Data. `CoreData` exports it.
    .target(
      name: "CoreDataModel", dependencies: ["CSwiftRuntime", "CZlib", "OrderedRows"], swiftSettings: library
    ),
    .target(
      name: "CoreData", dependencies: ["CSQLite", "CSwiftRuntime", "CoreDataModel", "OrderedRows"],
      swiftSettings: library
    ),
    // Stores on servers, for programs that depend on it: only these need libpq.
    .target(name: "CoreDataPostgreSQL", dependencies: ["CoreData", "CPostgreSQL"], swiftSettings: library),
    .target(name: "ModelClasses", swiftSettings: settings),
    // It reads models as programs do, so that what a program could not read is an error of its build.
    .executableTarget(
      name: "CoreDataModelTool", dependencies: ["CoreDataModel", "ModelClasses"], swiftSettings: settings
    ),
    .plugin(
      name: "AdoptCoreData",
      capability: .command(
        // It writes when it is called with --write: nobody needs to be asked once more, nor to look at what it shows.
        intent: .custom(verb: "adopt-core-data", description: "Put @objc under #if canImport(ObjectiveC)")
      ),
      dependencies: [modelTool], path: "Sources/AdoptCoreData"
    ),
    .executableTarget(
      name: "SectionsTool",
      dependencies: [
        "CoreData", "CoreDataPostgreSQL", "OrderedRows", "SectionedTerminal", "SectionedViews", "SectionedTrees",
        "SectionedDataSources", "SectionedFetchedResults", "SectionedChanges",
      ],
      resources: [.copy("../../Fixtures/World")],
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
      swiftSettings: settings + appKitDefine
    ),
    // Random events in great numbers, for work on the package.
    .executableTarget(
      name: "Stress", dependencies: ["SectionedTesting"], path: "Tests/Support/Stress", swiftSettings: settings
    ),
    // The program of Docs/Linux.md, which a test runs.
    .executableTarget(
      name: "QuickStart", dependencies: ["CoreData", "SectionedFetchedResults"], path: "Fixtures/QuickStart",
      resources: [.copy("Library.xcdatamodeld")], swiftSettings: warnings
    ),
    // An app whose classes are as Xcode writes them, which a test runs.
    .executableTarget(
      name: "Notes", dependencies: ["CoreData"], path: "Fixtures/Notes",
      exclude: builtModelTool == nil ? [] : ["Generated"],
      resources: [.process("Notes.xcdatamodeld")], swiftSettings: warnings,
      plugins: builtModelTool == nil ? [] : ["CoreDataModelPlugin"]
    ),
    // The last step of the tutorial that needs no screen, as a program that a test runs.
    .executableTarget(
      name: "NotesTutorial", dependencies: ["CoreData", "SectionedFetchedResults"],
      path: "Sources/SectionedFetchedResults/SectionedFetchedResults.docc/Tutorials/Steps/3-Changes",
      swiftSettings: warnings
    ),
    // A double of UIKit, which the bindings are compiled and run on. SwiftPM's build folder shows it to every
    // `canImport`: which framework a target sees is decided here.
    .target(
      name: "UIKit", dependencies: ["SectionedChanges"], path: "Tests/UIKit", swiftSettings: settings
    ),
    // What the compiler imports where a test imports both `Testing` and `UIKit`.
    .target(name: "_Testing_UIKit", dependencies: ["UIKit"], path: "Tests/UIKitOverlay", swiftSettings: settings),
    // A double of AppKit. Targets that use it are compiled with SECTIONED_APPKIT_DOUBLE, and none asks `canImport(AppKit)`.
    .target(
      name: "AppKit", dependencies: ["SectionedChanges"], path: "Tests/AppKit", swiftSettings: settings
    ),
    // As for UIKit.
    .target(name: "_Testing_AppKit", dependencies: ["AppKit"], path: "Tests/AppKitOverlay", swiftSettings: settings),
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
    // Samples for Apple platforms that the tests run, too, on the double.
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
    // A program in a terminal: a pseudo-terminal, and what a person would see in it.
    .target(
      name: "TerminalTesting", dependencies: ["CNCurses", "SectionedTerminal"], path: "Tests/TerminalTesting",
      swiftSettings: settings
    ),
    // A list in a terminal, as a program that tests drive.
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
    // Programs that tests start.
    .target(name: "ProcessTesting", path: "Tests/ProcessTesting", swiftSettings: settings),
    // A PostgreSQL server of the tests' own.
    .target(
      name: "PostgreSQLTesting", dependencies: ["CoreDataPostgreSQL", "ProcessTesting"],
      path: "Tests/PostgreSQLTesting", swiftSettings: settings
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

// Where Apple's AppKit is, nothing may be found in its place.
if openCoreData, !hasAppKitDouble {
  targets.removeAll {
    ["AppKit", "_Testing_AppKit", "AppKitSamples", "AppKitTests", "SectionedAppKitTests"].contains($0.name)
  }
}

if openCoreData, let builtModelTool { targets.append(.binaryTarget(name: "BuiltModelTool", path: builtModelTool)) }

// Each batch of files that is compiled together reads the whole module first. The gate's large targets have few of them.
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

// The lists, their views, and the tests of both. Core Data itself is built as ever.
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
  // As low as the code permits: lists that load wait by `Clock` and `Duration`, and sources are cast to protocol types with
  // parameters. Systems before these have neither. The controller without the sources would build for iOS 15.
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: products,
  targets: targets,
  swiftLanguageModes: [.v6]
)
