/// Carries a reference into a block for a context's queue.
///
/// Unchecked: the block runs on the queue that the referenced object is confined to, and only there is it looked at.
package struct QueueBox<Object: AnyObject>: @unchecked Sendable {
  package weak var object: Object?

  package init(_ object: Object) { self.object = object }
}
