#if canImport(UIKit) && !os(watchOS)
  import SectionedViews
  import UIKit

  extension UINib {
    /// The nib of a rule: in its bundle, or in that of the views' class.
    convenience init(_ name: String, _ bundle: Bundle?, of rule: ViewRule) {
      self.init(nibName: name, bundle: bundle ?? Bundle(for: rule.viewClass))
    }
  }

  extension ViewChoice {
    /// The model's type, for a message.
    var described: String { model.map { "\(type(of: $0))" } ?? "no model" }
  }
#endif
