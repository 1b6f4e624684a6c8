extension PageProgram {
  /// The part of the page's program that shows a frame's list. Deleted rows are shown once more at their old place,
  /// crossed out.
  static let list = #"""
    const panel = byId("list");
    /* The keys of now, with those that went behind what stood before them. */
    const withGone = (old, now, isGone) => {
      const behind = new Map(), here = new Set(now);
      let last = null;
      for (const key of old) {
        if (here.has(key)) last = key;
        else if (isGone(key)) behind.set(last, [...(behind.get(last) || []), key]);
      }
      return [...(behind.get(null) || []), ...now.flatMap((key) => [key, ...(behind.get(key) || [])])];
    };
    const fill = (element, key, frame, number, isGone) => {
      const mark = isGone ? "−" : frame.marks[key];
      const sign = make("span", "sign", mark || "");
      sign.setAttribute("aria-hidden", "true");
      element.append(sign, make("span", "name", titleAt(key, isGone ? number - 1 : number)));
      if (mark) {
        element.classList.add(words[mark]);
        element.append(make("span", "spoken", ", " + spoken[mark]));
      }
    };
    const row = (key, frame, number, isGone) => {
      const element = make("li");
      element.dataset[isGone ? "gone" : "item"] = key;
      fill(element, key, frame, number, isGone);
      return element;
    };
    const group = (key, items, isThere, frame, number, isGone) => {
      const element = make("section", isGone ? "group gone" : "group");
      element.dataset[isGone ? "gone" : "section"] = key;
      const head = make("h3");
      fill(head, key, frame, number, isGone);
      const count = items.filter(isThere).length;
      head.append(make("span", "count", isGone ? "" : count === 0 ? "empty" : String(count)));
      element.append(head);
      if (items.length > 0) {
        const rows = make("ul");
        for (const item of items) rows.append(row(item, frame, number, !isThere(item)));
        element.append(rows);
      }
      return element;
    };
    const places = () => {
      const top = panel.getBoundingClientRect().top - panel.scrollTop;
      const found = new Map();
      for (const element of panel.querySelectorAll("[data-item], [data-section] > h3")) {
        const key = element.dataset.item || element.parentNode.dataset.section;
        found.set(key, [element, element.getBoundingClientRect().top - top]);
      }
      return found;
    };
    /* Rows slide from where they stood. */
    const slide = (old) => {
      for (const [key, [element, top]] of places()) {
        const from = old.get(key);
        if (!from) element.animate([{opacity: 0}, {opacity: 1}], 350);
        else if (Math.abs(from[1] - top) > 1) {
          const way = Math.max(-900, Math.min(900, from[1] - top));
          element.animate([{transform: `translateY(${way}px)`}, {transform: "none"}], {duration: 350, easing: "ease"});
        }
      }
    };
    const showList = (number, moves) => {
      const frame = data.frames[number];
      const old = number > 0 ? data.frames[number - 1].list : [];
      const items = new Set(frame.list.flatMap((part) => part.slice(1)));
      const parts = new Map(frame.list.map((part) => [part[0], part.slice(1)]));
      const oldParts = new Map(old.map((part) => [part[0], part.slice(1)]));
      const stays = frame.kind !== "stage";
      const gone = (key) => !stays && !items.has(key) && !parts.has(key);
      const keys = withGone([...oldParts.keys()], [...parts.keys()], gone);
      const stood = moves ? places() : null;
      panel.replaceChildren(...keys.map((key) => {
        const now = parts.get(key) || [];
        return group(key, withGone(oldParts.get(key) || [], now, gone), (item) => items.has(item), frame, number,
          !parts.has(key));
      }));
      if (keys.length === 0) panel.append(make("p", "", "The list has no sections."));
      const changed = panel.querySelector(".insert, .update, .move, .delete");
      if (changed) reveal(panel, changed, panel.clientHeight / 4);
      if (stood) slide(stood);
    };

    """#
}
