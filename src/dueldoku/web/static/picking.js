// Which cells are chosen: one by a click; where somebody solves, several by dragging, or with Shift or Ctrl.
export const picking = {
  data() {
    return { also: [], several: false }; // the chosen cells besides `selected`; whether each cell that is clicked is added
  },
  computed: {
    picked() {
      return this.selected === null ? [] : [this.selected, ...this.also];
    },
    touched() {
      // What selecting changes, row by row as text, so that only the rows that it changes are painted anew.
      const { side, values } = this, picked = new Set(this.picked), digit = this.selected === null ? 0 : values[this.selected];
      const how = (cell) => (picked.has(cell) ? "chosen" : "") + (digit && values[cell] === digit ? " same" : "");
      return Array.from({ length: side }, (_, row) => this.rowCells(row).map(how).join(","));
    },
    peers() {
      // The units of the selected cell as one shape over the board: to tint each of their cells would take far longer.
      if (this.selected === null) return "";
      const { m, n } = this.state, { side } = this, row = Math.floor(this.selected / side), col = this.selected % side;
      const block = `M${col - (col % n)} ${row - (row % m)}h${n}v${m}h-${n}z`;
      return `M0 ${row}h${side}v1h-${side}zM${col} 0h1v${side}h-1z${block}`;
    },
  },
  watch: {
    "state.values.length"() {
      this.also = [];
    },
  },
  methods: {
    pick(cell) {
      // Choose this cell alone; those that were chosen with it stay if it is the same.
      if (cell !== this.selected) this.also = [];
      this.selected = cell;
      if (cell !== null) this.cursor = cell;
    },
    drop() {
      this.pick(null);
      this.typed = "";
    },
    extend(cell) {
      // Choose this cell, too; it is the one that digits go to.
      this.also = this.picked.filter((one) => one !== cell);
      this.selected = this.cursor = cell;
    },
    leaveOut(cell) {
      const [first = null, ...rest] = this.picked.filter((one) => one !== cell);
      [this.selected, this.also] = [first, rest];
      this.cursor = first ?? this.cursor;
    },
    cellAt(event) {
      const cell = event.target.closest("[data-cell]");
      return cell ? Number(cell.dataset.cell) : null;
    },
    onGridClick(event) {
      const cell = this.cellAt(event), adds = this.solving && (this.several || event.shiftKey || event.ctrlKey || event.metaKey);
      if (cell === null || this.drawing) return;
      this.typed = "";
      if (!adds) { this.also = []; this.pick(cell); }
      else if (this.picked.includes(cell)) this.leaveOut(cell);
      else this.extend(cell);
      this.cellElement(this.cursor).focus({ preventScroll: true });
      this.$emit("pick", { cell: this.selected });
    },
    onDrag(event) {
      // A finger that drags moves the page or the board; whoever has a mouse chooses what it goes over.
      const cell = this.cellAt(event);
      if (!this.solving || event.pointerType === "touch" || !(event.buttons & 1) || cell === null || cell === this.cursor) return;
      if (this.dragsFrom !== null && this.dragsFrom !== cell) {
        if (!(event.shiftKey || event.ctrlKey || event.metaKey || this.several)) this.drop();
        this.extend(this.dragsFrom);
        this.dragsFrom = null;
      }
      this.between(this.cursor, cell).forEach(this.extend);
      this.cellElement(cell).focus({ preventScroll: true });
    },
    between(from, to) {
      // The cells of a straight line, its end included: a quick mouse is not seen over each of them.
      const { side } = this, row = Math.floor(from / side), col = from % side;
      const down = Math.floor(to / side) - row, right = (to % side) - col, steps = Math.max(Math.abs(down), Math.abs(right));
      return Array.from({ length: steps }, (_, i) => side * Math.round(row + (down * (i + 1)) / steps) + Math.round(col + (right * (i + 1)) / steps));
    },
    onDown(event) {
      this.dragsFrom = this.cellAt(event);
      this.onPress(event);
    },
  },
};
