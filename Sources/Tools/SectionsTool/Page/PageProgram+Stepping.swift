extension PageProgram {
  /// The part of the page's program that steps through the frames by buttons, keys, and the fragment of the address, as
  /// `#step=7`.
  static let stepping = #"""
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    const final = data.frames.length - 1;
    let current = 0;
    let timer = null;
    const showPlaying = (isPlaying) => {
      byId("play").classList.toggle("on", isPlaying);
      byId("word").textContent = isPlaying ? "Pause" : "Play";
    };
    const stop = () => {
      clearInterval(timer);
      timer = null;
      showPlaying(false);
    };
    const show = (target, moves) => {
      const number = Math.max(0, Math.min(final, target));
      const frame = data.frames[number];
      const near = Math.abs(number - current) === 1;
      current = number;
      showBatches(number);
      showList(number, moves && near && !still.matches);
      const batch = frame.batch === null ? "" : `${data.batches[frame.batch].title.replace(/\.$/, "")}. `;
      const calls = frame.calls.length > 3 ? `${frame.calls.length} changes` : frame.calls.join(", ");
      byId("status").textContent = `Step ${number} of ${final}. ${batch}${nameOf(frame)}${calls ? ": " + calls : ""}`;
      for (const id of ["first", "back"]) byId(id).disabled = number === 0;
      for (const id of ["forward", "last"]) byId(id).disabled = number === final;
      document.body.dataset.step = number;
      try { history.replaceState(null, "", `#step=${number}`); } catch (error) { /* A frame without an address. */ }
    };
    const play = () => {
      if (timer !== null) return stop();
      if (current === final) show(0, false);
      showPlaying(true);
      timer = setInterval(() => {
        show(current + 1, true);
        if (current === final) stop();
      }, 1200);
    };
    const go = (target) => { stop(); show(target, true); };
    /* The first step of the batch that is `by` away. */
    const batchAway = (by) => {
      const starts = [...firsts.values()];
      const at = starts.filter((start) => start <= current).length - 1;
      if (by < 0 && current > starts[at]) return starts[at];
      return starts[Math.max(0, at + by)] ?? final;
    };
    const fromAddress = () => {
      const match = /^#step=(\d+)$/.exec(location.hash);
      return match ? Number(match[1]) : 0;
    };
    byId("first").addEventListener("click", () => go(0));
    byId("back").addEventListener("click", () => go(current - 1));
    byId("play").addEventListener("click", play);
    byId("forward").addEventListener("click", () => go(current + 1));
    byId("last").addEventListener("click", () => go(final));
    addEventListener("hashchange", () => { stop(); show(fromAddress(), false); });
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const actions = {
        ArrowLeft: () => go(event.shiftKey ? batchAway(-1) : current - 1),
        ArrowRight: () => go(event.shiftKey ? batchAway(1) : current + 1),
        Home: () => go(0), End: () => go(final), " ": play,
      };
      const isPressed = event.key === " " && event.target.closest && event.target.closest("button");
      if (!actions[event.key] || isPressed) return;
      event.preventDefault();
      actions[event.key]();
    });
    byId("title").textContent = data.title;
    show(fromAddress(), false);

    """#
}
