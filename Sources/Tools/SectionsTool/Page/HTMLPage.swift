import Foundation

/// An HTML page that plays the changes of a list. It contains everything and loads nothing.
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

  /// A content security policy under which the page loads nothing, whatever its texts contain.
  private static let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// Escapes JSON so that it cannot end the `script` element that contains it. A `<` occurs only in JSON strings.
  static func inScript(_ json: String) -> String { json.replacing("<", with: "\\u003c") }

  /// Checks that a page can be written to a path. Call it before making the page.
  static func check(_ path: String) throws { try OutputFile.check(path, as: "page") }

  /// - Throws: an error that names the path.
  func write(to path: String) throws { try OutputFile.write(text, to: path, as: "page") }
}
