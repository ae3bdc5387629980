// The course of a game: the score lead and the evaluation after each turn. Above zero player 1 leads, below player 2.
// A click goes there. Turning points are buttons over the plot, so that keys reach them, too.
const WIDTH = 600, HEIGHT = 136;

export default {
  template: `
  <figure class="dd-course" :aria-label="label">
    <div class="points num" aria-hidden="true"><span v-for="p in ticks" :key="p" :style="{top: percent(y(p), 136)}">{{ signed(p) }}</span></div>
    <div class="plot">
      <svg class="dd-graph" viewBox="0 0 600 136" preserveAspectRatio="none" aria-hidden="true" @click="onClick" ref="svg">
        <path v-if="area.up" class="up" :d="area.up"/><path v-if="area.down" class="down" :d="area.down"/>
        <line v-for="p in ticks" :key="p" :class="p ? 'tick' : 'zero'" x1="0" x2="600" :y1="y(p)" :y2="y(p)" vector-effect="non-scaling-stroke"/>
        <path class="score" :d="path(scores)" vector-effect="non-scaling-stroke"/>
        <path class="guess" :d="path(values)" vector-effect="non-scaling-stroke"/>
        <path class="value" :d="path(sure)" vector-effect="non-scaling-stroke"/>
        <line class="now" :x1="x(now)" :x2="x(now)" y1="0" y2="136" vector-effect="non-scaling-stroke"/>
      </svg>
      <button v-for="t in turning" :key="t" type="button" class="turning" :style="{left: percent(x(t), 600), top: percent(y(at(t)), 136)}"
              :aria-label="'Turning point after turn ' + t" :title="'Turning point: after turn ' + t" @click="$emit('go', t)"></button>
    </div>
    <div class="at num" aria-hidden="true"><span v-for="t in turns" :key="t" :style="{left: percent(x(t), 600)}">{{ t }}</span></div>
    <figcaption>
      <span>points over turns: + <b class="one">▴</b> leads, − <b class="two">▾</b> leads</span>
      <span v-if="known"><i class="value"></i>evaluation</span><span v-if="known > exact.length"><i class="guess"></i>estimate</span>
      <span><i class="score"></i>score</span><span v-if="turning.length"><i class="turning"></i>turning point</span>
    </figcaption>
  </figure>`,
  props: {
    scores: Array,
    values: { type: Array, default: () => [] }, // null where nothing is known yet
    exact: { type: Array, default: () => [] }, // the turns after which the value is no estimate
    turning: { type: Array, default: () => [] },
    now: Number,
  },
  computed: {
    last() {
      return this.scores.length - 1;
    },
    known() {
      return this.values.filter((v) => v !== null).length;
    },
    sure() {
      const exact = new Set(this.exact);
      return this.values.map((v, t) => (exact.has(t) ? v : null));
    },
    top() {
      const all = [...this.scores, ...this.values].filter((v) => v !== null).map(Math.abs);
      return Math.max(4, ...all) * 1.12;
    },
    ticks() {
      const step = this.step(this.top / 1.3);
      return [step, 0, -step];
    },
    turns() {
      const step = this.step(Math.max(1, this.last / 4)), turns = [];
      for (let t = 0; t < this.last - step / 2; t += step) turns.push(t);
      return [...turns, this.last];
    },
    label() {
      const end = this.scores[this.last] || 0, turned = this.turning.length ? `, turning points after turn ${this.turning.join(", ")}` : "";
      return `Course of the game: ${this.last} turn${this.last === 1 ? "" : "s"}, ${end ? `player ${end > 0 ? 1 : 2} leads by ${Math.abs(end)} at the end` : "even at the end"}${turned}`;
    },
    area() {
      const line = this.known ? this.values : this.scores;
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
    step(most) {
      // The largest of 1, 2, 5, 10, 20 ... that is no more.
      const power = 10 ** Math.floor(Math.log10(most));
      return Math.max(1, [5, 2, 1].find((one) => one * power <= most) * power);
    },
    signed(points) {
      return points > 0 ? `+${points}` : String(points).replace("-", "−");
    },
    percent(part, whole) {
      return `${(100 * part) / whole}%`;
    },
    x(turn) {
      return (WIDTH * turn) / Math.max(1, this.last);
    },
    y(value) {
      return HEIGHT / 2 - (value / this.top) * (HEIGHT / 2 - 4);
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
      this.$emit("go", Math.round(((event.clientX - box.left) / box.width) * this.last));
    },
  },
};
