import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

// A page of somebody else that shows Loupe's editor in a frame: see README.md beside this file.
const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');
const {
  LOUPE_URL = 'http://localhost:8080',
  LOUPE_EMAIL,
  LOUPE_PASSWORD,
  TEAM_ID,
  PROJECT_ID,
  ITEM_ID,
  HOST_PORT = '4000',
} = process.env;
const missing = Object.entries({ LOUPE_EMAIL, LOUPE_PASSWORD, TEAM_ID, PROJECT_ID, ITEM_ID })
  .filter(([, value]) => value === undefined)
  .map(([name]) => name);
if (missing.length > 0) {
  console.error(`Set ${missing.join(', ')} in the environment.`);
  process.exit(2);
}
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };

/** The cookie of the session at Loupe; it stays here. */
let cookie;

/** A call of Loupe's sign-in, as its own pages make it. */
async function auth(path, body) {
  const answer = await fetch(`${LOUPE_URL}/services/auth/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'loupe-auth',
      ...(cookie === undefined ? {} : { cookie }),
    },
  });
  const [set] = answer.headers.getSetCookie();
  if (set !== undefined) cookie = set.split(';')[0];
  const json = await answer.json();
  if (!answer.ok) throw new Error(json.error);
  return json;
}

/**
 * A session that is good for some minutes; the editor asks again before it ends. In a real page this depends on who is
 * signed in there.
 */
async function session() {
  const known = cookie === undefined ? null : (await auth('session', {})).session;
  return known ?? auth('sign-in', { email: LOUPE_EMAIL, password: LOUPE_PASSWORD });
}

const { output } = await build({
  configFile: false,
  root: here,
  logLevel: 'error',
  resolve: { alias: { '#sdk': join(root, 'sdk') } },
  build: { write: false, target: 'es2022' },
});
const files = new Map(output.map(file => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]));

const server = createServer(async (request, response) => {
  const path = request.url.split('?')[0];
  const send = (type, body) => response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
  try {
    if (path === '/settings')
      send(
        'application/json',
        JSON.stringify({
          url: LOUPE_URL,
          teamId: Number(TEAM_ID),
          projectId: Number(PROJECT_ID),
          itemId: Number(ITEM_ID),
        }),
      );
    else if (path === '/session') send('application/json', JSON.stringify(await session()));
    else {
      const name = path === '/' ? '/index.html' : path;
      const body = files.get(name);
      if (body === undefined) response.writeHead(404).end('Not here.');
      else send(TYPES[extname(name)] ?? 'application/octet-stream', body);
    }
  } catch (error) {
    response.writeHead(502).end(error.message);
  }
});
server.listen(Number(HOST_PORT), '127.0.0.1', () => console.log(`The host page is at http://127.0.0.1:${HOST_PORT}`));
