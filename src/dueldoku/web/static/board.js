// The board: answers clicks and keys at once, and tells the server. What it shows comes as one object, `state`.
//
//   m, n           rows and columns of a block; the board's side is m*n
//   values         one digit for each cell, 0 for empty
//   clues          1 for each cell that was given
//   owners         who filled each cell: 0, 1, 2
//   open           who may fill each cell: bit 1 player 1, bit 2 player 2; absent where every cell is open to both
//   worth          points for filling each cell now
//   taboo          [[cell, digit], ...]
//   candidates     masks for each cell, where a solver has struck some out; else the board works them out itself
//   last           {cell, digit, placed, player, points} or null
//   turn           the player to move, 0: nobody
//   me             the players that may move from here: [], [1], [2] or [1, 2]
//   version        number of turns taken: a move names it, so that a late one is known to be late
//   marks          {cell: {kind, text}}: best, good, bomb, hint, why, strike, placed, wrong
//   strikes        {cell: [digits]}: candidates that are shown struck out
//   links          [[cell, digit, cell, digit, strong], ...]: what follows from what, drawn between candidates
//   edit           true: any digit may be written or erased
//   solve          {key}: the visitor writes digits and marks of their own (notebook.js)
//   sketch         {rings, arrows, on}: the visitor draws (sketch.js)
import { BoardRow } from "row";
import { COLOURS, notebook, PenRow } from "notebook";
import { sketch } from "sketch";

const SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz@$&";
const SIGNS = ["", "▴", "▾"];
const TWO_DIGITS_MS = 700;

