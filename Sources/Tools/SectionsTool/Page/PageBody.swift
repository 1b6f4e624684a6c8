/// The HTML elements of the page. The page's program inserts their contents as text.
///
/// The symbols are drawings, because a font may lack a character or show it as a colored picture.
enum PageBody {
  static let text = #"""
    <header>
    <h1 id="title"></h1>
    <nav aria-label="Steps">
    <button id="first" type="button" aria-label="First step" aria-keyshortcuts="Home">
    <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 3v10M12 3 7 8l5 5"/></svg></button>
    <button id="back" type="button" aria-label="Step back" aria-keyshortcuts="ArrowLeft">
    <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M10 3 5 8l5 5"/></svg></button>
    <button id="play" type="button" aria-keyshortcuts="Space"><svg class="start" viewBox="0 0 16 16"
    aria-hidden="true"><path d="M5 3v10l8-5z"/></svg><svg class="pause" viewBox="0 0 16 16"
    aria-hidden="true"><path d="M5.5 3v10M10.5 3v10"/></svg><span id="word">Play</span></button>
    <button id="forward" type="button" aria-label="Step forward" aria-keyshortcuts="ArrowRight">
    <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M6 3l5 5-5 5"/></svg></button>
    <button id="last" type="button" aria-label="Last step" aria-keyshortcuts="End">
    <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M12 3v10M4 3l5 5-5 5"/></svg></button>
    </nav>
    <p id="status" role="status"></p>
    <p class="legend"><b class="insert">+</b> inserted <b class="delete">−</b> deleted
    <b class="update">~</b> updated <b class="move">→</b> moved</p>
    <p class="keys"><kbd>Left</kbd> <kbd>Right</kbd> one step · with <kbd>Shift</kbd> one batch ·
    <kbd>Space</kbd> play</p>
    </header>
    <main>
    <div id="list" role="region" aria-label="The list" tabindex="0"></div>
    <aside aria-label="Batches"><ol id="batches"></ol></aside>
    </main>
    <noscript><p>The page plays a list by JavaScript, which is switched off.</p></noscript>

    """#
}
