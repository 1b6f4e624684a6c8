/// What `sections help` prints.
let usage = """
  sections shows lists made of sections, from any Core Data store: every section is an object, empty ones included.

    sections demo
        builds a store of the world's time zones, shows it, changes it, and tells what a delegate hears
    sections entities STORE [--model FILE] [--json]
        what is in a store: entities, attributes, relationships, counts
    sections list STORE --items ENTITY --by PATH [options]
        the list: all sections, and the items of each
    sections replay STORE SCRIPT --items ENTITY --by PATH [options] [--in-place]
        makes the edits of a script on a temporary copy of the store and tells what a delegate hears
    sections watch STORE --items ENTITY --by PATH [options]
        follows what other processes write, until interrupted
    sections stress [--events N] [--seed N] [--exhaustive]
        for developers: drives the controller with random events and checks each

  STORE needs no model file when it carries its model; for replay, - is an empty store of the model.
  PATH leads from an item to its section: owner, owner.id, album.artist.

    --sort KEY[:desc],…           order of the items in a section (default: primary key)
    --section-sort KEY[:desc],…   order of the sections (default: primary key)
    --where PREDICATE             which items
    --sections-where PREDICATE    which sections
    --limit N, --offset N         a window over the items of the whole list
    --section-limit N             at most N items a section
    --unmatched hidden|last       items without a section (default: hidden)
    --empty shown|hidden          sections without items (default: shown)
    --depends PATH,…              key paths whose changes update items
    --section-depends PATH,…      key paths whose changes update sections
    --classic legal|faithful      how callbacks name what one batch cannot do (default: legal)
    --model FILE                  .xcdatamodeld, .xcdatamodel, .momd or .mom
    --json                        JSON: one object, or one a line and batch

  Exit status: 0, 1 when something is wrong with the data, 2 when something is wrong with the arguments.
  """
