// What each cell of the board shows: digits, candidates, owners, marks, and the words for a screen reader.
export const face = {
  computed: {
    used() {
      // The digits of each unit as masks; BigInt, since a board may have 64 digits.
      const used = Array.from({ length: 3 * this.side }, () => 0n);
      this.values.forEach((value, cell) => {
        if (value) for (const unit of this.unitsOf(cell)) used[unit] |= 1n << BigInt(value);
      });
      return used;
    },
    faces() {
      // What each cell shows, but for what selecting and typing change; its key tells whether it has to be painted anew.
      return this.values.map((_, cell) => {
        const face = {
          classes: this.classesOf(cell), value: this.shown(cell), refused: this.lastRefused(cell) ? this.state.last.digit : "",
          notes: this.notesOf(cell), pencil: this.pencil && !this.shown(cell) ? this.marksOf(cell) : [], badge: this.badge(cell),
          mark: this.markOf(cell) ? this.markOf(cell).text : "", label: this.describe(cell),
        };
        face.key = JSON.stringify(face);
        return face;
      });
    },
    digits() {
      return this.values.map((_, cell) => this.digitsOf(cell));
    },
    tabooSet() {
      return new Set((this.state.taboo || []).map(([cell, digit]) => cell * 100 + digit));
    },
  },
  methods: {
    middle(cell, digit) {
      const { m, n } = this.state, inset = this.side > 9 ? 0.03 : 0.06, wide = 1 - 2 * inset;
      const row = Math.floor((digit - 1) / n), col = (digit - 1) % n;
      return [(cell % this.side) + inset + ((col + 0.5) * wide) / n, Math.floor(cell / this.side) + inset + ((row + 0.5) * wide) / m];
    },
    bow([from, digit, to, other]) {
      // Bent a little, so that it does not run over the others in its line.
      const [x, y] = this.middle(from, digit), [u, v] = this.middle(to, other);
      const bend = Math.min(0.18, 0.3 / Math.max(Math.hypot(u - x, v - y), 0.01));
      return `M${x} ${y}Q${(x + u) / 2 + bend * (y - v)} ${(y + v) / 2 + bend * (u - x)} ${u} ${v}`;
    },
    shown(cell) {
      if (this.pending && this.pending.cell === cell) return this.pending.digit || "";
      return this.values[cell] || "";
    },
    lastRefused(cell) {
      const last = this.state.last;
      return last && !last.placed && last.cell === cell && !this.pending;
    },
    owner(cell) {
      if (this.pending && this.pending.cell === cell) return this.pending.player;
      return this.state.owners ? this.state.owners[cell] : 0;
    },
    classesOf(cell) {
      const { state } = this, row = Math.floor(cell / this.side), col = cell % this.side;
      const classes = [];
      if (col % state.n === 0) classes.push("edge-l");
      if (row % state.m === 0) classes.push("edge-t");
      if (col === this.side - 1) classes.push("edge-r");
      if (row === this.side - 1) classes.push("edge-b");
      if (state.clues && state.clues[cell]) classes.push("clue");
      if (this.owner(cell)) classes.push("p" + this.owner(cell));
      if (this.pending && this.pending.cell === cell) classes.push("pending");
      if (state.last && state.last.cell === cell) classes.push(state.last.placed ? "last" : "bounced");
      if (!state.values[cell] && state.open && this.land) {
        classes.push("land" + state.open[cell]);
      }
      if (this.mayMove && !state.values[cell] && this.isOpen(cell, state.turn)) classes.push("free");
      if (this.colourOf(cell)) classes.push("colour" + this.colourOf(cell));
      if (this.solving && !state.values[cell] && this.values[cell]) classes.push("own");
      if (this.clashing.has(cell)) classes.push("clash");
      const mark = this.markOf(cell);
      if (mark) classes.push("m-" + mark.kind);
      return classes;
    },
    markOf(cell) {
      return this.state.marks ? this.state.marks[cell] : undefined;
    },
    badge(cell) {
      const worth = this.state.worth ? this.state.worth[cell] : 0;
      return this.points && worth && !this.state.values[cell] && !this.shown(cell) ? "+" + worth : "";
    },
    digitsOf(cell) {
      if (this.values[cell]) return [];
      const [row, col, block] = this.unitsOf(cell);
      const used = this.used[row] | this.used[col] | this.used[block];
      const given = this.state.candidates ? BigInt(this.state.candidates[cell]) : -1n;
      const digits = [];
      for (let digit = 1; digit <= this.side; digit++) {
        const bit = 1n << BigInt(digit);
        if (!(used & bit) && given & bit) digits.push(digit);
      }
      return digits;
    },
    marksOf(cell) {
      const struck = (this.state.strikes || {})[cell] || [];
      const all = [...new Set([...this.digits[cell], ...struck])].sort((a, b) => a - b);
      return all.map((d) => ({ d, kind: struck.includes(d) ? "gone" : this.isTaboo(cell, d) ? "taboo" : "" }));
    },
    isTaboo(cell, digit) {
      return this.tabooSet.has(cell * 100 + digit);
    },
    spot(digit) {
      const { n } = this.state;
      return { gridColumn: ((digit - 1) % n) + 1, gridRow: Math.floor((digit - 1) / n) + 1 };
    },
    describe(cell) {
      const { state } = this, words = [`row ${Math.floor(cell / this.side) + 1}, column ${(cell % this.side) + 1}`];
      const value = this.shown(cell);
      words.push(value ? String(value) : "empty");
      if (state.clues && state.clues[cell]) words.push("given");
      words.push(...this.noteWords(cell), ...this.sketchWords(cell));
      if (this.owner(cell)) words.push(`filled by player ${this.owner(cell)}`);
      if (!value && state.worth && state.worth[cell]) words.push(`worth ${state.worth[cell]} point${state.worth[cell] === 1 ? "" : "s"}`);
      if (!value && state.open) {
        const who = [1, 2].filter((player) => this.isOpen(cell, player));
        words.push(who.length === 2 ? "open to both" : who.length ? `open to player ${who[0]}` : "open to nobody yet");
      }
      if (!value && this.pencil) words.push("candidates " + (this.digits[cell].join(" ") || "none"));
      if (this.markOf(cell)) words.push(`${this.markOf(cell).kind} ${this.markOf(cell).text}`);
      if (state.last && state.last.cell === cell) words.push(state.last.placed ? "last move" : `${state.last.digit} was refused here`);
      return words.join(", ");
    },
  },
};
