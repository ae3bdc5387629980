// The candidates of a cell: a component of their own, so that a cell that is selected leaves them as they are.
const PencilMarks = {
  props: { marks: Array },
  computed: {
    board() {
      return this.$parent.board;
    },
  },
  template: `
    <span class="dd-pencil" aria-hidden="true">
      <i v-for="mark in marks" :key="mark.d" :style="board.spot(mark.d)" :class="mark.kind">{{ mark.d }}</i>
    </span>`,
};

// A row of the board's cells. Each is painted anew only if what it shows has changed (v-memo remembers cells by component:
// so a row is one of its own).
export const BoardRow = {
  components: { PencilMarks },
  props: { row: Number },
  computed: {
    board() {
      return this.$parent;
    },
  },
  template: `
    <div role="row" class="dd-row">
      <div v-for="cell in board.rowCells(row)" :key="cell" v-memo="[board.faces[cell].key, board.touched[cell], cell === board.cursor, board.typedAt(cell), board.gainAt(cell), cell === board.lit]"
           role="gridcell" :data-cell="cell" :tabindex="cell === board.cursor ? 0 : -1" :aria-label="board.faces[cell].label"
           :aria-selected="cell === board.selected" class="dd-cell" :class="[board.faces[cell].classes, board.touched[cell], {lit: cell === board.lit}]">
        <span v-if="board.faces[cell].value" class="dd-value">{{ board.faces[cell].value }}</span>
        <span v-else-if="board.faces[cell].refused" class="dd-refused">{{ board.faces[cell].refused }}</span>
        <span v-else-if="board.typedAt(cell)" class="dd-value typed">{{ board.typedAt(cell) }}_</span>
        <span v-else-if="board.faces[cell].notes" class="dd-notes" aria-hidden="true">
          <span v-for="(digits, at) in board.faces[cell].notes.corner" :key="at" class="dd-corner"><i v-for="d in digits" :key="d">{{ d }}</i></span>
          <span v-if="board.faces[cell].notes.centre.length" class="dd-centre" :class="{many: board.faces[cell].notes.centre.length > 4}">{{ board.faces[cell].notes.centre.join(board.side > 9 ? " " : "") }}</span>
        </span>
        <pencil-marks v-else-if="board.faces[cell].pencil.length" :marks="board.faces[cell].pencil"/>
        <span v-if="board.faces[cell].badge" class="dd-badge" aria-hidden="true">{{ board.faces[cell].badge }}</span>
        <span v-if="board.faces[cell].mark" class="dd-mark" aria-hidden="true">{{ board.faces[cell].mark }}</span>
        <span v-if="board.gainAt(cell)" class="dd-gain" :class="'p' + board.gain.player" aria-hidden="true">+{{ board.gain.points }}</span>
      </div>
    </div>`,
};
