import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

/// The table of the article on chats.
@MainActor
enum ChatSample {
  struct Message: Identifiable, Sendable {
    let id: Int
    var sender: String
    var text: String
  }

  struct Bubble: Equatable {
    var name: String?
    var hasTail: Bool
  }

  final class ChatViewController: UITableViewController {
    typealias Messages = MemoryList<OnlySection, Message>
    typealias Window = WindowDataSource<Messages>
    typealias Chat = NeighborDataSource<Window, Bubble>

    let window: Window
    private var chat: Chat?
    private var binding: TableBinding<Chat>?

    init(_ messages: Messages) {
      window = Window(messages, last: 50)
      super.init(style: .plain)
    }

    required init?(coder: NSCoder) { nil }

    private static func content(_ message: Message, _ bubble: Bubble?) -> UIListContentConfiguration {
      var content = UIListContentConfiguration.cell()
      content.text = [bubble?.name, message.text, bubble?.hasTail == true ? "◢" : nil].compactMap { $0 }
        .joined(separator: "\n")
      return content
    }

    override func viewDidLoad() {
      super.viewDidLoad()
      // guide
      let chat = NeighborDataSource(window) { previous, message, next in
        Bubble(
          name: previous?.sender == message.sender ? nil : message.sender,
          hasTail: next?.sender != message.sender)
      }
      var rules = ListRules()
      rules.add(.tableCell(for: Message.self) { message, _ in Self.content(message, chat.look(of: message.id)) })
      let binding = TableBinding(chat, in: tableView, rules: rules)
      binding.presenter.scrollAnchoring = .always
      binding.presenter.followsEnd = true
      // end
      (self.chat, self.binding) = (chat, binding)
    }

    // guide
    func showEarlier() { window.showEarlier(50) }

    func show(_ found: Message) {
      window.jump(to: found.id)
      guard let place = chat?.place(of: found.id) else { return }
      tableView.scrollToRow(at: IndexPath(row: place.item, section: place.section), at: .middle, animated: false)
    }
    // end
  }
}

@Suite("A chat, as the article has it")
@MainActor
struct ChatSampleTests {
  typealias Message = ChatSample.Message
  typealias Messages = ChatSample.ChatViewController.Messages

  /// The expected texts of the cells for some messages.
  private func wanted(_ messages: [Message]) -> [String] {
    messages.enumerated().map { index, message in
      let startsRun = index == 0 || messages[index - 1].sender != message.sender
      let endsRun = index + 1 == messages.count || messages[index + 1].sender != message.sender
      return (startsRun ? message.sender + "\n" : "") + message.text + (endsRun ? "\n◢" : "")
    }
  }

  private func text(_ table: UITableView, _ path: IndexPath) -> String? {
    (table.cellForRow(at: path)?.contentConfiguration as? UIListContentConfiguration)?.text
  }

  private func check(_ table: UITableView, _ window: ChatSample.ChatViewController.Window, _ comment: Comment) {
    table.layoutIfNeeded()
    let wanted = wanted(window.allItems)
    #expect(
      (0..<table.numberOfSections).map { table.numberOfRows(inSection: $0) }.reduce(0, +) == wanted.count, comment)
    for path in table.indexPathsForVisibleRows ?? [] { #expect(text(table, path) == wanted[path.row], comment) }
  }

  /// The first visible message, and its distance from the top.
  private func first(
    _ table: UITableView, _ window: ChatSample.ChatViewController.Window
  ) throws -> (id: Int, distance: CGFloat) {
    let path = try #require(table.indexPathsForVisibleRows?.first)
    let item = try #require(window.item(path.row, inSection: 0))
    return (item.id, table.rectForRow(at: path).minY - table.contentOffset.y)
  }

  private func message(_ id: Int, _ sender: String) -> Message { Message(id: id, sender: sender, text: "m\(id)") }

  @Test func whatIsVisibleStaysWhereItIs() throws {
    let refusals = try Refusals.recorded {
      let messages = Messages([
        SectionContent(OnlySection(), items: (0..<200).map { message($0, $0 / 3 % 2 == 0 ? "Ann" : "Bo") })
      ])
      let screen = ChatSample.ChatViewController(messages)
      let table = try #require(screen.tableView)
      let window = UIWindow(showing: table)
      window.isHidden = false
      check(table, screen.window, "at the beginning")
      #expect(table.numberOfRows(inSection: 0) == 50)
      table.drag(to: 0)
      for _ in 0..<2 {
        let before = try first(table, screen.window)
        screen.showEarlier()
        check(table, screen.window, "earlier")
        let now = try first(table, screen.window)
        #expect(now.id == before.id && now.distance == before.distance)
      }
      #expect(table.numberOfRows(inSection: 0) == 150)
      try messages.append(message(200, "Bo"), toSection: 0)
      check(table, screen.window, "a new one")
      screen.show(message(10, "Ann"))
      check(table, screen.window, "a jump")
      let ids = (table.indexPathsForVisibleRows ?? []).compactMap { screen.window.item($0.row, inSection: 0)?.id }
      #expect(ids.contains(10))
      withExtendedLifetime(window) {}
    }
    #expect(refusals == [])
  }

  @Test("each cell is as its neighbors make it, after each edit", arguments: ViewRuns.seeds(4))
  func edits(seed: UInt64) throws {
    let refusals = try Refusals.recorded {
      let messages = Messages([SectionContent(OnlySection())])
      let screen = ChatSample.ChatViewController(messages)
      let table = try #require(screen.tableView)
      let window = UIWindow(showing: table, height: 4000)
      window.isHidden = false
      var random = SeededRandom(seed: seed)
      for number in 0..<120 {
        let ids = messages.allItems.map(\.id)
        let sender = random.one(of: ["Ann", "Bo"])
        if let id = ids.randomElement(using: &random), random.oneIn(3) {
          if random.oneIn(2) { try messages.remove(id) } else { try messages.update(message(id, sender)) }
        } else {
          let item = random.oneIn(3) ? random.below(ids.count + 1) : ids.count
          try messages.insert(message(number, sender), at: ItemPlace(section: 0, item: item))
        }
        if random.oneIn(10) { screen.showEarlier() }
        check(table, screen.window, "seed \(seed), step \(number)")
      }
      withExtendedLifetime(window) {}
    }
    #expect(refusals == [])
  }
}
