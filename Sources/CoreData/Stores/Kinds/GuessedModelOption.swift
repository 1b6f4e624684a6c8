/// Option of a store: a Boolean, whether its model was guessed. Such a store is opened for reading only, and its model
/// is compared with its tables alone.
package let guessedModelOption = "CoreDataGuessedModel"
