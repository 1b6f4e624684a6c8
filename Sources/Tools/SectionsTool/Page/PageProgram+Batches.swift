extension PageProgram {
  /// The part of the page's program that lists the batches. For the current batch it shows the reported changes and the
  /// calls that the view received.
  static let batches = #"""
    const firsts = new Map();
    data.frames.forEach((frame, number) => { if (!firsts.has(frame.batch)) firsts.set(frame.batch, number); });
    const stagesOf = (batch) => data.frames.filter((frame) => frame.batch === batch && frame.kind === "stage");
    const nameOf = (frame) => {
      if (frame.kind === "first") return "The list before";
      if (frame.kind === "refresh") return "Configured in place";
      if (frame.kind === "reload") return "Reloaded";
      if (frame.kind === "nothing") return "Nothing for the view to do";
      const stages = stagesOf(frame.batch);
      return `Stage ${stages.indexOf(frame) + 1} of ${stages.length}`;
    };
    const lines = (heading, all) => {
      const box = make("div"), list = make("ul", "lines");
      for (const line of all) list.append(make("li", "", line.trim()));
      if (all.length === 0) list.append(make("li", "", "none"));
      box.append(make("h2", "", heading), list);
      return box;
    };
    const stepButton = (text, target, isCurrent) => {
      const button = make("button", "", text);
      button.type = "button";
      button.dataset.step = target;
      if (isCurrent) button.setAttribute("aria-current", "step");
      button.addEventListener("click", () => { stop(); show(target, true); });
      return button;
    };
    const detail = (batch, number) => {
      const box = make("div"), steps = make("ol");
      box.append(lines("Callbacks", data.batches[batch].callbacks), lines("Change set", data.batches[batch].changes));
      data.frames.forEach((frame, index) => {
        if (frame.batch !== batch) return;
        const item = make("li"), calls = make("ul", "lines");
        for (const call of frame.calls) calls.append(make("li", "", call));
        item.append(stepButton(nameOf(frame), index, index === number), calls);
        steps.append(item);
      });
      box.append(make("h2", "", "What the view is handed"), steps);
      return box;
    };
    const timeline = byId("batches");
    const showBatches = (number) => {
      const current = data.frames[number].batch;
      /* The body has a step, too, and is what is active where nothing has the focus. */
      const active = document.activeElement;
      const focused = timeline.contains(active) ? active.dataset.step : undefined;
      const rows = [...firsts].map(([batch, first]) => {
        const item = make("li", batch === current ? "current" : "");
        const isOnlyStep = batch === null && current === null;
        item.append(stepButton(batch === null ? "Before" : data.batches[batch].title, first, isOnlyStep));
        if (batch === current && batch !== null) item.append(detail(batch, number));
        return item;
      });
      timeline.replaceChildren(...rows);
      if (focused !== undefined) {
        const again = [...timeline.querySelectorAll(`[data-step="${focused}"]`)].pop();
        if (again) again.focus({preventScroll: true});
      }
      const mark = timeline.querySelector(".current");
      if (mark) reveal(timeline.parentNode, mark, 8);
    };

    """#
}
