// swift-tools-version: 6.2
import PackageDescription

let lists = "SectionedFetchedResultsController"
let package = Package(
  name: "Atlas", platforms: [.iOS(.v16), .macOS(.v13)],
  products: [.library(name: "Atlas", targets: ["Atlas"])],
  dependencies: [.package(url: "https://example.com/\(lists).git", from: "0.9.0")],
  targets: [.target(name: "Atlas", dependencies: [.product(name: "SectionedViews", package: lists)])]
)
