/// The style sheet of the page, joined from its parts in order: colors and fonts, the frame, the list, and media
/// queries.
enum PageStyle {
  static let text = colours + frame + list + media

  /// The dark colors apply to screens only, not to print. In a wide window the font grows, from 15 to 20 pixels.
  private static let colours = #"""
    :root { color-scheme: light dark; --text: #1f2328; --faint: #59636e; --paper: #fff; --card: #f6f8fa;
      --edge: #d0d7de; --insert: #116329; --delete: #b3151d; --update: #7d4e00; --move: #0756b3;
      font-size: clamp(94%, 62% + .4vw, 125%); }
    @media screen and (prefers-color-scheme: dark) { :root { --text: #e6edf3; --faint: #9aa4af; --paper: #0d1117;
      --card: #161b22; --edge: #30363d; --insert: #56d364; --delete: #ff8f86; --update: #e3b341; --move: #79c0ff; } }
    .insert { --mark: var(--insert); }
    .delete { --mark: var(--delete); }
    .update { --mark: var(--update); }
    .move { --mark: var(--move); }

    """#

  private static let frame = #"""
    * { box-sizing: border-box; }
    html, body { height: 100%; margin: 0; }
    body { display: flex; flex-direction: column; color: var(--text); background: var(--paper);
      font: 1rem/1.45 system-ui, sans-serif; }
    header { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem 1.4rem;
      padding: .8rem max(1.2rem, 50% - 36.8rem); border-bottom: 1px solid var(--edge); }
    h1 { font-size: 1.1rem; font-weight: 600; margin: 0; overflow-wrap: anywhere; }
    header p { margin: 0; }
    #status { flex-basis: 100%; overflow-wrap: anywhere; }
    .keys, .legend { color: var(--faint); font-size: .85rem; }
    .legend b { color: var(--mark); margin-left: .5em; }
    .legend b:first-child { margin-left: 0; }
    kbd { font: inherit; border: 1px solid var(--edge); border-radius: 4px; padding: 0 .3em; white-space: nowrap; }
    nav { display: flex; gap: .3rem; }
    button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge);
      border-radius: 6px; padding: .25rem .7rem; cursor: pointer; }
    button:disabled { opacity: .45; cursor: default; }
    svg { width: 1em; height: 1em; vertical-align: -.125em; fill: none; stroke: currentColor; stroke-width: 2;
      stroke-linecap: round; stroke-linejoin: round; }
    #play { min-width: 6rem; }
    #play svg { margin-right: .5em; }
    #play .start { fill: currentColor; }
    #play.on .start, #play:not(.on) .pause { display: none; }
    :focus-visible { outline: 2px solid var(--move); outline-offset: 1px; }
    main { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(0, 1fr) minmax(16rem, 26rem);
      width: 100%; max-width: 76rem; margin: 0 auto; }
    aside { overflow: auto; border-left: 1px solid var(--edge); padding: .8rem 1.2rem; }
    ol, ul { list-style: none; margin: 0; padding: 0; }
    #batches > li { border-left: 2px solid var(--edge); padding: 0 0 .6rem .8rem; }
    #batches > li.current { border-left-color: var(--text); }
    #batches button { border: 0; background: none; padding: .1rem 0; text-align: left; width: 100%; }
    #batches button[aria-current] { font-weight: 600; }
    #batches button[aria-current]::before { content: ""; display: inline-block; margin-right: .4em;
      border: solid transparent; border-width: .3em 0 .3em .45em; border-left-color: currentColor; }
    h2 { font-size: .85rem; font-weight: 600; color: var(--faint); margin: .5rem 0 .1rem; }
    .lines { font: .8rem/1.5 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap;
      overflow-wrap: anywhere; }
    .lines > li { padding-left: 2ch; text-indent: -2ch; }

    """#

  /// Sections round the corners of their rows instead of clipping them, because a moved row slides across section
  /// edges.
  private static let list = #"""
    #list { overflow: auto; padding: .8rem 1.2rem; position: relative; }
    #list:focus-visible { outline-offset: -2px; }
    .group { background: var(--card); border: 1px solid var(--edge); border-radius: 8px; margin: 0 0 .6rem; }
    .group h3 { display: flex; font-size: 1rem; font-weight: 600; margin: 0; padding: .35rem .7rem;
      border-radius: 7px 7px 0 0; }
    .group h3:last-child { border-radius: 7px; }
    .group li { display: flex; padding: .2rem .7rem; border-top: 1px solid var(--edge); background: inherit; }
    .group li:last-child { border-radius: 0 0 7px 7px; }
    .name { overflow-wrap: anywhere; min-width: 0; white-space: pre-wrap; }
    h1, .name, .lines > li, #batches button { unicode-bidi: isolate; }
    .count { margin-left: auto; padding-left: 1rem; font-weight: 400; color: var(--faint); }
    .sign { flex: none; width: 1.3em; font-weight: 700; }
    #list :is(.insert, .delete, .update, .move) { background: color-mix(in srgb, var(--mark) 9%, var(--card)); }
    #list .move { position: relative; z-index: 1; }
    :is(.insert, .delete, .update, .move) > :is(.sign, .name) { color: var(--mark); }
    .delete > .name { text-decoration: line-through; }
    .group.gone { border-style: dashed; }
    .spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }

    """#

  /// On a phone the list is above the batches, and each scrolls by itself. If the window is too low for both, the
  /// window scrolls. In print the whole list follows the batches in two columns, without the controls.
  private static let media = #"""
    @media screen and (max-width: 44rem) {
      body { height: 100dvh; }
      header { padding: .6rem 1rem; }
      .keys { display: none; }
      nav { display: grid; grid-template-columns: 1fr 1fr 2fr 1fr 1fr; width: 100%; }
      nav button { min-height: 2.75rem; padding: .25rem; }
      #status { min-height: 3lh; }
      main { display: flex; flex-direction: column; }
      #list { flex: 1 1 0; min-height: 0; padding: .6rem 1rem; }
      aside { flex: 0 1 38%; border-left: 0; border-top: 1px solid var(--edge); padding: .6rem 1rem; }
    }
    @media screen and (max-width: 44rem) and (max-height: 34rem) {
      html, body { height: auto; }
      #list { flex: none; max-height: 70vh; }
    }
    @media (pointer: coarse) { .keys { display: none; } nav button { min-height: 2.75rem; min-width: 2.75rem; } }
    @media print {
      :root { color-scheme: light; font-size: 10pt; }
      html, body { display: block; height: auto; }
      header { padding: 0 0 .6rem; }
      nav, .keys { display: none; }
      main { display: flex; flex-direction: column; max-width: none; }
      aside, #list { flex: none; max-height: none; overflow: visible; border: 0; padding: .6rem 0 0; }
      aside { order: -1; }
      #list { columns: 2; column-gap: 1.2rem; }
      .group, #batches > li { break-inside: avoid; }
    }
    @media (prefers-reduced-motion: reduce) { * { transition: none !important; animation: none !important; } }

    """#
}
