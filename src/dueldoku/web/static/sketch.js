// Rings and arrows that people draw on a position. The board takes this in where its `state` has `sketch`:
// {rings: [cells], arrows: [[from, to], ...], on}. `on`: what is pressed draws; without it, the right button does.
export const sketch = {
  data() {
    return { arrowFrom: null };
  },
  computed: {
    drawing() {
      return Boolean(this.state.sketch && this.state.sketch.on);
    },
    drawn() {
      // Circles and paths, in cells.
      const { rings, arrows } = this.state.sketch || { rings: [], arrows: [] }, { side } = this;
      const spot = (cell) => [(cell % side) + 0.5, Math.floor(cell / side) + 0.5];
      const head = ([from, to]) => {
        const [x, y] = spot(from), [u, v] = spot(to), long = Math.hypot(u - x, v - y), [a, b] = [(u - x) / long, (v - y) / long];
        const [p, q] = [u - 0.42 * a, v - 0.42 * b]; // where the head begins
        return `M${x + 0.2 * a} ${y + 0.2 * b}L${p} ${q}M${p - 0.2 * b} ${q + 0.2 * a}L${u - 0.08 * a} ${v - 0.08 * b}L${p + 0.2 * b} ${q - 0.2 * a}Z`;
      };
      return { rings: rings.map(spot), arrows: arrows.map(head) };
    },
  },
  methods: {
    onPress(event) {
      if (!this.state.sketch || !(this.drawing || event.button === 2)) return;
      const cell = event.target.closest("[data-cell]");
      this.pressed = cell ? Number(cell.dataset.cell) : null;
    },
    onRelease(event) {
      if (this.pressed === null || this.pressed === undefined) return;
      // A finger's events all go to where it was set down, so where it is now has to be looked up.
      const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
      if (cell && this.$refs.grid.contains(cell)) this.$emit("draw", { from: this.pressed, to: Number(cell.dataset.cell) });
      this.pressed = null;
    },
    onMenu(event) {
      if (this.state.sketch) event.preventDefault();
    },
    drawKey(key) {
      // m: a ring; a: an arrow from here, and once more, to here. Whether it was one of them.
      if (!this.state.sketch || (key !== "m" && key !== "a")) return false;
      if (key === "m") this.$emit("draw", { from: this.cursor, to: this.cursor });
      else if (this.arrowFrom === null) {
        this.arrowFrom = this.cursor;
        this.say(`An arrow from ${this.name(this.cursor)}: go to its end and press a.`);
      } else {
        this.$emit("draw", { from: this.arrowFrom, to: this.cursor });
        this.arrowFrom = null;
        this.say("");
      }
      return true;
    },
    sketchWords(cell) {
      if (!this.state.sketch) return [];
      const { rings, arrows } = this.state.sketch;
      return [...(rings.includes(cell) ? ["ringed"] : []), ...arrows.filter(([from]) => from === cell).map(([, to]) => `arrow to ${this.name(to)}`)];
    },
  },
};
