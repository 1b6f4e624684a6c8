/// The completion script for zsh. It works as a file `_sections` in a folder of `$fpath`, and as a script to source.
enum ZshCompletion {
  static var script: String {
    let commands = CommandDescription.documented
    let names = commands.map { "        " + CompletionShell.quoted("\($0.name):\($0.summary)") }
    return """
      #compdef sections
      # Completion of sections for zsh, made by 'sections completion zsh'.

      _sections() {
        local context state state_descr line ret=1
        typeset -A opt_args
        _arguments -C \\
          '(- : *)--help[prints the commands]' '(- : *)--version[prints the version]' \\
          '1: :->command' '*:: :->argument' && ret=0
        case $state in
          command)
            local -a commands
            commands=(
      \(names.joined(separator: "\n"))
            )
            _describe -t commands command commands && ret=0 ;;
          argument)
            case $words[1] in
      \(commands.map(text).joined(separator: "\n"))
            esac ;;
        esac
        return ret
      }

      if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
        _sections "$@"
      else
        compdef _sections sections
      fi

      """
  }

  private static func text(of command: CommandDescription) -> String {
    let options = command.documentedOptions.map { option in
      let text = option.text.escaping("[]")
      guard let value = option.value, let words = option.words else { return "--\(option.name)[\(text)]" }
      return "--\(option.name)=[\(text)]:\(value.escaping(":")):\(action(words))"
    }
    let names = command.positional + command.optional
    let positional = zip(names, command.positionalWords).enumerated().map { index, argument in
      let colon = index < command.positional.count ? ":" : "::"
      return "\(index + 1)\(colon)\(argument.0):\(action(argument.1))"
    }
    let lines = (options + positional).map { "            \(CompletionShell.quoted($0)) \\" }
    return (["        \(command.name))", "          _arguments \\"] + lines + ["            && ret=0 ;;"])
      .joined(separator: "\n")
  }

  /// Returns the action of an `_arguments` specification. A space offers nothing.
  private static func action(_ words: ArgumentWords) -> String {
    switch words {
    case .choices(let words): "(\(words.joined(separator: " ")))"
    case .files: "_files"
    case .stores: #"_files -F "*-(wal|shm|journal)""#
    case .text: " "
    }
  }
}
