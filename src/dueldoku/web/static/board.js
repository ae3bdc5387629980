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
//
// Each of its ideas is a file: what a cell shows (face.js), how rows are painted (row.js), which cells are chosen
// (picking.js), keys (keys.js), large boards on small screens (zoom.js). Here is the rest: moves and what comes of them.
import { face } from "face";
import { keys } from "keys";
import { COLOURS, notebook, PenRow } from "notebook";
import { picking } from "picking";
import { BoardRow } from "row";
import { sketch } from "sketch";
import { zoom } from "zoom";

export default {
  components: { BoardRow, PenRow },
  mixins: [face, keys, notebook, picking, sketch, zoom],
  template: `
  <div class="dd-board" :class="{large: side > 9, huge: side > 16, still: !mayMove && !state.edit && !solving, drawing, zoomed: zoom > 1}"
       :style="{'--side': side, '--m': state.m, '--n': state.n, '--zoom': zoom}">
    <div class="dd-frame" ref="frame"><div class="dd-sheet">
    <div class="dd-cols" aria-hidden="true"><span v-for="c in side" :key="c">{{ c }}</span></div>
    <div class="dd-rows" aria-hidden="true"><span v-for="r in side" :key="r">{{ r }}</span></div>
    <div class="dd-grid" role="grid" :aria-label="title" :aria-rowcount="side" :aria-colcount="side"
         @keydown="onKey" @click="onGridClick" @focusin="onFocus" @pointerdown="onDown" @pointermove="onDrag" @pointerup="onRelease"
         @contextmenu="onMenu" ref="grid">
      <board-row v-for="r in side" :key="r" :row="r - 1" :touched="touched[r - 1]" :cursor="inRow(r - 1, cursor)" :lit="inRow(r - 1, lit)"
                 :typed="inRow(r - 1, selected) === null ? '' : typed" :gain="gain && inRow(r - 1, gain.cell) !== null ? gain : null"/>
      <svg v-if="peers" class="dd-links dd-peers" :viewBox="'0 0 ' + side + ' ' + side" aria-hidden="true"><path :d="peers"/></svg>
      <svg v-if="state.links && state.links.length" class="dd-links" :viewBox="'0 0 ' + side + ' ' + side" aria-hidden="true">
        <path v-for="(link, at) in state.links" :key="at" :d="bow(link)" :class="{weak: !link[4]}"/>
      </svg>
      <svg v-if="state.sketch" class="dd-links dd-sketch" :viewBox="'0 0 ' + side + ' ' + side" aria-hidden="true">
        <circle v-for="([x, y], at) in drawn.rings" :key="'r' + at" :cx="x" :cy="y" r="0.42"/>
        <path v-for="(path, at) in drawn.arrows" :key="at" :d="path"/>
      </svg>
    </div>
    </div></div>
    <div class="dd-sr" aria-live="assertive">{{ spoken }}</div>
    <pen-row v-if="solving"/>
    <div v-if="pad" class="dd-pad" role="toolbar" aria-label="Digits" :style="{'--keys': padColumns}">
      <template v-if="isColouring">
        <button v-for="(word, at) in COLOURS" :key="word" type="button" class="dd-key" :class="'colour' + (at + 1)" :disabled="selected === null"
                :aria-label="word" :title="word" @click="write(at + 1)">{{ at + 1 }}</button>
      </template>
      <template v-else>
        <button v-for="d in side" :key="d" type="button" class="dd-key" :disabled="!padOn(d)"
                :aria-label="'write ' + d" :aria-description="solving ? left[d] + ' left' : null" :title="keyHint(d)" @click="write(d)">{{ d }}<small v-if="solving">{{ left[d] || "✓" }}</small></button>
      </template>
      <button v-if="state.edit || solving" type="button" class="dd-key" aria-label="erase" @click="write(0)">⌫</button>
    </div>
    <div v-if="tools" class="dd-tools">
      <button type="button" class="dd-tool" :aria-pressed="pencil" @click="toggle('pencil')" title="Key: c">✎ Candidates</button>
      <button v-if="state.worth" type="button" class="dd-tool" :aria-pressed="points" @click="toggle('points')" title="Key: p">+ Points</button>
      <button v-if="state.open" type="button" class="dd-tool" :aria-pressed="land" @click="toggle('land')" title="Key: t">▨ Territory</button>
      <button v-if="solving" type="button" class="dd-tool" :aria-pressed="several" @click="several = !several" title="Each cell that you choose is added. With keys: Shift or Ctrl and an arrow">▦ Several</button>
      <span v-if="canZoom" class="dd-zoom" role="group" aria-label="Size of the board">
        <button type="button" class="dd-tool" aria-label="smaller" title="Key: -" :disabled="zoomAt === 0" @click="zoomBy(-1)">−</button>
        <button type="button" class="dd-tool" aria-label="larger" title="Key: +" :disabled="zoomAt === mostZoom" @click="zoomBy(1)">+</button>
      </span>
      <button v-if="solving && side < 10" type="button" class="dd-tool" @click="fillIn" title="All candidates as centre marks; it can be undone">✐ Fill in marks</button>
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
    inRow(row, cell) {
      return cell !== null && Math.floor(cell / this.side) === row ? cell : null;
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
    isOpen(cell, player) {
      return !this.state.open || (this.state.open[cell] >> (player - 1)) & 1;
    },
    padOn(digit) {
      if (this.state.edit || this.solving) return this.selected !== null;
      if (!this.mayMove || this.selected === null || this.state.values[this.selected]) return false;
      return this.digits[this.selected].includes(digit) && !this.isTaboo(this.selected, digit);
    },
    onFocus(event) {
      if (event.target.dataset.cell) this.cursor = Number(event.target.dataset.cell);
    },
    cellElement(cell) {
      return this.$refs.grid.querySelector(`[data-cell="${cell}"]`);
    },
    write(digit, pen) {
      const { state } = this, cell = this.selected;
      if (cell === null) return this.say("Choose a cell first.");
      if (this.solving) return this.jot(this.picked, digit, pen || this.pen);
      if (state.edit) return this.$emit("edit", { cell, digit });
      if (!(state.me || []).includes(state.turn)) return this.say(!state.turn ? "The game is over." : (state.me || []).length ? "It is not your turn." : "You look on: only the players move.");
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
