import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.json': 'application/json',
};

/** The policy the product's own pages run under, where scripts are `'self'`. */
const policyOf = scripts =>
  `default-src 'none'; script-src ${scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'`;

/** Serves a folder on a free port of this machine. `scripts` are the sources from which its pages may run scripts. */
export async function serveFolder(folder, scripts = "'self'") {
  const server = createServer(async (request, response) => {
    const path = join(folder, normalize(new URL(request.url, 'http://localhost').pathname));
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || !found.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'content-length': found.size,
      'content-security-policy': policyOf(scripts),
    });
    createReadStream(path).pipe(response);
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
