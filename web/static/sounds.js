/* Three quiet sounds, made by the browser: a card is laid, it is your turn, the game is over. */

const STORED = "fudaba.sounds";
const LOUDNESS = 0.05;
const TURN = [523, 659], END = [523, 659, 784, 1047]; // Hz
let context = null;

/** Whether the person has turned sounds on. */
export function isSounding() {
  return localStorage.getItem(STORED) === "on";
}

/** Stores whether sounds are on. */
export function setSounding(sounds) {
  localStorage.setItem(STORED, sounds ? "on" : "off");
}

/** Plays the sound of a change of the table, the most important one. */
export function sound({ isLaid, isTurn, isOver }) {
  if (!isSounding() || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (isOver) END.forEach((pitch, number) => tone(pitch, 0.13 * number, 0.5));
  else if (isTurn) TURN.forEach((pitch, number) => tone(pitch, 0.09 * number, 0.22));
  else if (isLaid) rustle();
}

function tone(pitch, after, length) {
  const source = new OscillatorNode(context, { type: "sine", frequency: pitch });
  fade(source, after, length);
}

/** A short noise, like a card on cloth. */
function rustle() {
  const buffer = new AudioBuffer({ length: context.sampleRate / 12, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  samples.forEach((_, at) => (samples[at] = 2 * Math.random() - 1));
  fade(new AudioBufferSourceNode(context, { buffer }), 0, 0.08);
}

function fade(source, after, length) {
  const start = context.currentTime + after;
  const volume = new GainNode(context, { gain: LOUDNESS });
  volume.gain.setValueAtTime(LOUDNESS, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}
