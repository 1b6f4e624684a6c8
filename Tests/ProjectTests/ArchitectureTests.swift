import Testing

@Suite("The pages about the architecture")
struct ArchitectureTests {
  @Test("The graph has an arrow for each dependency of the manifest, and no other")
  func theGraphIsTheManifest() throws {
    let manifest = try Manifest().dependencies
    let arrows = try LayersPage().arrows()
    try #require(manifest.count > 8)
    for (target, dependencies) in manifest {
      #expect(arrows[target, default: []] == dependencies, "\(target)")
    }
    #expect(Set(arrows.keys).isSubset(of: manifest.keys))
  }

  @Test("Each arrow of the small picture is a dependency of the manifest")
  func thePictureIsOfTheManifest() throws {
    let manifest = try Manifest().dependencies
    let arrows = try LayersPage("Architecture").arrows()
    try #require(arrows.count > 5)
    for (target, used) in arrows {
      #expect(used.isSubset(of: manifest[target] ?? []), "\(target)")
    }
  }

  @Test("The page for newcomers is short")
  func theArchitectureIsShort() throws {
    // A line break at the end of the file counts as one more line.
    #expect(try LayersPage("Architecture").lines.count <= 151)
  }

  @Test(
    "The tables name the folders that exist: the first column the outer ones, the second those in them",
    arguments: [
      ("CoreDataModel", "## `CoreDataModel`, by layer"), ("CoreData", "## `CoreData`, by layer"),
      ("SectionedFetchedResults", "## The controller"),
      ("SectionedDataSources", "## Data sources"), ("SectionedTrees", "## Trees"),
    ])
  func theTablesNameTheFolders(target: String, heading: String) throws {
    // The table has two levels of folders.
    let folders = try Project.folders(in: Project.folder(of: target)).filter { $0.split(separator: "/").count <= 2 }
    #expect(try LayersPage().folders(under: heading).sorted() == folders.sorted())
  }
}
