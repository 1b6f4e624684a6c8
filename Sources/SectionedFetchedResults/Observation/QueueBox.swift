/// Carries a reference into a block for a context's queue.
///
/// Unchecked: the block runs on the queue that the referenced object is confined to, and only there is it looked at.
struct QueueBox<Object: AnyObject>: @unchecked Sendable {
  weak var object: Object?

  init(_ object: Object) { self.object = object }
}
