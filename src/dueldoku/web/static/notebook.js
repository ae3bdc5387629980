// A visitor's own digits and marks on a puzzle. They live in the browser, so they answer at once and outlive a reload.
//
// The board takes this in where its `state` has `solve`: {key}, which tells puzzles apart. The server is told the digits, for
// it checks and explains; the marks are nobody's business.
const STORE = "dueldoku-notes";
const KEPT = 30; // puzzles that are remembered
const STEPS = 1000; // that can be undone
const SAVE_SECONDS = 5;
export const PENS = { digit: "Digit", corner: "Corner", centre: "Centre", colour: "Colour" };
export const COLOURS = ["yellow", "green", "blue", "purple", "red", "grey"];

const blank = () => ({ digit: {}, corner: {}, centre: {}, colour: {} });
const toggled = (digits, digit) => (digits.includes(digit) ? digits.filter((d) => d !== digit) : [...digits, digit].sort((a, b) => a - b));

function changed(part, cells, told) {
  // The same notes with what is `told` for each of these cells; nothing is no note.
  const now = { ...part };
  for (const cell of cells) {
    now[cell] = told(cell);
    if (now[cell] === 0 || now[cell].length === 0) delete now[cell];
  }
  return now;
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(STORE)) || {};
  } catch {
    return {};
  }
}

function sound(kept, cells, side) {
  // Whether what was kept can be notes of this board.
  const isDigit = (d) => Number.isInteger(d) && d >= 1 && d <= side;
  const fits = (part, ok) => part && Object.entries(part).every(([cell, told]) => cell >= 0 && cell < cells && ok(told));
  const all = (digits) => Array.isArray(digits) && digits.every(isDigit);
  return kept && kept.notes && fits(kept.notes.digit, isDigit) && fits(kept.notes.corner, all) && fits(kept.notes.centre, all) && fits(kept.notes.colour, Number.isInteger);
}

// The pens, and the way back and forth.
export const PenRow = {
  computed: {
    board() {
      return this.$parent;
    },
  },
  created() {
    this.PENS = PENS;
  },
  template: `
    <div class="dd-pens">
      <div class="seg" role="group" aria-label="What to write">
        <button v-for="(word, pen) in PENS" :key="pen" type="button" :aria-pressed="board.pen === pen" @click="board.pen = pen" title="Space: the next pen">{{ word }}</button>
      </div>
      <button type="button" class="dd-key" aria-label="Undo" title="Ctrl+Z" :disabled="!board.past.length" @click="board.undo()">↶</button>
      <button type="button" class="dd-key" aria-label="Redo" title="Ctrl+Y" :disabled="!board.future.length" @click="board.redo()">↷</button>
    </div>`,
};

