/// Base class of a context's parts. A part calls back into its context to read settings, to pass it to observers, or
/// to run an operation that involves several parts.
class ContextPart {
  // Unowned because the context owns its parts. Code that may outlive the context holds its handle or an object,
  // never a part.
  final unowned private(set) var context: NSManagedObjectContext!

  final func adopt(by context: NSManagedObjectContext) { self.context = context }
}
