/// A part of a context that calls the context: for its settings, to pass it to observers, and for a step of all parts.
class ContextPart {
  // The context owns its parts. What is to outlive it holds its handle, or an object, and never a part.
  final unowned private(set) var context: NSManagedObjectContext!

  final func adopt(by context: NSManagedObjectContext) { self.context = context }
}
