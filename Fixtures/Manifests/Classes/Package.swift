// swift-tools-version: 6.2
import PackageDescription

let lists = "SectionedFetchedResultsController"
let package = Package(
  name: "Atlas",
  dependencies: [.package(url: "https://example.com/\(lists).git", from: "0.9.0")],
  targets: [
    .executableTarget(
      name: "Atlas",
      dependencies: ["CoreData", "SectionedFetchedResults"].map { .product(name: $0, package: lists) },
      resources: [.process("Atlas.xcdatamodeld")],
      plugins: [.plugin(name: "CoreDataModelPlugin", package: lists)])
  ]
)
