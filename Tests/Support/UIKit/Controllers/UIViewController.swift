/// The controller of a screen's view.
@MainActor
open class UIViewController: UIResponder {
  private var loaded: UIView?
  /// The title for the user.
  open var title: String?

  /// Makes a controller.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }

  /// Makes a controller from an archive.
  public required init?(coder: NSCoder) { super.init() }

  /// Makes a controller.
  public convenience init(_: Void = ()) { self.init(nibName: nil, bundle: nil) }

  /// The view. Reading it loads it if necessary.
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loaded
    }
    set { loaded = newValue }
  }

  /// The view; nil if it has not been loaded.
  open var viewIfLoaded: UIView? { loaded }
  /// Whether the view has been loaded.
  open var isViewLoaded: Bool { loaded != nil }

  /// Makes the view.
  open func loadView() { loaded = UIView(frame: .zero) }

  /// Loads the view if it has not been loaded.
  open func loadViewIfNeeded() {
    guard loaded == nil else { return }
    loadView()
    viewDidLoad()
  }

  /// Called when the view has been loaded.
  open func viewDidLoad() {}
  /// Called before the view appears.
  open func viewWillAppear(_ animated: Bool) {}
  /// Called when the view has appeared.
  open func viewDidAppear(_ animated: Bool) {}
  /// Called before the view disappears.
  open func viewWillDisappear(_ animated: Bool) {}
  /// Called when the view has disappeared.
  open func viewDidDisappear(_ animated: Bool) {}
}
