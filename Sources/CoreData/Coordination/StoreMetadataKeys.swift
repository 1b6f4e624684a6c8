/// In a store's metadata: its type.
public let NSStoreTypeKey = "NSStoreType"

/// In a store's metadata: its unique identity, a UUID as text.
public let NSStoreUUIDKey = "NSStoreUUID"

/// In a store's metadata: the version hashes of the entities it was made for, by entity name.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"

/// In a store's metadata: the version identifiers of the model it was made for.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"
