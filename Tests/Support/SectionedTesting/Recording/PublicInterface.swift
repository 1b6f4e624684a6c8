/// Tells whether the controller uses only Apple's public interface of Core Data. It does on Apple platforms, and
/// elsewhere in a build with `-Xswiftc -DSECTIONED_PUBLIC_API`, so that the code for Apple platforms can be tested
/// there.
package enum PublicInterface {
  #if canImport(Darwin) || SECTIONED_PUBLIC_API
    package static let isAllThereIs = true
  #else
    package static let isAllThereIs = false
  #endif
}
