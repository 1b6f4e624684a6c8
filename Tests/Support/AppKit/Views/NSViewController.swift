/// The controller of a view.
@MainActor
open class NSViewController: NSResponder {
  /// The name of a nib.
  public typealias NibName = String
  private var loaded: NSView?
  /// The title for the user.
  open var title: String?
  /// The name of the nib that contains the view.
  open private(set) var nibName: NibName?

  /// Makes a controller whose view comes from a nib, or from `loadView()`.
  public init(nibName nibNameOrNil: NibName?, bundle nibBundleOrNil: Bundle?) {
    nibName = nibNameOrNil
    super.init()
  }

  /// Makes a controller from an archive. The double reads none.
  public required init?(coder: NSCoder) { super.init() }

  /// Makes a controller without a nib.
  public convenience init(_: Void = ()) { self.init(nibName: nil, bundle: nil) }

  /// Makes a controller of a class that is known only at run time. For Apple's classes `NSObject.init()` does that.
  public required convenience init(ofClass: Void) { self.init(nibName: nil, bundle: nil) }

  /// The view. Reading it loads it if necessary.
  open var view: NSView {
    get {
      if loaded == nil {
        loadView()
        viewDidLoad()
      }
      guard let loaded else { fatalError("loadView() of \(type(of: self)) has set no view.") }
      return loaded
    }
    set { loaded = newValue }
  }

  /// Whether the view has been loaded.
  open var isViewLoaded: Bool { loaded != nil }
  /// Makes the view. Without an override it is empty.
  open func loadView() { loaded = NSView(frame: .zero) }
  /// Called when the view has been loaded.
  open func viewDidLoad() {}
}
