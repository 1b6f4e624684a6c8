import AppKit
import SectionedAppKit
import SectionedDataSources
import SectionedTesting
import Testing

@testable import AppKitSamples

@Suite("The sample of a mail window runs on the double")
@MainActor
struct MailWindowTests {
  private func texts(_ table: NSTableRowsView) -> [String] {
    table.layoutSubtreeIfNeeded()
    return table.shownRows.map { row in
      (0..<(table.rowView(atRow: row, makeIfNecessary: false)?.numberOfColumns ?? 0)).map { column in
        let view = table.view(atColumn: column, row: row, makeIfNecessary: false) as? NSTableCellView
        return view?.textField?.stringValue ?? "-"
      }.joined(separator: ", ")
    }
  }

  @Test("Folders and messages come, change and go without a reload")
  func changes() throws {
    let mail = MailWindow()
    let refusals = try Refusals.recorded {
      mail.folders.appendSection(Account(id: 1, name: "Home"), items: [Folder(id: 1, name: "Inbox", unread: 2)])
      mail.messages.appendSection(
        Day(id: 1, name: "Today"), items: [Message(id: 1, sender: "Ada", subject: "Engine")])
      mail.window.layoutIfNeeded()
      #expect(texts(mail.sidebar) == ["Home", "Inbox (2)"] && mail.sidebar.style == .sourceList)
      #expect(texts(mail.table) == ["Today", "Ada, Engine"])
      let reloads = [mail.sidebar.reloads, mail.table.reloads]

      mail.sidebar.click(1)
      #expect(mail.opened.map(\.id) == [1])
      try mail.folders.update(Folder(id: 1, name: "Inbox", unread: 1))
      try mail.folders.append(Folder(id: 2, name: "Sent"), toSection: 0)
      #expect(texts(mail.sidebar) == ["Home", "Inbox (1)", "Sent"])
      #expect(mail.sidebar.selectedRow == 1)

      try mail.messages.append(Message(id: 2, sender: "Bob", subject: "Lunch"), toSection: 0)
      mail.table.click(2)
      mail.table.pressRowAction(0, of: 1)
      #expect(texts(mail.table) == ["Today", "Bob, Lunch"])
      #expect(mail.tableBinding?.selectedItems.map(\.id) == [2])
      #expect([mail.sidebar.reloads, mail.table.reloads] == reloads)
    }
    #expect(refusals == [])
  }
}
