// Large boards on small screens: the board grows inside its frame, which is panned; the page stays as it is.
const ZOOMS = [1, 1.5, 2, 3, 4];

export const zoom = {
  data() {
    return { zoomAt: 0 };
  },
  computed: {
    canZoom() {
      return this.side > 9;
    },
    zoom() {
      return this.canZoom ? ZOOMS[this.zoomAt] : 1;
    },
    mostZoom() {
      return ZOOMS.length - 1;
    },
  },
  methods: {
    async zoomBy(steps) {
      // What was in the middle stays there; or the chosen cell comes there.
      const { frame } = this.$refs, before = this.zoom;
      const middle = this.selected === null ? null : this.cellElement(this.selected);
      const x = (frame.scrollLeft + frame.clientWidth / 2) / before, y = (frame.scrollTop + frame.clientHeight / 2) / before;
      this.zoomAt = Math.min(this.mostZoom, Math.max(0, this.zoomAt + steps));
      await this.$nextTick();
      const [left, top] = middle ? [middle.offsetLeft + middle.offsetWidth / 2, middle.offsetTop + middle.offsetHeight / 2] : [x * this.zoom, y * this.zoom];
      frame.scrollTo(left - frame.clientWidth / 2, top - frame.clientHeight / 2);
    },
  },
};
