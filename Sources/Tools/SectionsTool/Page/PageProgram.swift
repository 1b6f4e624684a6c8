/// The JavaScript program of the page, joined from its parts in order.
enum PageProgram {
  static let text = "(() => {\n\"use strict\";\n" + frames + list + batches + stepping + "})();\n"
}

extension PageProgram {
  /// The part of the page's program that reads the data: the list and the titles of each frame.
  static let frames = #"""
    const byId = (id) => document.getElementById(id);
    const data = JSON.parse(byId("data").textContent);
    const titles = new Map();
    let before = [];
    data.frames.forEach((frame, number) => {
      frame.list = frame.list.map((part) => typeof part === "number" ? before[part] : part);
      before = frame.list;
      for (const [key, title] of Object.entries(frame.titles)) {
        if (!titles.has(key)) titles.set(key, []);
        titles.get(key).push([number, title]);
      }
    });
    /* What a row shows at a frame: the last title that the view asked for. */
    const titleAt = (key, number) => {
      const all = titles.get(key) || [];
      let index = all.length - 1;
      while (index > 0 && all[index][0] > number) index -= 1;
      return index < 0 ? "" : all[index][1];
    };
    const words = {"+": "insert", "−": "delete", "~": "update", "→": "move"};
    const spoken = {"+": "inserted", "−": "deleted", "~": "updated", "→": "moved"};
    const make = (tag, name, text) => {
      const element = document.createElement(tag);
      if (name) element.className = name;
      if (text !== undefined) element.textContent = text;
      return element;
    };
    /* Scrolls a pane just far enough to show an element with a margin. The window stays, and so do the buttons. */
    const reveal = (pane, element, margin) => {
      const box = pane.getBoundingClientRect(), own = element.getBoundingClientRect();
      const above = own.top - margin - box.top, below = own.bottom + margin - box.bottom;
      if (above < 0) pane.scrollTop += above;
      else if (below > 0) pane.scrollTop += Math.min(above, below);
    };

    """#
}
