/// The completion script for bash, version 4 or later.
enum BashCompletion {
  static var script: String {
    let commands = CommandDescription.documented
    let names = commands.map(\.name) + ["--help", "--version"]
    return """
      # Completion of sections for bash, made by 'sections completion bash'.

      _sections_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word"); }

      _sections_files() {
        # It works only while bash completes.
        compopt -o filenames 2> /dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
      }

      # Offers files, but for those that SQLite keeps beside a store.
      _sections_stores() {
        compopt -o filenames 2> /dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word" | grep -Ev -- '-(wal|shm|journal)$')
      }

      # Offers the options that are not there yet.
      _sections_options() {
        local option left=
        for option in $options; do
          [[ $used == *" $option "* ]] || left+=" $option"
        done
        _sections_words "$left"
      }

      _sections() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
        local options= taking= used=' ' place=0 index
        local -a positional=()
        COMPREPLY=()
        if (( COMP_CWORD < 2 )); then
          _sections_words '\(names.joined(separator: " "))'
          return
        fi
        # An option with its value behind '=' is three words.
        if [[ $word == '=' ]]; then
          word=
        elif [[ $before == '=' ]]; then
          before=${COMP_WORDS[COMP_CWORD-2]}
        fi
        case ${COMP_WORDS[1]} in
      \(commands.map(text).joined(separator: "\n"))
          *) return ;;
        esac
        for (( index = 2; index < COMP_CWORD; index++ )); do
          case ${COMP_WORDS[index]} in
            --*)
              used+="${COMP_WORDS[index]} "
              if [[ ${COMP_WORDS[index+1]} == '=' ]]; then
                (( index += 2 ))
              elif [[ $taking == *" ${COMP_WORDS[index]} "* ]]; then
                (( index += 1 ))
              fi ;;
            *) (( place += 1 )) ;;
          esac
        done
        if [[ $word == -* ]] || (( place >= ${#positional[@]} )); then
          _sections_options
        elif [[ ${positional[place]} == / ]]; then
          _sections_files
        elif [[ ${positional[place]} == // ]]; then
          _sections_stores
        else
          _sections_words "${positional[place]}"
        fi
      }

      complete -F _sections sections

      """
  }

  /// Returns the branch of the bash `case` for one command: completions of its options' values, then its options and
  /// its positional arguments.
  private static func text(of command: CommandDescription) -> String {
    var (files, stores, free): ([String], [String], [String]) = ([], [], [])
    var values: [String] = []
    for option in command.documentedOptions {
      switch option.words {
      case .choices(let words):
        values.append("--\(option.name)) _sections_words '\(words.joined(separator: " "))'; return ;;")
      case .files: files.append("--\(option.name)")
      case .stores: stores.append("--\(option.name)")
      case .text: free.append("--\(option.name)")
      case nil: break
      }
    }
    if !files.isEmpty { values.append("\(files.joined(separator: "|"))) _sections_files; return ;;") }
    if !stores.isEmpty { values.append("\(stores.joined(separator: "|"))) _sections_stores; return ;;") }
    if !free.isEmpty { values.append("\(free.joined(separator: "|"))) return ;;") }
    var lines = ["    \(command.name))"]
    if !values.isEmpty { lines += ["      case $before in"] + values.map { "        \($0)" } + ["      esac"] }
    let taking = command.options.filter { $0.value != nil }.map { "--\($0.name)" }
    // At the place of an optional argument, which has no words, the script offers options.
    let positional = command.positionalWords.prefix(command.positional.count).map { words in
      switch words {
      case .choices(let words): "'\(words.joined(separator: " "))'"
      case .files: "/"
      case .stores: "//"
      case .text: "''"
      }
    }
    lines += [
      "      options='\(command.documentedOptions.map { "--\($0.name)" }.joined(separator: " "))'",
      "      taking=' \(taking.joined(separator: " ")) '",
      "      positional=(\(positional.joined(separator: " "))) ;;",
    ]
    return lines.joined(separator: "\n")
  }
}
