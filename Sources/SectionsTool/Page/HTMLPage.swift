import Foundation

/// A page that plays a list and is complete in itself: it loads nothing.
struct HTMLPage: Sendable {
  let title: String
  let data: JSON

  var text: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
    <title>\(Self.escaped(title.printable))</title>
    <style>
    \(PageStyle.text)</style>
    </head>
    <body>
    \(PageBody.text)<script type="application/json" id="data">\(Self.inScript(data.text))</script>
    <script>
    \(PageProgram.text)</script>
    </body>
    </html>

    """
  }

  /// A policy under which the page loads nothing, whatever is in a name.
  private static let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// JSON that cannot end the element it stands in: `<` is in strings only, and is written as an escape.
  static func inScript(_ json: String) -> String { json.replacing("<", with: "\\u003c") }

  /// Checks that a page can be written to a path, before it is made.
  static func check(_ path: String) throws { try OutputFile.check(path, as: "page") }

  /// - Throws: an error that names the file.
  func write(to path: String) throws { try OutputFile.write(text, to: path, as: "page") }
}
