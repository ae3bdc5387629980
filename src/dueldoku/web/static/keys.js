// The board by keys: arrows move, digits write, letters are digits or switches.
import { COLOURS } from "notebook";

const SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz@$&";
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const TWO_DIGITS_MS = 700;

export const keys = {
  methods: {
    move(rows, cols, adds) {
      const row = (Math.floor(this.cursor / this.side) + rows + this.side) % this.side;
      const col = ((this.cursor % this.side) + cols + this.side) % this.side;
      adds ? this.extend(row * this.side + col) : this.pick(row * this.side + col);
      this.typed = "";
      this.$nextTick(() => this.cellElement(this.cursor).focus());
      this.$emit("pick", { cell: this.selected });
    },
    onKey(event) {
      if (this.passive) return; // the page has keys of its own
      if (this.solving && this.onNoteKey(event)) return event.preventDefault(), event.stopPropagation();
      const key = event.key, arrow = ARROWS[key], command = event.ctrlKey || event.metaKey;
      if (event.altKey || (command && !(arrow && this.solving))) return;
      if (arrow) this.move(...arrow, this.solving && (command || event.shiftKey));
      else if (key === "Home" || key === "End") this.move(0, key === "Home" ? -(this.cursor % this.side) : this.side - 1 - (this.cursor % this.side));
      else if (key === " " || key === "Enter") this.typed ? this.finishTyping() : this.pick(this.cursor);
      else if (key === "Escape") this.drop();
      else if (["Backspace", "Delete", ".", "0"].includes(key) && (this.state.edit || this.solving) && !this.typed) { this.pick(this.cursor); this.write(0); }
      else if (this.drawKey(key)) {} // it has drawn
      else if (/^[0-9]$/.test(key)) this.type(key);
      else if (key.length === 1 && this.letter(key)) { this.pick(this.cursor); this.write(this.letter(key)); }
      else if ((key === "+" || key === "-") && this.canZoom) this.zoomBy(key === "+" ? 1 : -1);
      else if (key === "c" && this.tools) this.toggle("pencil");
      else if (key === "p" && this.tools && this.state.worth) this.toggle("points");
      else if (key === "t" && this.tools && this.state.open) this.toggle("land");
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    keyHint(digit) {
      return digit > 9 ? `Key: ${SYMBOLS[digit - 1]}, or type ${digit}` : "";
    },
    letter(key) {
      // Capitals stand for digits from 10 on; small letters, too, as far as they are no command here.
      const upper = SYMBOLS.indexOf(key.toUpperCase()) + 1;
      return this.side > 9 && upper > 9 && upper <= this.side && !["c", "p", "t"].includes(key) ? upper : 0;
    },
    type(key, pen) {
      if (pen !== this.typedPen) this.typed = "";
      this.typedPen = pen;
      this.pick(this.cursor);
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
  },
};
