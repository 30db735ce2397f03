"use strict";
// Goes through an execution step by step. Everything it shows is put there as text, never as markup.
(function () {
  var SVG = "http://www.w3.org/2000/svg";
  var active = null;

  function element(parent, name, className, text) {
    var made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    if (parent) parent.appendChild(made);
    return made;
  }

  function drawn(parent, name, attributes) {
    var made = document.createElementNS(SVG, name);
    for (var key in attributes) made.setAttribute(key, attributes[key]);
    parent.appendChild(made);
    return made;
  }

  function Run(section) {
    var run = this;
    this.section = section;
    this.heading = "h" + section.dataset.level;
    this.data = JSON.parse(section.querySelector("script.data").textContent);
    this.steps = this.data.steps;
    this.isLock = new Set(this.data.locks);
    this.at = this.steps.length; // how many steps are done
    this.rows = Array.prototype.slice.call(section.querySelectorAll("tr[data-first]"));
    if (this.steps.length === 0) return;
    section.classList.add("live");
    this.controls();
    this.lanes();
    this.links();
    this.now = section.querySelector(".now");
    this.now.hidden = false;
    section.querySelector("tbody").addEventListener("click", function (event) {
      var row = event.target.closest("tr[data-first]");
      if (row && !event.target.closest("a")) run.go(run.indexOf(Number(row.dataset.last)));
    });
    section.addEventListener("pointerdown", function () { active = run; });
    section.addEventListener("focusin", function () { active = run; });
    this.go(this.steps.length, true);
  }

  Run.prototype.controls = function () {
    var run = this;
    var box = this.section.querySelector(".controls");
    box.hidden = false;
    var bar = element(box, "div", "bar");
    function button(label, name, act) {
      var made = element(bar, "button", "", label);
      made.type = "button";
      made.setAttribute("aria-label", name);
      made.title = name;
      made.addEventListener("click", act);
      return made;
    }
    button("|◀", "to the start (Home)", function () { run.go(0); });
    button("◀", "one step back (left arrow)", function () { run.go(run.at - 1); });
    button("▶", "one step on (right arrow)", function () { run.go(run.at + 1); });
    button("▶|", "to the failure (End)", function () { run.go(run.steps.length); });
    this.slider = element(bar, "input");
    this.slider.type = "range";
    this.slider.min = 0;
    this.slider.max = this.steps.length;
    this.slider.setAttribute("aria-label", "step");
    this.slider.addEventListener("input", function () { run.go(Number(run.slider.value)); });
    this.output = element(bar, "output");
    this.output.setAttribute("aria-live", "off"); // what is said below names the step, too
    element(bar, "span", "keys", "← → step, j k next switch of threads");
    this.said = element(box, "div", "unseen");
    this.said.setAttribute("aria-live", "polite");
    this.box = box;
  };

  // One strip for each thread; stretches of one thread are one rectangle, so that thousands of steps stay few.
  Run.prototype.lanes = function () {
    var run = this, threads = this.data.threads, height = 16, left = 130, width = 1000;
    var svg = drawn(this.box, "svg", {
      "class": "lanes", viewBox: "0 0 " + (left + width + 10) + " " + (threads.length * height + 4),
      role: "img", "aria-label": "when each thread moved, " + this.section.getAttribute("aria-label"), preserveAspectRatio: "none" });
    var most = Math.min(threads.length, 12);
    svg.setAttribute("viewBox", "0 0 " + (left + width + 10) + " " + (most * height + 4));
    svg.setAttribute("preserveAspectRatio", "xMinYMin meet");
    this.x = function (done) { return left + done * width / run.steps.length; };
    for (var t = 0; t < most; t++) {
      var name = threads[t].length > 18 ? threads[t].slice(0, 17) + "…" : threads[t];
      drawn(svg, "text", { x: 0, y: t * height + 12 }).textContent = name;
      drawn(svg, "line", { "class": "lane", x1: left, x2: left + width, y1: t * height + 9, y2: t * height + 9 });
    }
    for (var i = 0; i < this.steps.length;) {
      var end = i;
      while (end < this.steps.length && this.steps[end].t === this.steps[i].t) end++;
      if (this.steps[i].t < most) {
        drawn(svg, "rect", { x: this.x(i), y: this.steps[i].t * height + 3, height: height - 4, rx: 2,
          width: Math.max(this.x(end) - this.x(i) - .8, .6), style: "fill: var(--t" + this.steps[i].t % 8 + ")" });
      }
      i = end;
    }
    this.cursor = drawn(svg, "line", { "class": "cursor", y1: 0, y2: most * height + 4 });
    svg.addEventListener("pointerdown", function (event) {
      var point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      run.go(Math.ceil((point.x - left) / width * run.steps.length));
    });
  };

  // The steps that the cause names lead there. Those of a recorded run are others.
  Run.prototype.links = function () {
    var run = this, cause = this.section.querySelector(".cause");
    if (!cause) return;
    var words = cause.lastChild.data, end = words.indexOf("; in the recorded run");
    if (words.indexOf(" in the recorded run") === 0) return;
    var own = end < 0 ? words : words.slice(0, end), rest = words.slice(own.length);
    cause.removeChild(cause.lastChild);
    own.split(/(\bsteps? \d+(?:, \d+)*)/).forEach(function (part, i) {
      part.split(i % 2 ? /(\d+)/ : /$^/).forEach(function (piece, k) {
        if (!(i % 2 && k % 2)) return cause.appendChild(document.createTextNode(piece));
        var made = element(cause, "button", "to", piece);
        made.type = "button";
        made.setAttribute("aria-label", piece + ", go to this step");
        made.addEventListener("click", function () { run.go(run.indexOf(Number(piece))); });
      });
    });
    cause.appendChild(document.createTextNode(rest));
  };

  Run.prototype.indexOf = function (number) {
    for (var i = 0; i < this.steps.length; i++) if (this.steps[i].n >= number) return i + 1;
    return this.steps.length;
  };

  Run.prototype.go = function (to, isFirst) {
    this.at = Math.max(0, Math.min(this.steps.length, to));
    var step = this.at > 0 ? this.steps[this.at - 1] : null;
    this.slider.value = this.at;
    var where = step ? "step " + step.n + " of " + this.data.total : "before step 1";
    this.output.textContent = where;
    this.slider.setAttribute("aria-valuetext", where);
    this.cursor.setAttribute("x1", this.x(this.at));
    this.cursor.setAttribute("x2", this.x(this.at));
    this.values(step);
    this.mark(step, isFirst);
    if (!isFirst) this.said.textContent = step ? "step " + step.n + ", " + this.data.threads[step.t] + ", line " + step.l + ": " + step.x : where;
  };

  function show(box, inner, isFirst) {
    if (!box || isFirst) return;
    var outer = box.getBoundingClientRect(), own = inner.getBoundingClientRect();
    if (own.top < outer.top + 40) box.scrollTop -= outer.top + 40 - own.top;
    else if (own.bottom > outer.bottom - 10) box.scrollTop += own.bottom - outer.bottom + 10;
  }

  // The source ends where the window does, so that the line of the step is seen without scrolling the page.
  function fit(box) {
    if (!box) return;
    var room = window.innerHeight - box.getBoundingClientRect().top - 12;
    box.style.maxHeight = Math.max(220, Math.min(room, window.innerHeight * .74)) + "px";
  }

  Run.prototype.mark = function (step, isFirst) {
    if (this.marked) this.marked.forEach(function (each) { each.classList.remove("current", "here"); });
    this.marked = [];
    if (!step) return;
    var row = this.rows.find(function (each) {
      return Number(each.dataset.first) <= step.n && step.n <= Number(each.dataset.last);
    });
    if (row) {
      row.classList.add("current");
      this.marked.push(row);
      show(row.closest(".steps"), row, isFirst);
    }
    var line = document.getElementById(this.section.id + "-f" + step.f + "-" + step.l);
    if (line) {
      line.classList.add("here");
      this.marked.push(line);
      fit(line.closest(".source"));
      show(line.closest(".source"), line, false);
    }
  };

  // What is known of memory and locks after the steps done so far.
  Run.prototype.values = function (step) {
    var known = new Map(), before = new Map(), locks = new Map(), isLock = this.isLock;
    for (var i = 0; i < this.at; i++) {
      var each = this.steps[i], isLast = i === this.at - 1;
      (each.g || []).forEach(function (seen) { (isLock.has(seen[0]) ? locks : known).set(seen[0], seen[1]); });
      (each.r || []).concat(each.w || []).forEach(function (seen) {
        var map = isLock.has(seen[0]) ? locks : known;
        if (isLast && map.get(seen[0]) !== seen[1]) before.set(seen[0], map.get(seen[0]));
        map.set(seen[0], seen[1]);
      });
    }
    var touched = new Set(step ? (step.r || []).concat(step.w || []).map(function (seen) { return seen[0]; }) : []);
    this.now.textContent = "";
    if (step) {
      element(this.now, this.heading, "head", this.data.threads[step.t] + ", line " + step.l);
      element(this.now, "code", "", step.x);
      (step.e || []).forEach(function (words) { element(this.now, "div", "note happened", words); }, this);
    }
    this.table("values", known, before, touched);
    this.table("locks", locks, before, touched);
    var waits = this.at === this.steps.length ? Object.keys(this.data.waits) : [];
    if (waits.length > 0) {
      element(this.now, this.heading, "head", "what comes next");
      var list = element(element(this.now, "div", "locks"), "table");
      list.setAttribute("aria-label", "what comes next");
      waits.forEach(function (thread) {
        var row = element(list, "tr");
        element(row, "th", "", thread).scope = "row";
        element(row, "td", "", this.data.waits[thread]);
      }, this);
    }
  };

  Run.prototype.table = function (name, map, before, touched) {
    if (map.size === 0) return;
    element(this.now, this.heading, "head", name);
    var box = element(this.now, "div", "scroll " + name);
    box.tabIndex = 0;
    var table = element(box, "table");
    table.setAttribute("aria-label", name);
    // What was touched in this step stands first.
    var places = Array.from(map.keys());
    var order = places.filter(function (p) { return touched.has(p); })
      .concat(places.filter(function (p) { return !touched.has(p); }));
    order.slice(0, 300).forEach(function (place) {
      var row = element(table, "tr", touched.has(place) ? "changed" : "");
      element(row, "th", "", place).scope = "row";
      var cell = element(row, "td", "", map.get(place));
      if (before.get(place) !== undefined) element(cell, "span", "was", " (was " + before.get(place) + ")");
    });
  };

  Run.prototype.nextSwitch = function (way) {
    var i = this.at;
    var thread = i > 0 ? this.steps[i - 1].t : -1;
    do i += way; while (i > 0 && i < this.steps.length && this.steps[i - 1].t === thread);
    this.go(i);
  };

  document.addEventListener("keydown", function (event) {
    if (!active || event.ctrlKey || event.metaKey || event.altKey || event.target === active.slider) return;
    switch (event.key) {
      case "ArrowRight": case "l": active.go(active.at + 1); break;
      case "ArrowLeft": case "h": active.go(active.at - 1); break;
      case "j": active.nextSwitch(1); break;
      case "k": active.nextSwitch(-1); break;
      case "Home": case "End":
        if (!active.section.contains(event.target)) return;
        active.go(event.key === "Home" ? 0 : active.steps.length);
        break;
      default: return;
    }
    event.preventDefault();
  });

  document.querySelectorAll("section.run").forEach(function (section) {
    var run = new Run(section);
    section.moirai = run;
    if (!active && run.slider) active = run;
  });
})();
