// The candidates of a cell: a component of their own, so that a cell that is selected leaves them as they are. On large
// boards they are one text, in lines, since a browser takes long to paint fifteen thousand elements.
const PencilMarks = {
  props: { marks: Array },
  computed: {
    board() {
      return this.$parent.board;
    },
    parts() {
      // Runs of text, and those marks apart that look different.
      const { side, state } = this.board, by = new Map(this.marks.map((mark) => [mark.d, mark])), parts = [{ text: "", kind: "" }];
      for (let d = 1; d <= side; d++) {
        const mark = by.get(d), kind = mark ? mark.kind : "", text = (mark ? String(d) : "").padStart(2, "\u2007");
        const before = parts[parts.length - 1], gap = d % state.n ? " " : "\n";
        if (kind) parts.push({ text, kind }, { text: gap, kind: "" });
        else before.text += text + gap;
      }
      return parts;
    },
  },
  template: `
    <span v-if="board.side > 9" class="dd-pencil lines" aria-hidden="true"><template v-for="(part, at) in parts" :key="at"><i v-if="part.kind" :class="part.kind">{{ part.text }}</i><template v-else>{{ part.text }}</template></template></span>
    <span v-else class="dd-pencil" aria-hidden="true">
      <i v-for="mark in marks" :key="mark.d" :style="board.spot(mark.d)" :class="mark.kind">{{ mark.d }}</i>
    </span>`,
};

// A row of the board's cells. A cell is painted anew only if what it shows has changed (v-memo remembers cells by component:
// so a row is one of its own), and a row is looked at only if what it was given has: whatever changes with a click.
export const BoardRow = {
  components: { PencilMarks },
  props: { row: Number, touched: String, cursor: Number, lit: Number, typed: String, gain: Object },
  computed: {
    board() {
      return this.$parent;
    },
    cells() {
      return this.board.rowCells(this.row);
    },
    kinds() {
      return this.touched.split(",");
    },
  },
  methods: {
    typedAt(at) {
      return this.kinds[at].startsWith("chosen") && this.cells[at] === this.cursor ? this.typed : "";
    },
    gainAt(cell) {
      return this.gain && this.gain.cell === cell ? this.gain : null;
    },
  },
  template: `
    <div role="row" class="dd-row">
      <div v-for="(cell, at) in cells" :key="cell" v-memo="[board.faces[cell].key, kinds[at], cell === cursor, typedAt(at), gainAt(cell), cell === lit]"
           role="gridcell" :data-cell="cell" :tabindex="cell === cursor ? 0 : -1" :aria-label="board.faces[cell].label"
           :aria-selected="kinds[at].startsWith('chosen')" class="dd-cell" :class="[board.faces[cell].classes, kinds[at], {lit: cell === lit}]">
        <span v-if="board.faces[cell].value" class="dd-value">{{ board.faces[cell].value }}</span>
        <span v-else-if="board.faces[cell].refused" class="dd-refused">{{ board.faces[cell].refused }}</span>
        <span v-else-if="typedAt(at)" class="dd-value typed">{{ typedAt(at) }}_</span>
        <span v-else-if="board.faces[cell].notes" class="dd-notes" aria-hidden="true">
          <span v-for="(digits, at) in board.faces[cell].notes.corner" :key="at" class="dd-corner"><i v-for="d in digits" :key="d">{{ d }}</i></span>
          <span v-if="board.faces[cell].notes.centre.length" class="dd-centre" :class="{many: board.faces[cell].notes.centre.length > 4}">{{ board.faces[cell].notes.centre.join(board.side > 9 ? " " : "") }}</span>
        </span>
        <pencil-marks v-else-if="board.faces[cell].pencil.length" :marks="board.faces[cell].pencil"/>
        <span v-if="board.faces[cell].badge" class="dd-badge" aria-hidden="true">{{ board.faces[cell].badge }}</span>
        <span v-if="board.faces[cell].mark" class="dd-mark" aria-hidden="true">{{ board.faces[cell].mark }}</span>
        <span v-if="gainAt(cell)" class="dd-gain" :class="'p' + gain.player" aria-hidden="true">+{{ gain.points }}</span>
      </div>
    </div>`,
};
