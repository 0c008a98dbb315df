// A bot that takes the first legal action. It needs Node.js alone: node first.js

const readline = require("node:readline");

const HELLO = { type: "hello", protocol: 1, name: "First (JavaScript)", version: "1", wants: ["batch"] };

// Returns the action id for a decision: write your own play here.
function choose(decision) {
  return decision.legal[0];
}

// Returns the answer to a message, or null if it needs none.
function answer(message) {
  switch (message.type) {
    case "hello":
      return HELLO;
    case "decision":
      return { action: choose(message) };
    case "decisions":
      return { actions: message.decisions.map(choose) };
    default: // start, over, goodbye, and messages of later versions
      return null;
  }
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const reply = answer(JSON.parse(line));
  if (reply !== null) {
    console.log(JSON.stringify(reply));
  }
});
