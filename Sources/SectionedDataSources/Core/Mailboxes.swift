import SectionedFetchedResults

/// The mailboxes of a source's consumers, which go with their sequences.
@usableFromInline
final class Mailboxes<Update: Sendable> {
  private struct Entry {
    weak var mailbox: UpdateMailbox<Update>?
  }

  private var entries: [Entry] = []

  @usableFromInline
  init() {}

  @usableFromInline
  var isEmpty: Bool { entries.isEmpty }

  func add(_ mailbox: UpdateMailbox<Update>) { entries.append(Entry(mailbox: mailbox)) }

  @usableFromInline
  func put(_ update: Update) {
    for entry in entries { entry.mailbox?.put(update) }
    entries.removeAll { $0.mailbox == nil }
  }

  deinit { for entry in entries { entry.mailbox?.finish() } }
}
