import CoreData
import Foundation
import SectionedFetchedResults

/// A list as a person reads it: a line a section, empty ones plainly visible, its items below.
struct ListText {
  let controller: ListSource.Controller
  var terminal = Terminal.standard

  func print(totals: ListTotals) {
    for (index, section) in controller.allSections.enumerated() {
      let title = section.object.map(ObjectTitle.text) ?? "without a section"
      let head = "\(index)  \(title)  "
      switch section.numberOfObjects {
      case 0: printLine(terminal.styled(head + "empty", .dim))
      case let count: printLine(terminal.styled(head, .bold) + terminal.styled("\(count)", .cyan))
      }
      for item in section.items ?? [] {
        printLine(terminal.cut("     " + ObjectTitle.text(of: item)))
      }
    }
    printLine()
    printLine(totals.text)
  }
}
