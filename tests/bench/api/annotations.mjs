import { percentile } from '../support/figures.mjs';
import { CONNECTIONS } from '../support/bench-server.mjs';
import { documentOf, forms, INSTANCES, projectWith, sendForm, timed, together } from './documents.mjs';

const ITEMS = 10_000;
const QUICK_ITEMS = 1000;
/** As the public client sends them: so many requests at a time. */
const FORMS_AT_A_TIME = 3;
const STREAMS_AT_A_TIME = 8;
const LOAD_MS = 8_000;
/** Items that each connection saves by turns. */
const OPENED_BY_EACH = 10;
/** Requests a second that are asked of PostgreSQL; the embedded database answers one at a time. */
const RATES = { reads: 2000, saves: 800 };
const P99_MS = 100;
const DELIMITER = '\\n;)\\n';

/** Annotations: upload, download, and many people who read and save one item each. */
export async function measure(server, report, { quick, database }) {
  const { project, items } = await projectWith(server, 'Annotations', quick ? QUICK_ITEMS : ITEMS);
  // A server in use, not one that has just started: its code is loaded and its connections are open.
  await together(
    1,
    [...forms(items.slice(0, 300))].map(body => () => sendForm(server, project, body)),
  );
  await uploading(server, project, items, report);
  await streaming(server, project, items, report);
  await loading(server, project, items, report, database === 'postgres' ? RATES : {});
}

async function uploading(server, project, items, report) {
  const all = [...forms(items)];
  const bytes = all.reduce((sum, each) => sum + each.length, 0);
  for (const round of ['new', 'again']) {
    const {
      result: took,
      megabytes,
      before,
    } = await server.growth(() =>
      timed(() =>
        together(
          FORMS_AT_A_TIME,
          all.map(body => () => sendForm(server, project, body)),
        ),
      ),
    );
    report(`memory while documents are uploaded, ${round}`, megabytes, 'MB', { bar: 200, before });
    report(`upload ${items.length} documents of ${INSTANCES} instances, ${round}`, took / 1000, 's', {
      bar: (60 * items.length) / ITEMS,
      megabytes: Math.round(bytes / 1_048_576),
      requests: all.length,
    });
  }
}

async function streaming(server, project, items, report) {
  const {
    result: took,
    megabytes,
    before,
  } = await server.growth(() =>
    timed(async () => {
      const groups = [];
      for (let start = 0; start < items.length; start += 1000) {
        const { small } = await server.call(
          'POST',
          '/services/assets/api/v4/items/annotations/download/method?limit=1000',
          { body: { project_id: project, item_ids: items.slice(start, start + 1000).map(each => each.id) } },
        );
        groups.push(...Object.values(small).map(group => group.data.map(each => each.id)));
      }
      let documents = 0;
      await together(
        STREAMS_AT_A_TIME,
        groups.map(ids => async () => {
          const { text } = await server.send(
            'POST',
            `/services/assets/api/v4/items/annotations/download?project_id=${project}&limit=${ids.length}`,
            { body: { image_ids: ids } },
          );
          documents += text.split(DELIMITER).length;
        }),
      );
      if (documents !== items.length) throw new Error(`${documents} documents came instead of ${items.length}.`);
    }),
  );
  report('memory while documents are streamed', megabytes, 'MB', { bar: 200, before });
  report(`stream ${items.length} documents back`, took / 1000, 's', { bar: (20 * items.length) / ITEMS });
}

/** Requests a second over the connections, and their times. */
async function load(make) {
  const times = [];
  let failed = 0;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, lane) => {
      for (let index = lane; performance.now() - begun < LOAD_MS; index += CONNECTIONS) {
        const started = performance.now();
        const { status } = await make(index, lane);
        times.push(performance.now() - started);
        if (status >= 300) failed += 1;
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  if (failed > 0) throw new Error(`${failed} of ${times.length} requests failed.`);
  return { rate: times.length / seconds, p99: percentile(times, 0.99), n: times.length };
}

async function loading(server, project, items, report, { reads: least, saves }) {
  const figureOf = (figure, { rate, p99, n }, wanted) => {
    report(`${figure}, ${CONNECTIONS} connections`, rate, 'a second', {
      ...(wanted === undefined ? {} : { least: wanted }),
      n,
    });
    report(`${figure}, ${CONNECTIONS} connections, p99`, p99, 'ms', wanted === undefined ? {} : { bar: P99_MS });
  };
  const at = index => items[index % items.length];
  const reads = [
    [
      'GET of an annotation, browser',
      index => server.send('GET', `/api/v1/project/${project}/item/${at(index).id}/annotation`, { as: 'browser' }),
    ],
    [
      'GET of an annotation, script',
      index =>
        server.send(
          'GET',
          `/services/assets/api/v4/items/${at(index).id}/annotations/download?project_id=${project}&team_id=${server.teamId}`,
        ),
    ],
    [
      'GET of an item with its annotation and all the editor needs',
      index => server.send('GET', `/api/v1/project/${project}/item/${at(index).id}/editor`, { as: 'browser' }),
    ],
  ];
  for (const [figure, make] of reads) {
    figureOf(figure, await load(make), least);
  }
  // Each connection has items of its own, opened before, as people have: saves of one item would only meet its
  // revision.
  const opened = items.slice(0, CONNECTIONS * OPENED_BY_EACH);
  const revisions = new Map();
  await together(
    CONNECTIONS,
    opened.map(
      ({ id }) =>
        async () =>
          revisions.set(
            id,
            (await server.call('GET', `/api/v1/project/${project}/item/${id}/annotation`, { as: 'browser' })).revision,
          ),
    ),
  );
  const saving = await load(async (index, lane) => {
    const { id, name } = opened[lane * OPENED_BY_EACH + (((index - lane) / CONNECTIONS) % OPENED_BY_EACH)];
    const answer = await server.send('PUT', `/api/v1/project/${project}/item/${id}/annotation`, {
      as: 'browser',
      body: { op: crypto.randomUUID(), base: revisions.get(id), data: documentOf(name, index) },
    });
    if (answer.status < 300) revisions.set(id, JSON.parse(answer.text).revision);
    return answer;
  });
  figureOf('save of an annotation', saving, saves);
}
