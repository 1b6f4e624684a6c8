import Foundation
import SectionedTesting
import Testing

@Suite("sections list on real stores", .enabled(if: Samples.areThere, "\(Samples.reason)"))
struct ListTests {
  /// There are 125 cars, 118 of which have an owner, and 20 persons, 7 of whom have no car.
  @Test func carsByOwner() throws {
    let run = try ToolRun("list", Samples.path(Samples.cars), "--items", "Car", "--by", "owner", "--json")
    #expect(run.status == 0, "\(run.error)")
    let list = try run.decoded(ListOutput.self)
    #expect(list.totals == .init(sections: 20, empty: 7, items: 118, unmatched: 7))
    #expect(list.sections.map(\.index) == Array(0..<20))
    #expect(list.sections.map(\.count) == list.sections.map(\.items.count))
    // Without an order, both lists are ordered by primary key.
    let person = "x-coredata://753753D3-A961-4901-AB05-8CC48B1D3853/Person/p"
    #expect(list.sections.map(\.object) == (1...20).map { "\(person)\($0)" })
    for section in list.sections {
      let keys = section.items.compactMap { Int($0.split(separator: "/p").last ?? "") }
      #expect(keys == keys.sorted())
    }
    #expect(list.sections.allSatisfy { $0.name == nil })
  }

  @Test func carsWithoutAnOwnerStandLast() throws {
    let run = try ToolRun(
      "list", Samples.path(Samples.cars), "--items", "Car", "--by", "owner", "--unmatched", "last", "--json")
    let list = try run.decoded(ListOutput.self)
    #expect(list.totals == .init(sections: 20, empty: 7, items: 118, unmatched: 7))
    #expect(list.sections.count == 21)
    let last = try #require(list.sections.last)
    #expect(last.object == nil && last.count == 7)
  }

  @Test func pagesByBook() throws {
    let run = try ToolRun("list", Samples.path(Samples.books), "--items", "Page", "--by", "book", "--json")
    #expect(try run.decoded(ListOutput.self).totals == .init(sections: 52, empty: 0, items: 4970, unmatched: 0))
  }

  @Test func aWindowCountsItemsOfTheWholeList() throws {
    let run = try ToolRun(
      "list", Samples.path(Samples.books), "--items", "Page", "--by", "book", "--offset", "100", "--limit", "5",
      "--json")
    let list = try run.decoded(ListOutput.self)
    let whole = try ToolRun("list", Samples.path(Samples.books), "--items", "Page", "--by", "book", "--json")
      .decoded(ListOutput.self)
    #expect(list.sections.flatMap(\.items) == Array(whole.sections.flatMap(\.items)[100..<105]))
  }

  /// All rows of this store are in its write-ahead log.
  @Test func bookmarksByFolder() throws {
    let run = try ToolRun(
      "list", Samples.path(Samples.bookmarks), "--items", "BookmarkEntity", "--by", "parent", "--sections-where",
      "isFolder == YES", "--json")
    #expect(run.status == 0, "\(run.error)")
    #expect(try run.decoded(ListOutput.self).totals == .init(sections: 4, empty: 2, items: 8, unmatched: 2))
  }

  /// This store is from 2009 and contains no model. Its model file has a format that is no longer read.
  @Test func recipesWithAModelFromAFile() throws {
    let scratch = try TemporaryFolder()
    let folder = scratch.file("Recipes.xcdatamodel")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(recipesModel.utf8).write(to: folder.appendingPathComponent("contents"))
    let run = try ToolRun(
      "list", Samples.path(Samples.recipes), "--items", "Ingredient", "--by", "recipe", "--model", folder.path, "--json"
    )
    #expect(run.status == 0, "\(run.error)")
    #expect(try run.decoded(ListOutput.self).totals == .init(sections: 7, empty: 2, items: 31, unmatched: 0))
  }

  @Test func emptySectionsArePlainInText() throws {
    let run = try ToolRun(
      "list", Samples.path(Samples.cars), "--items", "Car", "--by", "owner", "--section-sort", "firstName,lastName")
    #expect(run.lines.first == "0  Alex  (Person p7)  empty")
    let left = "7 items without a section are left out: --unmatched last includes them"
    #expect(run.lines.last == "20 sections, 7 empty; 118 items; \(left)")
    #expect(!run.output.contains("\u{1b}"))
  }
}

private let recipesModel = """
  <?xml version="1.0" encoding="UTF-8"?>
  <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
    <entity name="Image"><attribute name="image" optional="YES" attributeType="Transformable"/>
      <relationship name="recipe" optional="YES" maxCount="1" destinationEntity="Recipe" inverseName="image" inverseEntity="Recipe"/>
    </entity>
    <entity name="Ingredient"><attribute name="amount" optional="YES" attributeType="String"/>
      <attribute name="displayOrder" optional="YES" attributeType="Integer 16"/>
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="recipe" optional="YES" maxCount="1" destinationEntity="Recipe" inverseName="ingredients" inverseEntity="Recipe"/>
    </entity>
    <entity name="Recipe"><attribute name="instructions" optional="YES" attributeType="String"/>
      <attribute name="name" optional="YES" attributeType="String"/>
      <attribute name="overview" optional="YES" attributeType="String"/>
      <attribute name="prepTime" optional="YES" attributeType="String"/>
      <attribute name="thumbnailImage" optional="YES" attributeType="Transformable"/>
      <relationship name="image" optional="YES" maxCount="1" destinationEntity="Image" inverseName="recipe" inverseEntity="Image"/>
      <relationship name="ingredients" optional="YES" toMany="YES" destinationEntity="Ingredient" inverseName="recipe" inverseEntity="Ingredient"/>
      <relationship name="type" optional="YES" maxCount="1" destinationEntity="RecipeType" inverseName="recipes" inverseEntity="RecipeType"/>
    </entity>
    <entity name="RecipeType"><attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="recipes" optional="YES" toMany="YES" destinationEntity="Recipe" inverseName="type" inverseEntity="Recipe"/>
    </entity>
  </model>
  """