export default {
  components: { BoardRow, PenRow },
  mixins: [notebook, sketch],
  template: `
  <div class="dd-board" :class="{large: side > 9, huge: side > 16, still: !mayMove && !state.edit && !solving, drawing}"
       :style="{'--side': side, '--m': state.m, '--n': state.n}">
    <div class="dd-cols" aria-hidden="true"><span v-for="c in side" :key="c">{{ c }}</span></div>
    <div class="dd-rows" aria-hidden="true"><span v-for="r in side" :key="r">{{ r }}</span></div>
    <div class="dd-grid" role="grid" :aria-label="title" :aria-rowcount="side" :aria-colcount="side"
         @keydown="onKey" @click="onGridClick" @focusin="onFocus" @pointerdown="onPress" @pointerup="onRelease"
         @contextmenu="onMenu" ref="grid">
      <board-row v-for="r in side" :key="r" :row="r - 1"/>
      <svg v-if="state.links && state.links.length" class="dd-links" :viewBox="'0 0 ' + side + ' ' + side" aria-hidden="true">
        <path v-for="(link, at) in state.links" :key="at" :d="bow(link)" :class="{weak: !link[4]}"/>
      </svg>
      <svg v-if="state.sketch" class="dd-links dd-sketch" :viewBox="'0 0 ' + side + ' ' + side" aria-hidden="true">
        <circle v-for="([x, y], at) in drawn.rings" :key="'r' + at" :cx="x" :cy="y" r="0.42"/>
        <path v-for="(path, at) in drawn.arrows" :key="at" :d="path"/>
      </svg>
    </div>
    <div class="dd-sr" aria-live="assertive">{{ spoken }}</div>
    <pen-row v-if="solving"/>
    <div v-if="pad" class="dd-pad" role="toolbar" aria-label="Digits" :style="{'--keys': padColumns}">
      <template v-if="isColouring">
        <button v-for="(word, at) in COLOURS" :key="word" type="button" class="dd-key" :class="'colour' + (at + 1)" :disabled="selected === null"
                :aria-label="word" :title="word" @click="write(at + 1)">{{ at + 1 }}</button>
      </template>
      <template v-else>
        <button v-for="d in side" :key="d" type="button" class="dd-key" :disabled="!padOn(d)"
                :aria-label="'write ' + d" :title="keyHint(d)" @click="write(d)">{{ d }}</button>
      </template>
      <button v-if="state.edit || solving" type="button" class="dd-key" aria-label="erase" @click="write(0)">⌫</button>
    </div>
    <div v-if="tools" class="dd-tools">
      <button type="button" class="dd-tool" :aria-pressed="pencil" @click="toggle('pencil')" title="Key: c">✎ Candidates</button>
      <button v-if="state.worth" type="button" class="dd-tool" :aria-pressed="points" @click="toggle('points')" title="Key: p">+ Points</button>
      <button v-if="state.open" type="button" class="dd-tool" :aria-pressed="land" @click="toggle('land')" title="Key: t">▨ Territory</button>
      <button v-if="solving" type="button" class="dd-tool" @click="startOver" title="All of it can be undone">↺ Start over</button>
      <span v-if="solving" class="dd-clock num" role="timer" aria-label="Time spent">{{ clock }}</span>
      <span class="dd-note" aria-hidden="true">{{ note }}</span>
    </div>
  </div>`,
  props: { state: Object, passive: Boolean, pad: Boolean, tools: Boolean, label: String, forcePencil: Boolean },
  created() {
    this.COLOURS = COLOURS;
  },
  data() {
    const kept = (name, otherwise) => (localStorage.getItem("dueldoku-" + name) ?? otherwise) === "1";
    return {
      cursor: this.firstEmpty(),
      selected: null,
      pending: null,
      typed: "",
      note: "",
      spoken: "",
      gain: null,
      lit: null, // a cell that something beside the board speaks of
      pencilWish: kept("pencil", "0"),
      points: kept("points", "1"),
      land: kept("land", "1"),
    };
  },
  computed: {
    side() {
      return this.state.m * this.state.n;
    },
    pencil() {
      return this.forcePencil || this.pencilWish;
    },
    title() {
      return this.label || `Sudoku board, ${this.side} by ${this.side}`;
    },
    mayMove() {
      return (this.state.me || []).includes(this.state.turn) && !this.pending;
    },
    isColouring() {
      return Boolean(this.solving) && this.pen === "colour";
    },
    padColumns() {
      const keys = this.isColouring ? Math.max(this.side, COLOURS.length) + 1 : this.side + (this.state.edit || this.solving ? 1 : 0);
      return keys <= 10 ? keys : Math.ceil(keys / Math.ceil(keys / 13));
    },
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
    touched() {
      // How each cell relates to the selected one.
      const chosen = this.selected, { m, n } = this.state, { side, values } = this;
      if (chosen === null) return values.map(() => "");
      const row = Math.floor(chosen / side), col = chosen % side, digit = values[chosen];
      return values.map((value, cell) => {
        const r = Math.floor(cell / side), c = cell % side, same = digit && value === digit ? " same" : "";
        if (cell === chosen) return "chosen" + same;
        const near = Math.floor(r / m) === Math.floor(row / m) && Math.floor(c / n) === Math.floor(col / n);
        return (r === row || c === col || near ? "peer" : "") + same;
      });
    },
    digits() {
      return this.values.map((_, cell) => this.digitsOf(cell));
    },
    tabooSet() {
      return new Set((this.state.taboo || []).map(([cell, digit]) => cell * 100 + digit));
    },
  },
  watch: {
    state(now, before) {
      if (now.version !== before.version || now.values.length !== before.values.length) this.settle(now, before);
      if (now.select !== undefined && now.select !== null && now.select !== before.select) this.cursor = now.select;
      if (this.cursor >= now.values.length) this.cursor = this.firstEmpty();
      if (this.selected >= now.values.length) this.selected = null;
    },
  },
  methods: {
    rowCells(row) {
      return Array.from({ length: this.side }, (_, col) => row * this.side + col);
    },
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
    firstEmpty() {
      return Math.max(0, this.state.values.indexOf(0));
    },
    unitsOf(cell) {
      const { m, n } = this.state;
      const row = Math.floor(cell / this.side), col = cell % this.side;
      return [row, this.side + col, 2 * this.side + Math.floor(row / m) * m + Math.floor(col / n)];
    },
    name(cell) {
      return `r${Math.floor(cell / this.side) + 1}c${(cell % this.side) + 1}`;
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
    isOpen(cell, player) {
      return !this.state.open || (this.state.open[cell] >> (player - 1)) & 1;
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
    typedAt(cell) {
      return cell === this.selected ? this.typed : "";
    },
    gainAt(cell) {
      return this.gain && this.gain.cell === cell ? this.gain : null;
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
    padOn(digit) {
      if (this.state.edit || this.solving) return this.selected !== null;
      if (!this.mayMove || this.selected === null || this.state.values[this.selected]) return false;
      return this.digits[this.selected].includes(digit) && !this.isTaboo(this.selected, digit);
    },
    keyHint(digit) {
      return digit > 9 ? `Key: ${SYMBOLS[digit - 1]}, or type ${digit}` : "";
    },
    onGridClick(event) {
      const cell = event.target.closest("[data-cell]");
      if (cell && !this.drawing) this.onClick(Number(cell.dataset.cell));
    },
    onFocus(event) {
      if (event.target.dataset.cell) this.cursor = Number(event.target.dataset.cell);
    },
    cellElement(cell) {
      return this.$refs.grid.querySelector(`[data-cell="${cell}"]`);
    },
    onClick(cell) {
      this.typed = "";
      this.cursor = cell;
      this.selected = cell;
      this.cellElement(cell).focus({ preventScroll: true });
      this.$emit("pick", { cell: this.selected });
    },
    move(rows, cols) {
      const row = (Math.floor(this.cursor / this.side) + rows + this.side) % this.side;
      const col = ((this.cursor % this.side) + cols + this.side) % this.side;
      this.cursor = row * this.side + col;
      this.selected = this.cursor;
      this.typed = "";
      this.$nextTick(() => this.cellElement(this.cursor).focus());
      this.$emit("pick", { cell: this.selected });
    },
    onKey(event) {
      if (this.passive) return; // the page has keys of its own
      if (this.solving && this.onNoteKey(event)) return event.preventDefault(), event.stopPropagation();
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const arrows = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
      const key = event.key;
      if (arrows[key]) this.move(...arrows[key]);
      else if (key === "Home" || key === "End") this.move(0, key === "Home" ? -(this.cursor % this.side) : this.side - 1 - (this.cursor % this.side));
      else if (key === " " || key === "Enter") this.typed ? this.finishTyping() : (this.selected = this.cursor);
      else if (key === "Escape") { this.selected = null; this.typed = ""; }
      else if (["Backspace", "Delete", ".", "0"].includes(key) && (this.state.edit || this.solving) && !this.typed) { this.selected = this.cursor; this.write(0); }
      else if (this.drawKey(key)) {} // it has drawn
      else if (/^[0-9]$/.test(key)) this.type(key);
      else if (key.length === 1 && this.letter(key)) { this.selected = this.cursor; this.write(this.letter(key)); }
      else if (key === "c" && this.tools) this.toggle("pencil");
      else if (key === "p" && this.tools && this.state.worth) this.toggle("points");
      else if (key === "t" && this.tools && this.state.open) this.toggle("land");
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    letter(key) {
      // Capitals stand for digits from 10 on; small letters, too, as far as they are no command here.
      const upper = SYMBOLS.indexOf(key.toUpperCase()) + 1;
      return this.side > 9 && upper > 9 && upper <= this.side && !["c", "p", "t"].includes(key) ? upper : 0;
    },
    type(key, pen) {
      if (pen !== this.typedPen) this.typed = "";
      this.typedPen = pen;
      this.selected = this.cursor;
      clearTimeout(this.timer);
      const number = Number(this.typed + key), most = this.solving && (pen || this.pen) === "colour" ? COLOURS.length : this.side;
      if (number < 1 || number > most) { this.typed = ""; return; }
      if (number * 10 <= most) {
        // 1 may become 12: wait a moment for the second digit.
        this.typed = String(number);
        this.timer = setTimeout(() => this.finishTyping(), TWO_DIGITS_MS);
      } else {
        this.typed = "";
        this.write(number, pen);
      }
    },
    finishTyping() {
      clearTimeout(this.timer);
      const number = Number(this.typed);
      this.typed = "";
      if (number) this.write(number, this.typedPen);
    },
    write(digit, pen) {
      const { state } = this, cell = this.selected;
      if (cell === null) return this.say("Choose a cell first.");
      if (this.solving) return this.jot(cell, digit, pen || this.pen);
      if (state.edit) return this.$emit("edit", { cell, digit });
      if (!(state.me || []).includes(state.turn)) return this.say(state.turn ? "It is not your turn." : "The game is over.");
      if (this.pending) return;
      const why = this.offence(cell, digit);
      if (why) return this.say(why, true);
      this.pending = { cell, digit, player: state.turn };
      this.note = "";
      this.$emit("move", { cell, digit, version: state.version });
    },
    offence(cell, digit) {
      // Why the rules forbid this move to the player to move; nothing if they do not. The server judges again.
      const { state } = this;
      if (state.values[cell]) return `${this.name(cell)} already holds ${state.values[cell]}.`;
      if (!this.isOpen(cell, state.turn)) return `${this.name(cell)} is outside your territory: next to your own cells, or in your start region.`;
      const units = this.unitsOf(cell), kinds = ["row", "column", "block"];
      for (let other = 0; other < state.values.length; other++) {
        if (state.values[other] !== digit) continue;
        const shared = this.unitsOf(other).findIndex((unit, i) => unit === units[i]);
        if (shared >= 0) return `${digit} already stands in this ${kinds[shared]}, at ${this.name(other)}.`;
      }
      if (this.isTaboo(cell, digit)) return `${digit} at ${this.name(cell)} was refused before: it is taboo for both.`;
      return "";
    },
    settle(now, before) {
      // The server has spoken: what was pending is now certain, or did not come about.
      this.pending = null;
      this.typed = "";
      const last = now.last;
      this.note = "";
      if (last && now.version === before.version + 1) {
        if (last.placed && last.points) {
          this.gain = last;
          clearTimeout(this.gainTimer);
          this.gainTimer = setTimeout(() => (this.gain = null), 1600);
        }
        if (last.cell === this.selected && last.placed) this.selected = null;
      }
    },
    reject(text) {
      // The server did not take the move.
      this.pending = null;
      this.say(text, true);
    },
    say(text, shake) {
      this.note = text;
      this.spoken = text;
      this.$emit("note", { text });
      if (shake) {
        this.$refs.grid.classList.remove("shake");
        void this.$refs.grid.offsetWidth;
        this.$refs.grid.classList.add("shake");
      }
    },
    speak(text) {
      this.spoken = text;
    },
    toggle(name) {
      const key = name === "pencil" ? "pencilWish" : name;
      this[key] = !this[key];
      localStorage.setItem("dueldoku-" + name, this[key] ? "1" : "0");
    },
    light(name) {
      // Show which cell is spoken of: r3c5, or nothing.
      const [, row, col] = /^r([0-9]+)c([0-9]+)/.exec(name) || [];
      this.lit = row ? (row - 1) * this.side + (col - 1) : null;
    },
    focusBoard() {
      this.cellElement(this.cursor)?.focus({ preventScroll: true });
    },
  },
};
