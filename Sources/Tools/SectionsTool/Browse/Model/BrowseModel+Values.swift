import CoreData
import Foundation
import SectionedTerminal

extension BrowseModel {
  var valuePane: ValuePane? { pane as? ValuePane }

  /// The attribute whose value is shown, or at the cursor in an object's details; nil if there is none.
  var shownAttribute: (object: NSManagedObject, attribute: NSAttributeDescription)? {
    if let pane = valuePane { return (pane.object, pane.attribute) }
    guard let pane = detailsPane, let attribute = pane.attribute else { return nil }
    return (pane.object, attribute)
  }

  /// Shows the whole value.
  func showValue() {
    guard valuePane == nil, let (object, attribute) = shownAttribute else { return }
    show(ValuePane(object, attribute, revision: { [store] in store.revision }))
  }

  /// Copies a value to the clipboard.
  func copyValue() {
    attempt {
      guard let (value, attribute) = try shownValue() else { return }
      guard let copy else { return status = .note("There is no terminal to copy to.") }
      let text = value.copiedText
      guard text.utf8.count <= TerminalClipboard.limit else {
        return status = .note("The value is too long for a terminal to copy; w writes it to a file.")
      }
      copy(text)
      status = .note("\(attribute.name) is copied, if the terminal lets programs copy.")
    }
  }

  /// Asks for a file name and writes the value to it. An existing file is not replaced.
  func writeValue() {
    attempt {
      guard let (value, attribute) = try shownValue() else { return askForNothing() }
      let name = "\(attribute.name).\(value.kind.fileExtension)".replacing("/", with: "-")
      ask(BrowsePrompt("Write to the file: ", text: name)) { [weak self] path in
        guard let self, !path.isEmpty else { return }
        attempt {
          try self.write(value.bytes, NSString(string: path).expandingTildeInPath)
          self.status = .note("\(ListTotals.count(value.bytes.count, "byte")) are written to \(path).")
        }
      }
    }
  }

  /// The value that is shown; nil if there is none, which the status then says.
  private func shownValue() throws -> (value: StoredValue, attribute: NSAttributeDescription)? {
    guard let (object, attribute) = shownAttribute else { return nil }
    guard DetailsPane.isThere(object), let value = try StoredValue(of: object, attribute) else {
      status = .note("There is no value.")
      return nil
    }
    return (value, attribute)
  }
}

extension OutputFile {
  /// Writes data to a new file.
  ///
  /// - Throws: an error that names the path, also if the file exists.
  static func writeNew(_ data: Data, to path: String, as noun: String) throws {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw ToolError.data("'\(path)' exists already and is not replaced.")
    }
    try check(path, as: noun)
    try write(data, to: path, as: noun)
  }
}
