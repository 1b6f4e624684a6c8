import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// The code of the article *Totals and folding*. The list begins with `A: a1 a2 | B: | C: c1`, with the positions 0, 1
/// and 0.
@Suite("The code of the article on totals and folding")
struct TotalsArticleTests {
  @Test func aHeaderHasTotals() throws {
    let fixture = try LibraryFixture()
    let controller = fixture.controller
    try fixture.library.run {
      // guide
      controller.aggregates = [.count(where: "position > 0"), .sum("position"), .max("title")]
      try controller.performFetch()
      // end
      controller.itemLimit = .first(1)
    }
    fixture.library.run {
      // guide
      func header(of index: Int) -> String {
        let section = controller.allSections[index]
        let sum = section.value(of: .sum("position"))?.integer ?? 0
        return "\(section.numberOfObjects) of \(section.totalNumberOfObjects), sum \(sum)"
      }
      let whole = controller.allSections.value(of: .sum("position"))
      // end
      #expect((0..<3).map(header(of:)) == ["1 of 2, sum 1", "0 of 0, sum 0", "1 of 1, sum 0"])
      #expect(whole == .integer(1))
      #expect(controller.allSections[0].numberOfHiddenObjects == 1)
    }
  }

  @Test func sectionsAreFolded() throws {
    let fixture = try LibraryFixture()
    let controller = fixture.controller
    fixture.library.run {
      // guide
      controller.setFolded(true, sectionAt: 0)
      // end
    }
    #expect(fixture.text == "A: | B: | C: c1")
    fixture.library.run {
      // guide
      controller.setAllFolded(true)
      controller.setFolded(false, sectionAt: 2)
      // end
    }
    #expect(fixture.text == "A: | B: | C: c1")
    fixture.library.run {
      #expect((0..<3).map(controller.isFolded(sectionAt:)) == [true, true, false])
      // guide
      let kept = controller.foldingPropertyList
      controller.restoreFolding(from: kept)
      // end
      #expect(PropertyListSerialization.propertyList(kept, isValidFor: .xml))
      let folding = controller.folding
      controller.setAllFolded(false)
      controller.restoreFolding(from: kept)
      #expect(controller.folding == folding)
    }
    #expect(fixture.text == "A: | B: | C: c1")
  }
}
