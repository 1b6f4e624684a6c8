import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults

/// A version of a tree, with the changes since the one that the consumer saw before.
public struct TreeUpdate<ID: Hashable & Sendable>: Sendable {
  /// The changes since the consumer's last element; nil in the first one.
  public let changes: TreeChangeSet<ID>?
  /// The tree.
  public let tree: TreeSnapshot<ID>
}

/// An asynchronous sequence of the versions of a tree.
///
/// ```swift
/// for await update in folders.treeUpdates { outline = update.tree }
/// ```
///
/// The first element has the tree as of the last step, and nil as its changes. A slow consumer gets one element that
/// combines the steps that it missed. The sequence ends when its source is released. It is for one task: if two tasks
/// wait, the earlier one gets nil.
///
/// Each element has a copy of the tree, so that each step copies all nodes, in O(nodes). For large trees, observe the
/// tree instead.
public struct TreeUpdates<ID: Hashable & Sendable>: AsyncSequence, Sendable {
  /// A version of the tree.
  public typealias Element = TreeUpdate<ID>

  let mailbox: UpdateMailbox<TreeUpdate<ID>>

  /// Returns the element that waits for the consumer, if there is one. For tests, which do not wait.
  package func takeWaiting() -> Element? { mailbox.takeWaiting() }

  /// Makes an iterator. All iterators of a sequence share its elements.
  public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox) }

  /// Waits for the versions of the tree, one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let mailbox: UpdateMailbox<TreeUpdate<ID>>

    /// Returns the next version; nil when the source is released or the task is cancelled.
    public mutating func next() async -> TreeUpdate<ID>? { await mailbox.next() }
  }
}

/// A weak reference to a mailbox. The sequence retains the mailbox.
struct WeakMailbox<ID: Hashable & Sendable> {
  weak var mailbox: UpdateMailbox<TreeUpdate<ID>>?
}

extension TreeCore {
  func subscribe() -> TreeUpdates<ID> {
    let mailbox = UpdateMailbox<TreeUpdate<ID>> { seen, waiting, next in
      guard let seen, let first = waiting.changes, let second = next.changes else {
        return TreeUpdate(changes: waiting.changes == nil ? nil : next.changes, tree: next.tree)
      }
      // Changes of consecutive steps always combine. If they did not, comparing the trees would give the same result.
      let joined =
        (try? first.combined(with: second, from: seen.tree, to: next.tree))
        ?? TreeChangeSet(from: seen.tree, to: next.tree)
      return TreeUpdate(changes: joined, tree: next.tree)
    }
    // Without the edits of a step that is still open, because its changes are the next element.
    mailbox.put(TreeUpdate(changes: nil, tree: tree.lastSnapshot))
    mailboxes.append(WeakMailbox(mailbox: mailbox))
    return TreeUpdates(mailbox: mailbox)
  }

  func put(_ changes: TreeChangeSet<ID>) {
    mailboxes.removeAll { $0.mailbox == nil }
    for mailbox in mailboxes { mailbox.mailbox?.put(TreeUpdate(changes: changes, tree: tree.snapshot)) }
  }
}
