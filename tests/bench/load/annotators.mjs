import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../support/figures.mjs';

/** People at work, as P21 of the bars has them: each saves every 5 s and lists every 3 s. */
const PEOPLE = 200;
const SAVE_MS = 5_000;
const LIST_MS = 3_000;
const SECONDS = 60;
const QUICK_SECONDS = 10;
const MOST_MS = 200;
/** The most of one core that the server may use. */
const CORE_SHARE = 80;
/** Saves and lists of each person before the measured ones. */
const BEFORE = 5;
/** People who are before at the same time. */
const TOGETHER = 20;
/** Items of each person. */
const ITEMS = 20;
/** Instances of a document. */
const INSTANCES = 10;
/** Role of an annotator in a project. */
const ANNOTATOR = 1;

const documentOf = (name, seed) => ({
  metadata: { name, width: 1000, height: 1000 },
  instances: Array.from({ length: INSTANCES }, (_, at) => ({
    id: `box ${at}`,
    type: 'bbox',
    classId: -1,
    attributes: [],
    probability: 100,
    points: { x1: at * 40, y1: seed % 500, x2: at * 40 + 30, y2: (seed % 500) + 30 },
  })),
  tags: [],
  comments: [],
});

/** A project whose items are assigned to its people; answers each with their session and items. */
async function makePeople(server, scale) {
  const { id: project, folder_id: folder } = await server.call('POST', '/project', {
    as: 'browser',
    body: { name: 'Annotators', type: 1 },
  });
  const emails = Array.from(
    { length: Math.max(1, Math.round(PEOPLE * scale)) },
    (_, at) => `annotator${at}@bench.test`,
  );
  const sessions = [];
  for (const email of emails) sessions.push(await server.member(email));
  await server.call('POST', `/api/v1/project/${project}/share/bulk`, {
    as: 'browser',
    body: { users: emails.map(email => ({ user_id: email, user_role: ANNOTATOR })) },
  });
  const people = [];
  for (const [at, email] of emails.entries()) {
    const names = Array.from({ length: ITEMS }, (_, item) => `person_${at}_${item}.jpg`);
    const made = await server.call('POST', '/image/ext-create', {
      body: {
        project_id: project,
        team_id: server.teamId,
        folder_id: folder,
        upload_state: 3,
        meta: {},
        images: names.map(name => ({ name, path: `https://files.test/${name}` })),
      },
    });
    await server.call('PUT', `/images/editAssignment?project_id=${project}`, {
      body: { project_id: project, folder_name: 'root', assign_user_id: email, image_names: names },
    });
    people.push({ session: sessions[at], items: made.map(({ id, name }) => ({ id, name, revision: 0 })) });
  }
  await server.settle();
  return { project, people };
}

/**
 * Measures saves and lists of 200 annotators at once, each with a session of their own, from requests that begin by the
 * clock whatever the answers take.
 */
export async function measureAnnotators(server, figures, database, scale) {
  const { project, people } = await makePeople(server, scale);
  const list = session => server.send('GET', `/api/v1/project/${project}/items?limit=50`, { as: 'browser', session });
  const save = async (session, item, count) => {
    const answer = await server.send('PUT', `/api/v1/project/${project}/item/${item.id}/annotation`, {
      as: 'browser',
      session,
      body: { op: crypto.randomUUID(), base: item.revision, data: documentOf(item.name, count) },
    });
    if (answer.status === 200) item.revision = JSON.parse(answer.text).revision;
    return answer;
  };
  // They have been at work before: rights and sessions are known to the server, its code is compiled, all of its
  // connections to the database know the statements, and the database has statistics of what they wrote.
  for (let round = 0; round < BEFORE; round += 1)
    for (let at = 0; at < people.length; at += TOGETHER)
      await Promise.all(
        people.slice(at, at + TOGETHER).map(async ({ session, items }) => {
          await list(session);
          await save(session, items.at(-1), round);
        }),
      );
  await server.settle();
  const until = performance.now() + (scale < 1 ? QUICK_SECONDS : SECONDS) * 1000;
  const times = { save: [], list: [] };
  const failed = [];
  const timed = async (kind, send) => {
    const began = performance.now();
    const answer = await send().catch(error => ({ status: 0, text: String(error) }));
    times[kind].push(performance.now() - began);
    if (answer.status !== 200) failed.push(`${kind}: ${answer.status} ${answer.text.slice(0, 200)}`);
    return answer;
  };
  /** Runs `work` once an interval from a start of its own, without overlapping itself. */
  const every = async (milliseconds, work) => {
    for (let at = performance.now() + Math.random() * milliseconds; at < until; at += milliseconds) {
      await pause(Math.max(0, at - performance.now()));
      await work();
    }
  };
  const saving = ({ session, items }) => {
    let count = 0;
    return every(SAVE_MS, async () => {
      const item = items[count % items.length];
      count += 1;
      await timed('save', () => save(session, item, count));
    });
  };
  const listing = ({ session }) => every(LIST_MS, () => timed('list', () => list(session)));
  const began = performance.now();
  const processor = await server.processor();
  await Promise.all(people.flatMap(each => [saving(each), listing(each)]));
  const seconds = (performance.now() - began) / 1000;
  const used = (await server.processor()) - processor;
  const details = { database, people: people.length, load: loadavg()[0] };
  for (const [kind, each] of Object.entries(times))
    figures.print(`${kind} of ${people.length} annotators, p95`, percentile(each, 0.95), 'ms', {
      bar: MOST_MS,
      ...details,
      calls: each.length,
      p50: percentile(each, 0.5),
      longest: Math.max(...each),
    });
  figures.print('calls of annotators that failed', failed.length, '', { bar: 0, ...details, first: failed[0] });
  figures.print('processor of the server, of one core', used / seconds / 10, '%', { bar: CORE_SHARE, ...details });
}
