// The course of a game: the score lead and the evaluation after each turn, from player 1's side. A click goes there.
export default {
  template: `
  <svg class="dd-graph" viewBox="0 0 600 136" preserveAspectRatio="none" role="img" :aria-label="label" @click="onClick" ref="svg">
    <path v-if="area.up" class="up" :d="area.up"/><path v-if="area.down" class="down" :d="area.down"/>
    <line class="zero" x1="0" x2="600" :y1="y(0)" :y2="y(0)" vector-effect="non-scaling-stroke"/>
    <path class="score" :d="path(scores)" vector-effect="non-scaling-stroke"/>
    <path v-if="values.length" class="value" :d="path(values)" vector-effect="non-scaling-stroke"/>
    <ellipse v-for="t in turning" :key="t" :cx="x(t)" :cy="y(at(t))" rx="3.2" ry="4.4" fill="var(--last)"/>
    <line class="now" :x1="x(now)" :x2="x(now)" y1="0" y2="136" vector-effect="non-scaling-stroke"/>
  </svg>`,
  props: { scores: Array, values: { type: Array, default: () => [] }, turning: { type: Array, default: () => [] }, now: Number },
  computed: {
    top() {
      const all = [...this.scores, ...this.values].filter((v) => v !== null).map(Math.abs);
      return Math.max(4, ...all) * 1.12;
    },
    label() {
      const last = this.scores[this.scores.length - 1] || 0;
      return `Course of the game, ${this.scores.length - 1} turns, final lead of player 1: ${last}` + (this.turning.length ? `, turning points at turns ${this.turning.join(", ")}` : "");
    },
    area() {
      const line = this.values.length ? this.values : this.scores;
      const clip = (sign) => line.map((v) => (v === null ? null : Math.max(0, v * sign) * sign));
      const close = (points) => {
        const known = points.map((v, t) => [t, v]).filter(([, v]) => v !== null);
        if (known.length < 2) return "";
        return `M${this.x(known[0][0])} ${this.y(0)}` + known.map(([t, v]) => `L${this.x(t)} ${this.y(v)}`).join("") + `L${this.x(known[known.length - 1][0])} ${this.y(0)}Z`;
      };
      return { up: close(clip(1)), down: close(clip(-1)) };
    },
  },
  methods: {
    x(turn) {
      return (600 * turn) / Math.max(1, this.scores.length - 1);
    },
    y(value) {
      return 68 - (value / this.top) * 64;
    },
    at(turn) {
      return this.values[turn] ?? this.scores[turn] ?? 0;
    },
    path(points) {
      let pen = "M";
      return points.map((v, t) => { if (v === null) { pen = "M"; return ""; } const part = `${pen}${this.x(t)} ${this.y(v)}`; pen = "L"; return part; }).join("");
    },
    onClick(event) {
      const box = this.$refs.svg.getBoundingClientRect();
      this.$emit("go", Math.round(((event.clientX - box.left) / box.width) * (this.scores.length - 1)));
    },
  },
};
