import SectionedDataSources
import Testing

/// The samples of the article *Showing a chat*.
@Suite("The samples on chats do what they say")
struct ChatArticleTests {
  struct Room: Identifiable, Sendable { var id = "room" }
  struct Message: Identifiable, Hashable, Sendable { var id: Int }

  struct Server {
    /// Returns the twenty messages before a message, of 45 in all.
    func messages(before id: Int?) async throws -> [Message] {
      let end = id ?? 45
      return (max(0, end - 20)..<end).map { Message(id: $0) }
    }
  }

  @MainActor @Test func earlierPages() async throws {
    let server = Server()
    // guide
    let messages = LoadingList<Room, Message, Int>(MemoryList(), isolation: #isolation) { _ in
      let last = try await server.messages(before: nil)
      return LoadedPage([SectionContent(Room(), items: last)], earlier: last.first?.id)
    }
    messages.setEarlierLoader(isolation: #isolation) { first in
      let page = try await server.messages(before: first)
      return LoadedPage(items: page, cursor: page.first?.id, hasMore: page.count == 20)
    }
    let window = WindowDataSource(messages, last: 15)
    // end
    await messages.outcome(of: .load)
    #expect(window.allItems.map(\.id) == Array(30..<45))
    for first in [15, 0, 0] {
      // guide
      window.showEarlier(15)
      if window.numberOfEarlierItems == 0 { messages.prepend() }
      // end
      if window.numberOfEarlierItems == 0 { await messages.outcomeOfPrepend() }
      #expect(window.allItems.map(\.id) == Array(first..<45))
    }
    #expect(!messages.hasEarlier)
  }
}
