import Foundation
import SectionedChanges
import SectionedDataSources
import Testing

/// The samples of the articles on loading and restoring. A sample is between `// guide` and `// end`.
@Suite("The samples of what is loaded and restored do what they say")
@MainActor
struct LoadingArticleTests {
  typealias Team = ArticleTests.Team
  typealias Player = ArticleTests.Player

  struct Server {
    /// Returns the next players after a player, of 40 in all.
    func players(after id: Int?, count: Int = 20) async throws -> [Player] {
      let first = (id ?? 0) + 1
      return first > 40 ? [] : (first..<min(41, first + count)).map { Player(id: $0, name: "Player \($0)") }
    }

    /// Returns authors with their books: a page of three, and a page of two that begins with the last author of the
    /// first page.
    func authors(from start: Int) async throws -> [(author: Author, books: [Title])] {
      let all = [
        ("Austen", ["Emma"]), ("Burney", []), ("Eliot", ["Romola"]), ("Eliot", ["Silas Marner"]), ("Gaskell", []),
      ]
      return all.dropFirst(start).prefix(start == 0 ? 3 : 2).map { name, titles in
        (Author(id: name), titles.map { Title(id: $0) })
      }
    }
  }

  struct Author: Identifiable, Hashable { var id: String }
  struct Title: Identifiable, Hashable { var id: String }

  let server = Server()

  @Test func loading() async throws {
    let server = server
    // guide
    let list = LoadingList<Team, Player, Int>(MemoryList(), isolation: #isolation) { request in
      switch request {
      case .load, .refresh:
        let players = try await server.players(after: nil)
        return LoadedPage([SectionContent(Team(id: "all"), items: players)], cursor: players.last?.id)
      case .append(let last):
        let players = try await server.players(after: last)
        return LoadedPage(items: players, cursor: players.last?.id)
      }
    }
    let rows = PlaceholderDataSource(list)
    list.load()
    // end
    while list.phase != .loaded { await Task.yield() }
    #expect(list.numberOfItems == 20 && rows.numberOfItems == 21)
    // guide
    list.append()
    // end
    while list.numberOfItems < 40 { await Task.yield() }
    #expect(list.phase == .loaded)
  }

  @Test func loadingSections() async throws {
    let server = server
    // guide
    let list = LoadingList<Author, Title, Int>(MemoryList(), isolation: #isolation) { request in
      let start = if case .append(let next?) = request { next } else { 0 }
      let authors = try await server.authors(from: start)
      let next = authors.isEmpty ? nil : start + authors.count
      return LoadedPage(authors.map { SectionContent($0.author, items: $0.books) }, cursor: next)
    }
    // end
    var text: [String] { list.content.content.map { "\($0.section.id): \($0.items.map(\.id))" } }
    await list.outcome(of: .load)
    #expect(text == [#"Austen: ["Emma"]"#, "Burney: []", #"Eliot: ["Romola"]"#])
    await list.outcome(of: .append)
    #expect(text.dropFirst(2) == [#"Eliot: ["Romola", "Silas Marner"]"#, "Gaskell: []"])
    await list.outcome(of: .append)
    #expect(!list.hasMore && text.count == 4)
  }

  @Test("a program waits for each page; what is ignored has no outcome")
  func awaiting() async throws {
    let server = server
    let list = LoadingList<Team, Player, Int>(MemoryList(), isolation: #isolation) { request in
      let last: Int? = if case .append(let last) = request { last } else { nil }
      let players = try await server.players(after: last)
      return LoadedPage([SectionContent(Team(id: "all"), items: players)], cursor: players.last?.id)
    }
    let early = await list.outcome(of: .append)
    #expect(early == nil)
    // guide
    await list.outcome(of: .load)
    let next = await list.outcome(of: .append)?.page
    // end
    #expect(list.numberOfItems == 40 && next?.cursor == 40)
  }

  @Test func restoring() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let people = ArticleTests().people
    // guide
    try people.archive().write(to: file)
    // end
    let list = MemoryList<Team, Player>()
    // guide
    try list.restore(from: SourceArchive(contentsOf: file))
    // end
    #expect(list.content == people.content)
  }

  @Test("a paged list is restored with all its pages, and keeps them when it is loaded again")
  func restoringPages() async throws {
    let server = server
    // guide
    let content = MemoryList<Team, Player>()
    let list = LoadingList<Team, Player, Int>(content, isolation: #isolation) { request in
      switch request {
      case .load, .refresh:
        let players = try await server.players(after: nil, count: max(20, content.numberOfItems))
        return LoadedPage([SectionContent(Team(id: "all"), items: players)], cursor: players.last?.id)
      case .append(let last):
        let players = try await server.players(after: last)
        return LoadedPage(items: players, cursor: players.last?.id)
      }
    }
    // end
    await list.outcome(of: .load)
    await list.outcome(of: .append)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).archive")
    defer { try? FileManager.default.removeItem(at: file) }
    // guide
    if list.canBeArchived { try list.archive().write(to: file) }
    // end
    content.removeAll()
    await list.outcome(of: .refresh)
    #expect(list.numberOfItems == 20)

    do {
      let list = LoadingList<Team, Player, Int>(MemoryList(), isolation: #isolation) { _ in LoadedPage([]) }
      // guide
      try list.restore(from: SourceArchive(contentsOf: file), refreshes: false)
      // end
      #expect(list.numberOfItems == 40 && list.phase == .loaded && list.cursor == 40)
    }

    try content.restore(from: SourceArchive(contentsOf: file))
    await list.outcome(of: .refresh)
    #expect(list.numberOfItems == 40 && list.cursor == 40)
  }
}
