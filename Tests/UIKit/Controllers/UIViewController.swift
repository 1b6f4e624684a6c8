/// What stands behind the view of a screen.
@MainActor
open class UIViewController: UIResponder {
  private var loaded: UIView?
  /// What the user reads.
  open var title: String?

  /// Makes a controller.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }

  /// Makes a controller from an archive.
  public required init?(coder: NSCoder) { super.init() }

  /// Makes a controller.
  public convenience init(_: Void = ()) { self.init(nibName: nil, bundle: nil) }

  /// The view, which is made when it is asked for first.
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loaded
    }
    set { loaded = newValue }
  }

  /// The view, where it is made.
  open var viewIfLoaded: UIView? { loaded }
  /// Whether the view is made.
  open var isViewLoaded: Bool { loaded != nil }

  /// Makes the view.
  open func loadView() { loaded = UIView(frame: .zero) }

  /// Makes the view where there is none.
  open func loadViewIfNeeded() {
    guard loaded == nil else { return }
    loadView()
    viewDidLoad()
  }

  /// The view was made.
  open func viewDidLoad() {}
  /// The view will be shown.
  open func viewWillAppear(_ animated: Bool) {}
  /// The view was shown.
  open func viewDidAppear(_ animated: Bool) {}
  /// The view will not be shown any more.
  open func viewWillDisappear(_ animated: Bool) {}
  /// The view is not shown any more.
  open func viewDidDisappear(_ animated: Bool) {}
}
