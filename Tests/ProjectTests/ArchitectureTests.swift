import Testing

@Suite("The page about the architecture")
struct ArchitectureTests {
  @Test("The graph has an arrow for each dependency of the manifest, and no other")
  func theGraphIsTheManifest() throws {
    let manifest = try Manifest().dependencies
    let arrows = try ArchitecturePage().arrows()
    try #require(manifest.count > 8)
    for (target, dependencies) in manifest {
      #expect(arrows[target, default: []] == dependencies, "\(target)")
    }
    #expect(Set(arrows.keys).isSubset(of: manifest.keys))
  }

  @Test(
    "The tables name the folders that exist: the first column the outer ones, the second those in them",
    arguments: [("CoreData", "## `CoreData`, by layer"), ("SectionedFetchedResults", "## The controller")])
  func theTablesNameTheFolders(target: String, heading: String) throws {
    // The table goes two levels down.
    let folders = try Project.folders(in: "Sources/" + target).filter { $0.split(separator: "/").count <= 2 }
    #expect(try ArchitecturePage().folders(under: heading).sorted() == folders.sorted())
  }
}
