/// The page's elements. What is in them is put there by the program, as text.
enum PageBody {
  static let text = #"""
    <header>
    <h1 id="title"></h1>
    <nav aria-label="Steps">
    <button id="first" type="button" aria-label="First step" aria-keyshortcuts="Home">⏮&#xFE0E;</button>
    <button id="back" type="button" aria-label="Step back" aria-keyshortcuts="ArrowLeft">◀&#xFE0E;</button>
    <button id="play" type="button" aria-keyshortcuts="Space">Play</button>
    <button id="forward" type="button" aria-label="Step forward" aria-keyshortcuts="ArrowRight">▶&#xFE0E;</button>
    <button id="last" type="button" aria-label="Last step" aria-keyshortcuts="End">⏭&#xFE0E;</button>
    </nav>
    <p id="status" role="status"></p>
    <p class="keys"><kbd>←</kbd> <kbd>→</kbd> steps · <kbd>⇧ ←</kbd> <kbd>⇧ →</kbd> batches · <kbd>space</kbd>
    plays · <b>+</b> inserted <b>−</b> deleted <b>~</b> updated <b>→</b> moved</p>
    </header>
    <main>
    <aside aria-label="Batches"><ol id="batches"></ol></aside>
    <div id="list" role="region" aria-label="The list" tabindex="0"></div>
    </main>
    <noscript><p>The page plays a list by JavaScript, which is switched off.</p></noscript>

    """#
}
