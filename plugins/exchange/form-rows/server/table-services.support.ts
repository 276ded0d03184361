import type { createPublicKey } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { jwtVerify } from 'jose';

const COLUMNS = ['ID', 'QUESTION', 'SCORE', 'KIND'];
const ROWS = [
  ['q1', 'Is it late?', '7', 'Delivery'],
  ['q2', 'Is it, "new"?', null, 'Shop'],
  ['q3', '=1+1', '9', 'Shop'],
];
export const DATABRICKS_TOKEN = 'dapi-of-the-tests';

/** Services of tables that answer the same three rows, each in two parts, in the shapes of their references. */
export interface TableServices {
  readonly origin: string;
  /** Bodies of the queries that were asked. */
  readonly asked: Record<string, unknown>[];
  /** Paths of queries that were canceled. */
  readonly canceled: string[];
  /** Authorization headers that arrived at presigned addresses. */
  readonly leaked: string[];
  /** When set, a query runs on without an end. */
  endless: boolean;
  close(): Promise<void>;
}

/** Starts both on a free port; `publicKey` is that of the user of Snowflake. */
export async function startTableServices(publicKey: ReturnType<typeof createPublicKey>): Promise<TableServices> {
  const asked: Record<string, unknown>[] = [];
  const canceled: string[] = [];
  const leaked: string[] = [];
  const state = { endless: false };
  let polls = 0;

  const databricks = (method: string, path: string, origin: string): object | undefined => {
    const link = (at: number): object => ({
      external_links: [
        { chunk_index: at, external_link: `${origin}/presigned/${at}`, ...(at === 0 ? { next_chunk_index: 1 } : {}) },
      ],
    });
    if (method === 'POST' && path === '/api/2.0/sql/statements') {
      polls = 0;
      const failed = asked.at(-1)!['statement'] === 'SELECT nonsense';
      return failed
        ? { statement_id: 's1', status: { state: 'FAILED', error: { error_code: 'BAD_REQUEST', message: 'canary' } } }
        : { statement_id: 's1', status: { state: 'PENDING' } };
    }
    if (path === '/api/2.0/sql/statements/s1') {
      polls += 1;
      if (state.endless || polls < 2) return { statement_id: 's1', status: { state: 'RUNNING' } };
      return {
        statement_id: 's1',
        status: { state: 'SUCCEEDED' },
        manifest: { format: 'JSON_ARRAY', schema: { columns: COLUMNS.map((name, position) => ({ name, position })) } },
        result: link(0),
      };
    }
    if (path === '/api/2.0/sql/statements/s1/result/chunks/1') return link(1);
    if (path === '/presigned/0') return ROWS.slice(0, 2);
    if (path === '/presigned/1') return ROWS.slice(2);
    return undefined;
  };
  const snowflake = (method: string, path: string): readonly [status: number, body: object] | undefined => {
    if (method === 'POST' && path === '/api/v2/statements')
      return asked.at(-1)!['statement'] === 'SELECT nonsense'
        ? [422, { code: '000904', message: 'canary', statementHandle: 'h1' }]
        : [202, { code: '333334', message: 'Asynchronous execution in progress.', statementHandle: 'h1' }];
    if (path === '/api/v2/statements/h1')
      return [
        200,
        {
          code: '090001',
          statementHandle: 'h1',
          resultSetMetaData: {
            numRows: 3,
            rowType: COLUMNS.map(name => ({ name, type: 'text' })),
            partitionInfo: [{ rowCount: 2 }, { rowCount: 1 }],
          },
          data: ROWS.slice(0, 2),
        },
      ];
    if (path === '/api/v2/statements/h1?partition=1') return [200, { data: ROWS.slice(2) }];
    return undefined;
  };
  /** True for the token of the user's key pair. */
  const isSigned = async ({ headers }: IncomingMessage): Promise<boolean> => {
    const token = headers.authorization?.replace(/^Bearer /, '') ?? '';
    const read = await jwtVerify(token, publicKey, { subject: 'MYORG-ACCOUNT.ANA' }).catch(() => undefined);
    return (
      headers['x-snowflake-authorization-token-type'] === 'KEYPAIR_JWT' &&
      /^MYORG-ACCOUNT\.ANA\.SHA256:[\w+/]{43}=$/.test(read?.payload.iss ?? '')
    );
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '', headers } = request;
    const origin = `http://${headers.host}`;
    const body = await text(request);
    const send = (status: number, value: object): void => {
      const packed = url.includes('partition=');
      const bytes = Buffer.from(JSON.stringify(value));
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(packed ? { 'content-encoding': 'gzip' } : {}),
      });
      response.end(packed ? gzipSync(bytes) : bytes);
    };
    if (url.startsWith('/presigned/')) leaked.push(...[headers.authorization ?? []].flat());
    else if (url.startsWith('/api/2.0/') && headers.authorization !== `Bearer ${DATABRICKS_TOKEN}`)
      return send(403, { message: 'canary' });
    else if (url.startsWith('/api/v2/') && !(await isSigned(request))) return send(401, { message: 'canary' });
    if (url.endsWith('/cancel')) {
      canceled.push(url);
      return send(200, {});
    }
    if (method === 'POST') asked.push(JSON.parse(body) as Record<string, unknown>);
    const [status, found] = snowflake(method, url) ?? [200, databricks(method, url, origin)];
    send(found === undefined ? 404 : status, found ?? {});
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    canceled,
    leaked,
    get endless() {
      return state.endless;
    },
    set endless(value) {
      state.endless = value;
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
