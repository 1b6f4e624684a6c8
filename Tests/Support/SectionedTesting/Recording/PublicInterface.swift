/// Whether the controller uses Core Data by Apple's interface alone: on Apple platforms, and here in a build with
/// `-Xswiftc -DSECTIONED_PUBLIC_API`, which is how its code for them is tested.
package enum PublicInterface {
  #if canImport(Darwin) || SECTIONED_PUBLIC_API
    package static let isAllThereIs = true
  #else
    package static let isAllThereIs = false
  #endif
}
