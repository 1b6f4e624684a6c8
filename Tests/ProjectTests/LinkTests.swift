import Foundation
import Testing

@Suite("The pages lead to each other")
struct LinkTests {
  private let pages: LinkedPages

  init() throws { pages = try LinkedPages() }

  @Test func noLinkIsDead() {
    var count = 0
    for page in pages.texts.keys.sorted() {
      for link in pages.links(of: page) {
        count += 1
        guard let path = link.path else {
          Issue.record("\(page): \(link.target) leads nowhere")
          continue
        }
        guard let anchor = link.anchor else { continue }
        let isThere = pages.parts(of: path)[anchor] != nil
        #expect(isThere, "\(page): \(path) has no heading #\(anchor)")
      }
    }
    #expect(count > 200)
  }

  @Test("Each page is reached from the README, and in a copy of the repository each article, too")
  func eachPageIsReached() {
    let all = Set(pages.texts.keys)
    #expect(all.count > 40)
    #expect(all.subtracting(pages.clicks(from: "README.md", by: false).keys).sorted() == [])
    // Pages of symbols and tutorials are only reachable in the built documentation.
    let articles = all.filter { $0.hasSuffix(".md") && !isOfASymbol($0) }
    #expect(articles.subtracting(pages.clicks(from: "README.md", by: true).keys).sorted() == [])
  }

  @Test("Each page ends with where to go next") func eachPageLeadsOn() throws {
    for (page, text) in pages.texts where page.hasSuffix(".md") && page != "README.md" {
      let start = try #require(text.range(of: "\n## ", options: .backwards)).upperBound
      let end = String(text[start...])
      let heading = String(end.prefix { $0 != "\n" })
      let isCatalogue = text.hasPrefix("# ``")
      let headings =
        page.hasPrefix("Docs/") ? ["Where to go next"] : isCatalogue ? ["Topics", "See Also"] : ["See Also"]
      #expect(headings.contains(heading), "\(page) ends with \(heading)")
      #expect(end.contains("](") || end.contains("<doc:") || end.contains("- ``"), "\(page) leads nowhere")
      if page.hasPrefix("Docs/") { #expect(pages.links(in: end, of: page).count >= 2, "\(page)") }
    }
  }

  /// A text that the answer to each question must contain, in the order of the questions.
  private static let answers = [
    ".package(url:", "`@SectionedObjectsRequest`", "`sections![index].objects as! [Zone]`", "is never called",
    "controller.showsEmptySections = false", "is hidden", "sectionDependencies", "FilteredDataSource",
    "binding.editing = ListEditing(shelves)", "a store of its own, in memory", "libsqlite3-dev", "`@NSManaged`",
    "reading changes neither the file nor its folder", "The power goes", "10³ to 10⁷ rows",
  ]

  @Test("Fifteen questions of a newcomer are answered, each at most three clicks from the README")
  func eachQuestionIsAnswered() throws {
    let chapter = try #require(pages.parts(of: "Docs/Tasks.md")["fifteen-questions"])
    let questions = chapter.components(separatedBy: "\n").reduce(into: [String]()) { questions, line in
      if line.firstMatch(of: /^\d+\.\s/) != nil {
        questions.append(line)
      } else if line.hasPrefix("   "), !questions.isEmpty {
        questions[questions.count - 1] += line
      }
    }
    try #require(questions.count == 15 && Self.answers.count == 15)
    let clicks = pages.clicks(from: "README.md", by: true)
    let toTheQuestion = try #require(clicks["Docs/Tasks.md"])
    for (question, answer) in zip(questions, Self.answers) {
      #expect(question.contains("?"), "\(question)")
      let links = pages.links(in: question, of: "Docs/Tasks.md")
      try #require(links.count == 1, "\(question)")
      let path = try #require(links[0].path)
      // A reader goes by the question's link, or directly to the page.
      #expect(min(toTheQuestion + 1, clicks[path] ?? .max) <= 3, "\(question)")
      let text = try #require(links[0].anchor.map { pages.parts(of: path)[$0] } ?? pages.texts[path])
      let isAnswered = text.contains(answer)
      #expect(isAnswered, "\(question) \(links[0].target) does not say \(answer)")
    }
  }

  /// Each task has a page. Most also have a sample and a symbol.
  @Test func eachTaskHasItsPage() throws {
    let rows = try #require(pages.texts["Docs/Tasks.md"]).components(separatedBy: "\n").filter {
      $0.hasPrefix("| ") && !$0.hasPrefix("| I want to")
    }
    #expect(rows.count > 35)
    for row in rows {
      let columns = row.components(separatedBy: " | ")
      try #require(columns.count >= 2, "\(row)")
      #expect(!pages.links(in: columns[1], of: "Docs/Tasks.md").isEmpty, "\(row)")
    }
    #expect(rows.filter { $0.contains("(../Fixtures") || $0.contains("(../Tests") }.count > 25)
    #expect(rows.filter { $0.firstMatch(of: /`(Sectioned[A-Za-z]+|CoreData)\/[A-Za-z\/]+`/) != nil }.count > 25)
  }

  /// Whether a page groups the topics of a symbol: its title is `# ``Module/Type```.
  private func isOfASymbol(_ page: String) -> Bool {
    let title = pages.texts[page]?.prefix { $0 != "\n" } ?? ""
    return title.hasPrefix("# ``") && title.contains("/")
  }
}
