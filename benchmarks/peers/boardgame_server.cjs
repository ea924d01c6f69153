// boardgame.io's own server with tic-tac-toe, as its tutorial has it: node boardgame_server.cjs <storage> <folder> <moves>
//
// A board that is won or full is wiped, and the match goes on until it has had so many moves. Creating matches is no part
// of what is measured then, which is in favour of boardgame.io: its games would be over after nine moves.

const { Server, FlatFile } = require("boardgame.io/server");

const [storage, folder, moves] = process.argv.slice(2);

const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
];

function isOver(cells) {
  const won = LINES.some(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[b] === cells[c]);
  return won || cells.every((cell) => cell !== null);
}

const ticTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null), made: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return "INVALID_MOVE";
      G.cells[id] = playerID;
      G.made += 1;
      if (isOver(G.cells)) G.cells = Array(9).fill(null);
    },
  },
  endIf: ({ G }) => (G.made >= Number(moves) ? { draw: true } : undefined),
};

const server = Server({
  games: [ticTacToe],
  origins: [/localhost/],
  ...(storage === "files" ? { db: new FlatFile({ dir: folder }) } : {}),
});

server.run({ port: 0, callback: () => {} }).then(({ appServer }) => {
  console.log(`at ${appServer.address().port}`);
});
