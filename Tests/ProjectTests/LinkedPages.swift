import Foundation
import Testing

/// The pages for readers with their links: the README, `Docs`, and the articles and tutorials of the catalogues.
struct LinkedPages {
  struct Link: Hashable {
    /// The target as the page writes it.
    let target: String
    /// The path of the file or folder; nil if there is none.
    let path: String?
    /// The name of a heading in GitHub's form; nil for the whole page.
    let anchor: String?
    /// Whether the link also works in a copy of the repository, and not only in the built documentation.
    let isPath: Bool
  }

  /// The texts of the pages, by path.
  let texts: [String: String]

  init() throws {
    var texts = ["README.md": try Project.text("README.md")]
    for folder in ["Docs", "Sources"] {
      let url = Project.root.appendingPathComponent(folder)
      for file in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
        let isPage = folder == "Docs" ? file.hasSuffix(".md") : file.contains(".docc/")
        guard isPage, [".md", ".tutorial"].contains(where: file.hasSuffix) else { continue }
        texts["\(folder)/\(file)"] = try Project.text("\(folder)/\(file)")
      }
    }
    self.texts = texts
  }

  /// A page without its blocks of code.
  static func prose(_ text: String) -> String {
    let parts = text.components(separatedBy: "```")
    return parts.indices.filter { $0.isMultiple(of: 2) }.map { parts[$0] }.joined()
  }

  /// The links in a text of a page: first Markdown links, then links to articles, then links to symbols that have a
  /// file in the catalogue.
  func links(in text: String, of page: String) -> [Link] {
    let prose = Self.prose(text)
    let paths = prose.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
    let articles = prose.matches(of: /<(doc:[^>]+)>|"(doc:[^"]+)"/).map { String($0.1 ?? $0.2 ?? "") }
    let symbols = prose.matches(of: /``([A-Za-z]+)``/).map { String($0.1) }
    let pages = symbols.filter { file(named: $0, inCatalogueOf: page) != nil }.map { "doc:" + $0 }
    return (paths + articles + pages).filter { !$0.contains("://") }.map { link(to: $0, from: page) }
  }

  func links(of page: String) -> [Link] { links(in: texts[page] ?? "", of: page) }

  private func link(to target: String, from page: String) -> Link {
    if target.hasPrefix("doc:") {
      let path = file(named: String(target.dropFirst(4)), inCatalogueOf: page)
      return Link(target: target, path: path, anchor: nil, isPath: false)
    }
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let anchor = parts.count > 1 ? parts[1] : nil
    if parts[0].isEmpty { return Link(target: target, path: page, anchor: anchor, isPath: true) }
    var names = page.split(separator: "/").dropLast().map(String.init)
    for name in parts[0].split(separator: "/").map(String.init) {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    let path = names.joined(separator: "/")
    let exists = FileManager.default.fileExists(atPath: Project.root.appendingPathComponent(path).path)
    return Link(target: target, path: exists ? path : nil, anchor: anchor, isPath: true)
  }

  /// The file with a name in the catalogue of a page.
  private func file(named name: String, inCatalogueOf page: String) -> String? {
    guard let end = page.range(of: ".docc/")?.upperBound else { return nil }
    let catalogue = page[..<end]
    return texts.keys.sorted().first { path in
      path.hasPrefix(catalogue) && ["/\(name).md", "/\(name).tutorial"].contains(where: path.hasSuffix)
    }
  }

  /// The number of clicks from a page to each reachable page.
  ///
  /// - Parameter paths: whether to follow only links that work in a copy of the repository.
  func clicks(from page: String, by paths: Bool) -> [String: Int] {
    var clicks = [page: 0]
    var queue = [page]
    while !queue.isEmpty {
      let page = queue.removeFirst()
      for link in links(of: page) where link.isPath || !paths {
        guard let path = link.path, texts[path] != nil, clicks[path] == nil else { continue }
        clicks[path] = (clicks[page] ?? 0) + 1
        queue.append(path)
      }
    }
    return clicks
  }

  /// The parts of a page, each with its subparts, by the names that GitHub gives to their headings.
  func parts(of page: String) -> [String: String] {
    var parts: [String: String] = [:]
    var isCode = false
    var open: [(level: Int, name: String)] = []
    for line in (texts[page] ?? "").components(separatedBy: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      let level = line.prefix { $0 == "#" }.count
      if level > 0, !isCode, line.dropFirst(level).hasPrefix(" ") {
        open.removeAll { $0.level >= level }
        open.append((level, Self.anchor(String(line.dropFirst(level + 1)))))
      }
      for part in open { parts[part.name, default: ""] += line + "\n" }
    }
    return parts
  }

  private static func anchor(_ heading: String) -> String {
    let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
    return kept.replacingOccurrences(of: " ", with: "-")
  }
}
