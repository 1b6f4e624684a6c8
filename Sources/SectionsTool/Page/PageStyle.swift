/// The page's look, on light and on dark paper.
enum PageStyle {
  static let text = #"""
    :root { color-scheme: light dark; --text: #1f2328; --faint: #5d6670; --paper: #fff; --card: #f6f8fa;
      --edge: #d0d7de; --insert: #1a7f37; --delete: #cf222e; --update: #8a5d00; --move: #0969da; }
    @media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --faint: #9aa4af; --paper: #0d1117;
      --card: #161b22; --edge: #30363d; --insert: #56d364; --delete: #ff7b72; --update: #e3b341; --move: #79c0ff; } }
    * { box-sizing: border-box; }
    html, body { height: 100%; margin: 0; }
    body { display: flex; flex-direction: column; color: var(--text); background: var(--paper);
      font: 15px/1.45 system-ui, sans-serif; }
    header { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem 1.2rem; padding: .8rem 1.2rem;
      border-bottom: 1px solid var(--edge); }
    h1 { font-size: 1.05rem; font-weight: 600; margin: 0; overflow-wrap: anywhere; }
    header p { margin: 0; }
    #status { flex-basis: 100%; overflow-wrap: anywhere; }
    .keys { color: var(--faint); font-size: .85rem; }
    kbd { font: inherit; border: 1px solid var(--edge); border-radius: 4px; padding: 0 .3em; white-space: nowrap; }
    button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge);
      border-radius: 6px; padding: .25rem .7rem; cursor: pointer; }
    #play { min-width: 4.5rem; }
    button:disabled { opacity: .45; cursor: default; }
    :focus-visible { outline: 2px solid var(--move); outline-offset: 1px; }
    main { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(15rem, 24rem) 1fr; }
    aside { overflow: auto; border-right: 1px solid var(--edge); padding: .8rem 1.2rem; }
    #list { overflow: auto; padding: .8rem 1.2rem; position: relative; }
    ol, ul { list-style: none; margin: 0; padding: 0; }
    #batches > li { border-left: 2px solid var(--edge); padding: 0 0 .6rem .8rem; }
    #batches > li.current { border-left-color: var(--text); }
    #batches button { border: 0; background: none; padding: .1rem 0; text-align: left; width: 100%; }
    #batches button[aria-current] { font-weight: 600; }
    #batches button[aria-current]::before { content: "▸ "; }
    h2 { font-size: .85rem; font-weight: 600; color: var(--faint); margin: .5rem 0 .1rem; }
    .lines { font: 12px/1.5 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
    .group { background: var(--card); border: 1px solid var(--edge); border-radius: 8px; margin: 0 0 .6rem;
      max-width: 44rem; }
    .group h3 { display: flex; font-size: .95rem; font-weight: 600; margin: 0; padding: .35rem .7rem; }
    .group li { display: flex; padding: .2rem .7rem; border-top: 1px solid var(--edge); background: inherit; }
    .name { overflow-wrap: anywhere; min-width: 0; white-space: pre-wrap; }
    h1, .name, .lines > li, #batches button { unicode-bidi: isolate; }
    .count { margin-left: auto; padding-left: 1rem; font-weight: 400; color: var(--faint); }
    .sign { flex: none; width: 1.3em; font-weight: 700; }
    .insert > .sign, .insert > .name { color: var(--insert); }
    .update > .sign, .update > .name { color: var(--update); }
    .move > .sign, .move > .name { color: var(--move); }
    .delete > .sign, .delete > .name { color: var(--delete); }
    .delete > .name { text-decoration: line-through; }
    .group.gone { border-style: dashed; }
    .spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    @media (max-width: 44rem) { body { height: auto; } main { display: block; }
      aside { border-right: 0; border-bottom: 1px solid var(--edge); max-height: 40vh; } }
    @media (prefers-reduced-motion: reduce) { * { transition: none !important; animation: none !important; } }

    """#
}
