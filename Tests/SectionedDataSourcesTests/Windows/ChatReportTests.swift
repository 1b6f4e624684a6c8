import SectionedChanges
import Testing

@testable import SectionedDataSources

/// Reports about other libraries, by project and number, with scenarios of our own.
@Suite("What people asked of chats")
struct ChatReportTests {
  /// A message with a sender and a time in seconds.
  private struct Message: Identifiable, Hashable, Sendable {
    var id: Int
    var sender = "a"
    var time = 0
  }
  private struct Room: Identifiable, Sendable { var id = 0 }
  private typealias Messages = MemoryList<Room, Message>

  private static func messages(_ messages: [Message]) -> Messages {
    Messages([SectionContent(Room(), items: messages)])
  }

  private static func numbered(_ ids: some Sequence<Int>) -> [Message] { ids.map { Message(id: $0) } }

  // MessageKit/MessageKit #184 and #186, jessesquires/JSQMessagesViewController #1455, tinode/ios #158: when earlier
  // messages are loaded, the list is reloaded, and jumps to its end or its beginning.
  @Test func earlierMessagesAreInsertionsBeforeTheShownOnes() throws {
    let messages = Self.messages(Self.numbered(20..<40))
    let window = WindowDataSource(messages, last: 5)
    let watcher = SourceWatcher(window)
    window.showEarlier(5)
    // A page that is loaded when the window has reached the first message.
    window.showEarlier(30)
    try messages.insert(contentsOf: Self.numbered(0..<20), at: ItemPlace(section: 0, item: 0))
    for (update, count) in zip(watcher.updates, [5, 10, 20]) {
      #expect(update.changes.items.inserted.map(\.place.item) == Array(0..<count))
      #expect(update.changes.count == count, "no shown message is moved or updated")
    }
    #expect(watcher.updates.count == 3 && window.allItems.map(\.id) == Array(0..<40))
    watcher.checkSource()
  }

  /// Whether a message has a name above it, and a tail.
  private struct Look: Hashable {
    let hasName: Bool
    let hasTail: Bool
  }

  // RocketChat/Rocket.Chat.iOS #1761: a message of another sender arrives between two messages of one sender, and the
  // second one still looks like a continuation, without a name.
  @Test func aMessageBetweenTwoOthersChangesBoth() throws {
    let messages = Self.messages([Message(id: 1), Message(id: 2), Message(id: 3, sender: "b")])
    let list = NeighborDataSource(messages) { previous, message, next in
      Look(hasName: previous?.sender != message.sender, hasTail: next?.sender != message.sender)
    }
    func looks() -> [String] {
      list.allItems.map { message in
        let look = list.look(of: message.id)
        return (look?.hasName == true ? "name " : "") + "\(message.id)" + (look?.hasTail == true ? " tail" : "")
      }
    }
    #expect(looks() == ["name 1", "2 tail", "name 3 tail"])
    let watcher = SourceWatcher(list)
    try messages.insert(Message(id: 9, sender: "b"), at: ItemPlace(section: 0, item: 1))
    #expect(watcher.updates.last?.changes.items.updated.map(\.new.item) == [0, 2])
    #expect(looks() == ["name 1 tail", "name 9 tail", "name 2 tail", "name 3 tail"])
    // The sender deletes it again.
    try messages.remove(9)
    #expect(watcher.updates.last?.changes.items.updated.map(\.new.item) == [0, 1])
    #expect(looks() == ["name 1", "2 tail", "name 3 tail"])
    watcher.checkSource()
  }

  // pusher/chatkit-swift #220: messages of one sender are one group only within a minute.
  @Test func aPauseBeginsANewGroup() throws {
    let messages = Self.messages([Message(id: 1), Message(id: 2, time: 50), Message(id: 3, time: 100)])
    let list = NeighborDataSource(messages) { previous, message, _ in
      previous.map { $0.sender == message.sender && message.time - $0.time <= 60 } ?? false
    }
    func continues() -> [Bool?] { list.allItems.map { list.look(of: $0.id) } }
    #expect(continues() == [false, true, true])
    let watcher = SourceWatcher(list)
    // Without the message between them, the other two are more than a minute apart.
    try messages.remove(2)
    #expect(watcher.updates.last?.changes.items.updated.map(\.new.item) == [1])
    #expect(continues() == [false, false])
    watcher.checkSource()
  }

  // GetStream/stream-chat-swift #2464, GetStream/stream-chat-android #3483, exyte/Chat #257: a quoted message that is
  // not in the list is shown with those around it; both directions lead on without a gap; a new message is not shown in
  // the middle of the history; the way back to the end does not load all messages between.
  @Test func aQuotedMessageIsShownWithThoseAroundIt() throws {
    let messages = Self.messages(Self.numbered(0..<100))
    let window = WindowDataSource(messages, last: 10)
    let watcher = SourceWatcher(window)
    func shown() -> [Int] { window.allItems.map(\.id) }
    #expect(window.jump(to: 40, before: 2, after: 2) && shown() == Array(38...42))
    window.showLater(3)
    window.showEarlier(3)
    #expect(shown() == Array(35...45) && window.numberOfLaterItems == 54)
    try messages.append(Message(id: 100), toSection: 0)
    #expect(shown() == Array(35...45) && window.numberOfLaterItems == 55)
    window.showLast()
    #expect(shown() == Array(91...100) && window.numberOfLaterItems == 0)
    // A jump to a shown message adds the messages around it, and drops none.
    #expect(window.jump(to: 92, before: 3, after: 3) && shown() == Array(89...100))
    #expect(!window.jump(to: 500) && shown() == Array(89...100))
    watcher.checkSource()
  }
}
