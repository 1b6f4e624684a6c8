#if os(macOS)
  import AppKit
  import SectionedViews
  import SwiftUI

  // Rules whose views are SwiftUI's.
  extension ViewRule {
    /// Makes a rule for rows of a table or an outline that show a SwiftUI view.
    ///
    /// ```swift
    /// rules.add(.hostedRow(for: Message.self) { message, _ in Label(message.subject, systemImage: "envelope") })
    /// ```
    ///
    /// - Parameters:
    ///   - model: the models' type.
    ///   - role: `.cell` for items, or `.header` for sections.
    ///   - identifier: names the rule; nil for a name made of the types.
    ///   - condition: whether the rule is for a model; nil for all of the type.
    ///   - content: makes the view.
    public static func hostedRow<Model, Content: View>(
      for model: Model.Type, role: ViewRole = .cell, identifier: String? = nil,
      where condition: ((Model, ViewContext) -> Bool)? = nil,
      @ViewBuilder content: @escaping @MainActor (Model, ViewContext) -> Content
    ) -> ViewRule {
      ViewRule(role, HostingRow<Content>.self, for: model, identifier: identifier, where: condition) {
        $0.host.show(content($1, $2), in: $0)
      }
    }

    /// Makes a rule for items of a collection that show a SwiftUI view.
    ///
    /// - Parameters:
    ///   - model: the models' type.
    ///   - identifier: names the rule; nil for a name made of the types.
    ///   - condition: whether the rule is for a model; nil for all of the type.
    ///   - content: makes the view.
    public static func hostedItem<Model, Content: View>(
      for model: Model.Type, identifier: String? = nil, where condition: ((Model, ViewContext) -> Bool)? = nil,
      @ViewBuilder content: @escaping @MainActor (Model, ViewContext) -> Content
    ) -> ViewRule {
      ViewRule(.cell, HostingItem<Content>.self, for: model, identifier: identifier, where: condition) {
        $0.host.show(content($1, $2), in: $0.view)
      }
    }
  }

  /// The SwiftUI view in a row or an item. Another model replaces its root, so that the state of the view stays.
  @MainActor
  private struct Host<Content: View> {
    private var view: NSHostingView<Content>?

    mutating func show(_ content: Content, in parent: NSView) {
      if let view {
        view.rootView = content
        return
      }
      let view = NSHostingView(rootView: content)
      view.translatesAutoresizingMaskIntoConstraints = false
      parent.addSubview(view)
      NSLayoutConstraint.activate([
        view.leadingAnchor.constraint(equalTo: parent.leadingAnchor),
        view.trailingAnchor.constraint(equalTo: parent.trailingAnchor),
        view.topAnchor.constraint(equalTo: parent.topAnchor),
        view.bottomAnchor.constraint(equalTo: parent.bottomAnchor),
      ])
      self.view = view
    }
  }

  private final class HostingRow<Content: View>: NSTableCellView {
    var host = Host<Content>()
  }

  private final class HostingItem<Content: View>: NSCollectionViewItem {
    var host = Host<Content>()
    override func loadView() { view = NSView(frame: .zero) }
  }
#endif
