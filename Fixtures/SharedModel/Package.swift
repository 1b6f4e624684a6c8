// swift-tools-version: 6.2
import PackageDescription

#if canImport(Darwin)
  let coreData: [Target.Dependency] = []
#else
  // 0 builds for an Apple platform from here, as in the package itself.
  let isForApple = Context.environment["SECTIONED_OPEN_CORE_DATA"] == "0"
  let coreData: [Target.Dependency] =
    isForApple ? [] : [.product(name: "CoreData", package: "SectionedFetchedResultsController")]
#endif

let package = Package(
  name: "Library",
  platforms: [.iOS(.v16), .macOS(.v13)],
  products: [.library(name: "Library", targets: ["Library"])],
  dependencies: [.package(path: "../SectionedFetchedResultsController")],
  targets: [
    .target(
      name: "Library",
      dependencies: coreData + [
        .product(name: "SectionedFetchedResults", package: "SectionedFetchedResultsController")
      ])
  ]
)
