/*
 * Names of players in texts: `player_1` becomes a name, or `you` for the reader, and the verb
 * behind it agrees. The terminal does the same in envs/core/words/sentences.py.
 */

import { IS_ENGLISH, _ } from "./words.js";

const NOBODY = -1;
const A_GUEST = _("Guest");
const GUEST = new RegExp(`^${A_GUEST}( \\d+)?$`);
const ANY_PLAYER = /player_(\d+)/g;
const PLAYER =
  /((?:\bthe )?\b(hand|discards?|meld) of )?\bplayer_(\d+)\b('s\b)?( [a-z]+s\b)?/g;
const NO_VERBS = [" as", " cards", " chips", " its", " minus", " plus", " points", " this"];
const IRREGULAR = { " is": " are", " has": " have", " was": " were", " does": " do" };
const HISSING = /(ss|sh|ch|x|zz|o)es$/;
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

  /** A text with names instead of `player_0`, `player_1`, ... */
  inText(text) {
    if (!IS_ENGLISH) return this.inOtherText(text);
    return text.replace(PLAYER, (whole, of = "", owned, seat, owner = "", verb = "", at) => {
      if (seat >= this.names.length) return whole;
      if (Number(seat) !== this.own) return `${of}${this.names[seat]}${owner}${verb}`;
      const word = owned ? `your ${owned}` : owner ? "your" : "you";
      return `${capitalised(word, text.slice(0, at))}${verb && ofYou(verb)}`;
    });
  }

  /** The same in a language whose verbs do not depend on the player. */
  inOtherText(text) {
    return text.replace(ANY_PLAYER, (whole, seat) =>
      (Number(seat) === this.own ? _("you") : this.names[seat] ?? whole));
  }

  /** A move with its player: `Ann plays H5`. */
  said(seat, text) {
    return _("{player} {move}", { player: this.of(seat), move: this.inText(text) });
  }
}

/** The word with a capital if no letter is before it on its line. */
function capitalised(word, before) {
  return LETTER.test(before.split("\n").at(-1)) ? word : word[0].toUpperCase() + word.slice(1);
}

/** The form of ` wins` that follows `you`; other words stay. */
function ofYou(verb) {
  if (NO_VERBS.includes(verb) || verb.endsWith("ss")) return verb;
  return IRREGULAR[verb] ?? (HISSING.test(verb) ? verb.slice(0, -2) : verb.slice(0, -1));
}
