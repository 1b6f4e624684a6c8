import SectionedFetchedResults

/// The mailboxes of a source's asynchronous sequences. They are held weakly: a mailbox lives as long as its sequence.
@usableFromInline
final class UpdateMailboxes<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  @usableFromInline
  typealias Update = DataSourceUpdate<SectionID, ItemID>
  typealias Mailbox = UpdateMailbox<PendingUpdates<SectionID, ItemID>>

  private struct Entry {
    weak var mailbox: Mailbox?
  }

  private var entries: [Entry] = []

  @usableFromInline
  init() {}

  @usableFromInline
  var isEmpty: Bool { entries.isEmpty }

  func add(_ mailbox: Mailbox) { entries.append(Entry(mailbox: mailbox)) }

  @usableFromInline
  func put(_ update: Update) {
    for entry in entries { entry.mailbox?.put(PendingUpdates(update)) }
    entries.removeAll { $0.mailbox == nil }
  }

  deinit { for entry in entries { entry.mailbox?.finish() } }
}
