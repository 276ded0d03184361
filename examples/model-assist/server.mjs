// A placeholder for a model of one's own: finds what stands out from the background of a small grey picture.
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

const THRESHOLD = 40;
const SMALLEST = 6;

/**
 * Connected parts that differ from the grey of the border, as boxes of 0 to 1; the score is the filled share of the
 * box.
 */
export function findBoxes({ width, height, grey }) {
  const border = [...grey.slice(0, width), ...grey.slice(-width)].sort((one, other) => one - other)[width];
  const stands = grey.map(each => Math.abs(each - border) > THRESHOLD);
  const boxes = [];
  for (let start = 0; start < stands.length; start++) {
    if (!stands[start]) continue;
    const [found, open] = [[], [start]];
    stands[start] = false;
    while (open.length > 0) {
      const at = open.pop();
      found.push(at);
      const column = at % width;
      for (const next of [column > 0 ? at - 1 : -1, column < width - 1 ? at + 1 : -1, at - width, at + width]) {
        if (!stands[next]) continue;
        stands[next] = false;
        open.push(next);
      }
    }
    if (found.length < SMALLEST) continue;
    const columns = found.map(at => at % width);
    const rows = found.map(at => Math.floor(at / width));
    const [left, right, top, bottom] = [
      Math.min(...columns),
      Math.max(...columns) + 1,
      Math.min(...rows),
      Math.max(...rows) + 1,
    ];
    boxes.push({
      x1: left / width,
      y1: top / height,
      x2: right / width,
      y2: bottom / height,
      score: found.length / ((right - left) * (bottom - top)),
    });
  }
  return boxes;
}

/** Answers `POST /boxes` on that port. */
export const serve = port =>
  new Promise(resolve => {
    const server = createServer(async (request, response) => {
      if (request.method !== 'POST' || request.url !== '/boxes') return response.writeHead(404).end();
      const parts = [];
      for await (const part of request) parts.push(part);
      try {
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ boxes: findBoxes(JSON.parse(Buffer.concat(parts).toString())) }));
      } catch {
        response.writeHead(400).end();
      }
    });
    server.listen(port, 'localhost', () => resolve(server));
  });

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await serve(8700);
