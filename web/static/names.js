/* Names of players in texts: `player_1` becomes a name, or `you` for the reader. */

import { _, withMinus } from "./words.js";

const NOBODY = -1;
const A_GUEST = _("Guest");
const GUEST = new RegExp(`^${A_GUEST}( \\d+)?$`);
const PLAYER = /player_(\d+)/g;
const LETTER = /[\p{L}\p{N}]/u;

export class Names {
  /**
   * @param {string[]} names The names of the players, seat by seat.
   * @param {number} own The seat of the reader; -1 for none.
   */
  constructor(names, own = NOBODY) {
    this.names = names;
    this.own = own;
  }

  /** The name of a player as the first word of a sentence. */
  of(seat) {
    return seat === this.own ? _("You") : this.names[seat];
  }

  /** The name of a player on his plate: `Ann (you)`. */
  plate(seat) {
    if (seat !== this.own) return this.names[seat];
    return GUEST.test(this.names[seat]) ? _("You")
      : _("{name} (you)", { name: this.names[seat] });
  }

  /**
   * A text for people: with names instead of `player_0`, `player_1`, ..., `You` where it begins a
   * line, and minus signs.
   */
  inText(text) {
    return withMinus(text).replace(PLAYER, (whole, seat, at) => {
      if (Number(seat) !== this.own) return this.names[seat] ?? whole;
      return LETTER.test(text.slice(0, at).split("\n").at(-1)) ? _("you") : _("You");
    });
  }

  /** A move with its player: `Ann plays H5`. */
  said(seat, text) {
    return _("{player} {move}", { player: this.of(seat), move: this.inText(text) });
  }
}
