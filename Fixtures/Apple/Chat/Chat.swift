// The last messages of a chat. Each run of messages by one sender has a name above it and a tail at its end.
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import UIKit

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
