/// Controls a view.
@MainActor
open class NSViewController: NSResponder {
  /// The name of a view's archive.
  public typealias NibName = String
  private var loaded: NSView?
  /// The text in the bar of its window.
  open var title: String?
  /// The name of the archive that its view comes from.
  open private(set) var nibName: NibName?

  /// Makes a controller whose view comes from an archive, or from `loadView()`.
  public init(nibName nibNameOrNil: NibName?, bundle nibBundleOrNil: Bundle?) {
    nibName = nibNameOrNil
    super.init()
  }

  /// Makes a controller from an archive. The double has none.
  public required init?(coder: NSCoder) { super.init() }

  /// Makes a controller without an archive.
  public convenience init(_: Void = ()) { self.init(nibName: nil, bundle: nil) }

  /// Makes a controller of a class that is known at run time only. Apple's are made by `NSObject.init()` then.
  public required convenience init(ofClass: Void) { self.init(nibName: nil, bundle: nil) }

  /// The view. It is loaded when it is asked for.
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
  /// Makes the view. Without an archive a subclass has to set it, or it is empty.
  open func loadView() { loaded = NSView(frame: .zero) }
  /// Called when the view has been loaded.
  open func viewDidLoad() {}
}
