/// A store was used after it was closed.
struct StoreClosedError: Error {}