// What the board does besides, where somebody solves on it.
export const notebook = {
  data() {
    return { notes: blank(), past: [], future: [], pen: "digit", spent: 0 };
  },
  computed: {
    solving() {
      return this.state.solve || null;
    },
    values() {
      const { values } = this.state;
      return this.solving ? values.map((value, cell) => value || this.notes.digit[cell] || 0) : values;
    },
    clashing() {
      // The own digits that stand twice in a row, column or block.
      const found = new Set(), first = new Map();
      if (!this.solving) return found;
      this.values.forEach((value, cell) => {
        for (const unit of value ? this.unitsOf(cell) : []) {
          const other = first.get(unit * 100 + value);
          if (other === undefined) first.set(unit * 100 + value, cell);
          else [cell, other].forEach((one) => this.state.values[one] || found.add(one));
        }
      });
      return found;
    },
    left() {
      // How often each digit is still to be written.
      const left = Array(this.side + 1).fill(this.side);
      for (const value of this.values) left[value] = Math.max(0, left[value] - 1);
      return left;
    },
    isDone() {
      return Boolean(this.solving) && !this.values.includes(0) && !this.clashing.size;
    },
    clock() {
      const two = (number) => String(number).padStart(2, "0"), minutes = Math.floor(this.spent / 60);
      return (minutes < 60 ? minutes : `${Math.floor(minutes / 60)}:${two(minutes % 60)}`) + ":" + two(this.spent % 60);
    },
  },
  watch: {
    solving(now) {
      if (now && now.key !== this.opened) this.openNotes();
    },
    isDone(now) {
      if (now && this.past.length) this.say(`Solved in ${this.clock}.`);
    },
  },
  created() {
    if (this.solving) this.openNotes();
    this.ticking = setInterval(() => this.tick(), 1000);
    this.leaving = () => this.saveNotes();
    addEventListener("pagehide", this.leaving);
  },
  beforeUnmount() {
    clearInterval(this.ticking);
    removeEventListener("pagehide", this.leaving);
    this.saveNotes();
  },
  methods: {
    openNotes() {
      if (this.opened) this.saveNotes();
      const { key } = this.solving, kept = stored()[key];
      this.opened = key;
      const known = sound(kept, this.state.values.length, this.side);
      [this.notes, this.spent] = known ? [kept.notes, Number(kept.spent) || 0] : [blank(), 0];
      [this.past, this.future] = [[], []];
      this.tellOwn();
    },
    async takeOwn(values) {
      // Digits that came with a link; what stood here before can be had back.
      await this.$nextTick();
      const digit = {};
      values.forEach((value, cell) => { if (value && !this.state.values[cell]) digit[cell] = value; });
      this.turnTo({ ...this.notes, digit });
    },
    saveNotes() {
      if (!this.opened) return;
      const all = stored();
      delete all[this.opened]; // the last one written stands last
      if (this.spent || this.past.length) all[this.opened] = { notes: this.notes, spent: this.spent };
      const kept = Object.entries(all).slice(-KEPT);
      try {
        localStorage.setItem(STORE, JSON.stringify(Object.fromEntries(kept)));
      } catch {
        // there is no room: it is still on the board
      }
    },
    tick() {
      if (!this.solving || this.isDone || document.hidden) return;
      this.spent += 1;
      if (this.spent % SAVE_SECONDS === 0) this.saveNotes();
    },
    tellOwn() {
      this.$emit("own", { key: this.opened, values: [...this.values] });
    },
    showNotes(notes) {
      const isNew = notes.digit !== this.notes.digit;
      this.notes = notes;
      this.saveNotes();
      if (isNew) this.tellOwn();
    },
    turnTo(notes) {
      // A step that can be undone.
      this.past = [...this.past.slice(1 - STEPS), this.notes];
      this.future = [];
      this.note = "";
      this.showNotes(notes);
    },
    undo() {
      if (!this.past.length) return;
      this.future = [...this.future, this.notes];
      const before = this.past[this.past.length - 1];
      this.past = this.past.slice(0, -1);
      this.showNotes(before);
    },
    redo() {
      if (!this.future.length) return;
      this.past = [...this.past, this.notes];
      const after = this.future[this.future.length - 1];
      this.future = this.future.slice(0, -1);
      this.showNotes(after);
    },
    fillIn() {
      // What may stand in each cell as its centre marks.
      const empty = this.values.flatMap((value, cell) => (value ? [] : [cell]));
      this.turnTo({ ...this.notes, centre: changed({}, empty, (cell) => this.digits[cell]) });
    },
    startOver() {
      this.turnTo(blank());
      this.spent = 0;
    },
    jot(cells, digit, pen) {
      // Write with a pen, as one step: marks and colours into all these cells, a digit into the first. 0 erases.
      if (pen === "colour" && digit > COLOURS.length) return;
      if (!digit) return this.erase(cells);
      if (pen === "digit") return this.jotDigit(cells[0], digit);
      const { notes } = this, part = notes[pen], isColour = pen === "colour";
      const room = isColour ? cells : cells.filter((cell) => !this.values[cell]);
      if (!room.length) return this.say(this.holds(cells[0]));
      const has = (cell) => (isColour ? part[cell] === digit : (part[cell] || []).includes(digit));
      const clears = room.every(has); // once more takes it away, from all of them
      const told = (cell) => {
        if (isColour) return clears ? 0 : digit;
        return clears || !has(cell) ? toggled(part[cell] || [], digit) : part[cell];
      };
      this.turnTo({ ...notes, [pen]: changed(part, room, told) });
    },
    jotDigit(cell, digit) {
      if (this.state.values[cell]) return this.say(this.holds(cell));
      if (this.notes.digit[cell] !== digit) this.turnTo(this.written(cell, digit));
    },
    holds(cell) {
      const own = this.notes.digit[cell];
      return own ? `${this.name(cell)} holds your ${own}: erase it first.` : `${this.name(cell)} is given.`;
    },
    erase(cells) {
      // First the digits; once more, the marks and colours.
      const { notes } = this, filled = cells.filter((cell) => notes.digit[cell]);
      const bare = (part, some) => changed(notes[part], some, () => 0);
      if (filled.length) return this.turnTo({ ...notes, digit: bare("digit", filled) });
      const marks = ["corner", "centre", "colour"];
      if (cells.some((cell) => marks.some((part) => notes[part][cell]))) {
        return this.turnTo({ ...notes, ...Object.fromEntries(marks.map((part) => [part, bare(part, cells)])) });
      }
      if (cells.every((cell) => this.state.values[cell])) this.say(this.holds(cells[0]));
    },
    written(cell, digit) {
      // The digit leaves the marks of the cells that see it: they cannot take it any more.
      const units = this.unitsOf(cell), sees = (other) => this.unitsOf(Number(other)).some((unit, i) => unit === units[i]);
      const rest = (part) => Object.fromEntries(
        Object.entries(part).map(([other, digits]) => [other, sees(other) ? digits.filter((d) => d !== digit) : digits]).filter(([, digits]) => digits.length),
      );
      const { notes } = this;
      return { digit: { ...notes.digit, [cell]: digit }, corner: rest(notes.corner), centre: rest(notes.centre), colour: notes.colour };
    },
    notesOf(cell) {
      // The marks that a cell shows: those of the corners from left to right, above and below.
      const corner = this.notes.corner[cell] || [], centre = this.notes.centre[cell] || [];
      if (!this.solving || this.values[cell] || !(corner.length + centre.length)) return null;
      const above = Math.max(2, Math.ceil(corner.length / 2));
      return { corner: [corner.slice(0, above), corner.slice(above)], centre };
    },
    colourOf(cell) {
      return this.solving ? this.notes.colour[cell] || 0 : 0;
    },
    noteWords(cell) {
      // What a screen reader says of it.
      const words = [], { corner, centre, colour } = this.notes;
      if (!this.solving) return words;
      if (this.notes.digit[cell]) words.push("yours" + (this.clashing.has(cell) ? ", it stands twice" : ""));
      else {
        if (corner[cell]) words.push("corner " + corner[cell].join(" "));
        if (centre[cell]) words.push("centre " + centre[cell].join(" "));
      }
      if (colour[cell]) words.push(COLOURS[colour[cell] - 1]);
      return words;
    },
    onNoteKey(event) {
      // The keys of those who solve; whether it was one.
      const { code, key } = event, command = event.ctrlKey || event.metaKey;
      if (command && key.toLowerCase() === "z") event.shiftKey ? this.redo() : this.undo();
      else if (command && key.toLowerCase() === "y") this.redo();
      else if (key === " " && !command) this.turnPen(event.shiftKey ? -1 : 1);
      else {
        const pen = event.altKey ? "colour" : command ? "centre" : event.shiftKey ? "corner" : "";
        const digit = /^Digit([0-9])$/.exec(code || "");
        if (!pen || !digit || (digit[1] === "0" && !this.typed)) return false;
        this.type(digit[1], pen);
      }
      return true;
    },
    turnPen(by) {
      const pens = Object.keys(PENS);
      this.pen = pens[(pens.indexOf(this.pen) + by + pens.length) % pens.length];
      this.speak(`Pen: ${PENS[this.pen]}`);
    },
  },
};
