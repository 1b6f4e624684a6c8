/// The idle views that can be reused. The header says of `makeView(withIdentifier:owner:)`: "may also return a reused
/// view with the same 'identifier' that was no longer available on screen".
@MainActor
struct RowPool {
  private var views: [NSUserInterfaceItemIdentifier: [NSView]] = [:]

  mutating func keep(_ view: NSView) {
    if let identifier = view.identifier { views[identifier, default: []].append(view) }
  }

  mutating func take(_ identifier: NSUserInterfaceItemIdentifier) -> NSView? {
    guard let view = views[identifier]?.popLast() else { return nil }
    view.prepareForReuse()
    return view
  }
}
