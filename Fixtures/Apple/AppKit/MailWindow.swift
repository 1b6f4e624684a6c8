// A window like that of a mail program. The sidebar has accounts and folders with counts, and a table has messages by
// day.
import AppKit
import CoreData
import SectionedAppKit
import SectionedDataSources
import SectionedViews

struct Account: Identifiable {
  let id: Int
  var name: String
}

struct Folder: Identifiable {
  let id: Int
  var name: String
  var unread = 0
}

struct Day: Identifiable {
  let id: Int
  var name: String
}

struct Message: Identifiable {
  let id: Int
  var sender: String
  var subject: String
}

/// A cell with one line of text.
final class LineCell: NSTableCellView {
  func show(_ text: String) {
    if textField == nil {
      let label = NSTextField(labelWithString: text)
      addSubview(label)
      textField = label
    }
    textField?.stringValue = text
  }
}

@MainActor
final class MailWindow {
  let folders = MemoryList<Account, Folder>()
  let messages = MemoryList<Day, Message>()
  let sidebar = NSOutlineView(frame: .zero)
  let table = NSTableView(frame: .zero)
  let window = NSWindow(
    contentRect: NSRect(x: 0, y: 0, width: 800, height: 500), styleMask: [.titled, .resizable], backing: .buffered,
    defer: false)
  private(set) var opened: [Folder] = []
  private var sidebarBinding: OutlineBinding<MemoryList<Account, Folder>>?
  private(set) var tableBinding: TableBinding<MemoryList<Day, Message>>?

  init() {
    let content = NSView(frame: NSRect(x: 0, y: 0, width: 800, height: 500))
    for (view, x, width) in [(sidebar as NSView, 0.0, 200.0), (table as NSView, 200.0, 600.0)] {
      let scroll = NSScrollView(frame: NSRect(x: x, y: 0, width: width, height: 500))
      scroll.documentView = view
      content.addSubview(scroll)
    }
    window.contentView = content
    showFolders()
    showMessages()
  }

  private func open(_ folder: Folder) { opened.append(folder) }

  func showFolders() {
    // guide
    sidebar.style = .sourceList
    sidebar.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("folder")))
    var rules = ListRules()
    rules.add(
      ViewRule(.cell, LineCell.self, for: Folder.self) { cell, folder, _ in
        cell.show(folder.unread == 0 ? folder.name : "\(folder.name) (\(folder.unread))")
      })
    let binding = OutlineBinding(folders, in: sidebar, rules: rules)
    binding.headerTitle = { account, _ in account.name }
    binding.selectionDidChange = { [weak self] folders in folders.forEach { self?.open($0) } }
    binding.editing = ListEditing(folders)
    sidebarBinding = binding
    // end
  }

  func showMessages() {
    // guide
    for name in ["sender", "subject"] {
      let column = NSTableColumn(identifier: NSUserInterfaceItemIdentifier(name))
      column.sortDescriptorPrototype = NSSortDescriptor(key: name, ascending: true)
      table.addTableColumn(column)
    }
    let binding = TableBinding(messages, in: table)
    for (name, text) in [("sender", \Message.sender), ("subject", \Message.subject)] {
      var rules = ListRules()
      rules.add(
        ViewRule(.cell, LineCell.self, for: Message.self) { cell, message, _ in cell.show(message[keyPath: text]) })
      binding.columnRules[NSUserInterfaceItemIdentifier(name)] = rules
    }
    binding.headerTitle = { day, _ in day.name }
    binding.editing = ListEditing(messages)
    binding.deleteTitle = "Delete"
    tableBinding = binding
    // end
  }
}
