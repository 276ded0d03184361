import { sql } from 'kysely';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import { DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import type { ScriptClient } from '#tests/support/script-client.ts';
import { scriptClient, scriptProject } from '#tests/support/script-client.ts';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';

export { DATABASE_TIMEOUT_MS };

interface Named {
  readonly id: number;
  readonly name: string;
}
interface WireClass extends Named {
  readonly attribute_groups: readonly { readonly id: number; readonly attributes: readonly Named[] }[];
}

/** A project in which several people have worked, on all the ways that figures depend on. */
export interface WorkingDay {
  readonly team: TestTeam;
  readonly project: number;
  readonly script: ScriptClient;
  readonly owner: TestPerson;
  readonly ana: TestPerson;
  readonly bob: TestPerson;
  readonly quinn: TestPerson;
  readonly folders: Readonly<Record<'root' | 'north' | 'south', number>>;
  readonly classes: readonly WireClass[];
  readonly items: readonly number[];
  change(person: TestPerson, itemIds: readonly number[], kind: string, value?: unknown): Promise<Answer>;
  annotate(
    person: TestPerson,
    item: number,
    instances: readonly object[],
    comments?: readonly object[],
  ): Promise<Answer<{ revision: number }>>;
  box(person: TestPerson, classAt: number | undefined, more?: object): object;
}

const START = Date.parse('2026-03-02T08:00:00.000Z');

/** Makes the project and lets people annotate, review, move, delete and copy in it, by a seed. */
export async function workingDay(app: TestApp, name: string): Promise<WorkingDay> {
  const team = await app.team(name);
  const { owner } = team;
  const [ana, bob, quinn] = [
    await team.join('ana@x.org'),
    await team.join('bob@x.org'),
    await team.join('quinn@x.org'),
  ];
  const script = await scriptClient(app, team);
  const project = await scriptProject(script, `Streets of ${name}`);
  const path = (rest: string): string => `/api/v1/project/${project}${rest}`;
  await owner.request('POST', path('/share/bulk'), {
    body: {
      users: [
        [ana, 1],
        [bob, 1],
        [quinn, 2],
      ].map(([person, role]) => ({ user_id: (person as TestPerson).email, user_role: role })),
    },
  });
  const { body: classes } = await script.call<WireClass[]>('main', 'POST', '/classes', {
    query: { project_id: project },
    body: {
      classes: [
        {
          name: 'Car',
          color: '#ff0000',
          type: 1,
          attribute_groups: [
            { name: 'Colour of it', group_type: 'radio', attributes: [{ name: 'red' }, { name: 'dark "blue"' }] },
            { name: 'Speed', group_type: 'numeric' },
          ],
        },
        { name: 'Bus "big"', color: '#00ff00', type: 1, attribute_groups: [] },
        { name: 'Never used', color: '#0000ff', type: 1, attribute_groups: [] },
      ],
    },
  });
  const rows = await app.database.system('a test').transaction(async trx => ({
    folders: (
      await sql<{
        id: number;
        name: string;
      }>`insert into items.folder (team_id, project_id, name) select ${team.id}::int, ${project}::int, folder.name
        from unnest(array['North "1"', 'South']) as folder (name) returning id, name`.execute(trx)
    ).rows,
    root: (
      await sql<{ id: number }>`select id from items.folder where project_id = ${project}::int and is_root`.execute(trx)
    ).rows[0]!.id,
  }));
  const folders = {
    root: rows.root,
    north: rows.folders.find(each => each.name.startsWith('North'))!.id,
    south: rows.folders.find(each => each.name === 'South')!.id,
  };
  const items = await app.database.system('a test').transaction(async trx =>
    (
      await sql<{
        id: number;
      }>`insert into items.item (team_id, project_id, folder_id, name, url, source, width, height, created_at)
    select ${team.id}::int, ${project}::int, (array[${folders.root}::int, ${folders.north}::int,
      ${folders.south}::int])[1 + number % 3], 'item ' || number, 'https://files.test/' || number, 2, 200, 100,
      now() - make_interval(days => 5) from generate_series(1, 24) as number order by number returning id`.execute(trx)
    ).rows.map(row => row.id),
  );
  const box = (person: TestPerson, classAt: number | undefined, more: object = {}): object => ({
    id: newId(),
    type: 'bbox',
    classId: classAt === undefined ? -1 : classes[classAt]!.id,
    attributes: [],
    probability: 100,
    points: { x1: 1, y1: 1, x2: 20, y2: 20 },
    creationType: 'Manual',
    createdBy: { email: person.email, role: 'Annotator' },
    createdAt: new Date(START).toISOString(),
    updatedBy: { email: person.email, role: 'Annotator' },
    updatedAt: new Date(START).toISOString(),
    ...more,
  });
  const day: WorkingDay = {
    team,
    project,
    script,
    owner,
    ana,
    bob,
    quinn,
    folders,
    classes,
    items,
    box,
    change: (person, itemIds, kind, value) =>
      person.request('POST', path('/items/change'), {
        body: { selection: { item_ids: itemIds }, change: { kind, value } },
      }),
    async annotate(person, item, instances, comments = []) {
      const opened = (await person.request<{ revision: number }>('GET', path(`/item/${item}/editor`))).body;
      return person.request('PUT', path(`/item/${item}/annotation`), {
        body: { op: newId(), base: opened.revision, data: { metadata: { name: 'x' }, instances, tags: [], comments } },
      });
    },
  };
  await work(day, path);
  return day;
}

/** Calls that must succeed for the day to be the one that is counted. */
async function done(answer: Promise<Answer>): Promise<void> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`a step of the working day failed: ${status} ${JSON.stringify(body)}`);
}

async function work(day: WorkingDay, path: (rest: string) => string): Promise<void> {
  const { owner, ana, bob, quinn, items, folders, classes, change, annotate, box } = day;
  const random = seededNumbers(20_261_123);
  const [half, rest] = [items.slice(0, 12), items.slice(12, 20)];
  await done(change(owner, half, 'assign', ana.email));
  await done(change(owner, rest, 'assign', bob.email));
  await done(change(owner, items.slice(0, 20), 'assign', quinn.email));
  const [car] = classes;
  const [colour, speed] = car!.attribute_groups;
  for (const [at, item] of items.slice(0, 18).entries()) {
    const person = at < 12 ? ana : bob;
    const answers = [
      { id: colour!.attributes[random(2)]!.id, groupId: colour!.id },
      ...(random(2) === 0 ? [{ groupId: speed!.id, name: random(90) }] : []),
    ];
    const error = random(3) === 0 ? true : null;
    const first = { ...box(person, 0, { attributes: answers, error }), id: newId() };
    const others = Array.from({ length: random(4) }, () => box(person, random(2) === 0 ? 1 : undefined));
    const correspondence = [{ text: at % 2 === 0 ? 'Too loose' : 'too loose', email: owner.email }];
    const thread = { id: newId(), x: 1, y: 1, resolved: false, instanceId: first.id, correspondence };
    await done(annotate(person, item, [first, ...others]));
    if (error === true) await done(annotate(owner, item, [first, ...others], [thread]));
    if (random(4) > 0) await done(change(person, [item], 'status', 3));
  }
  const found = await owner.request<{ data: { id: number; annotation_status: number }[] }>(
    'GET',
    path('/items?limit=200'),
  );
  // Those that nothing is moved, emptied or deleted of later.
  const kept = new Set(items.slice(8, 14));
  let reclassified = 0;
  for (const { id } of found.body.data.filter(each => each.annotation_status === 3)) {
    const verdict = random(3);
    if (verdict === 2) continue;
    if (kept.has(id) && reclassified++ < 2) await done(reclassify(day, id, path));
    await done(change(quinn, [id], 'approval', verdict + 1));
    await done(change(quinn, [id], 'status', verdict === 0 ? 4 : 5));
  }
  const beats = [
    [0, 0],
    [10, 0],
    [25, 1],
    [30, 1],
    [5000, 0],
    [5010, 0],
  ].map(([second, at]) => ({
    beat: newId(),
    item_id: items[at!],
    at: new Date(START + second! * 1000).toISOString(),
    type: 'key',
  }));
  for (const person of [ana, bob])
    await done(
      person.request('POST', path('/activity'), {
        body: { beats: beats.map(each => ({ ...each, beat: crypto.randomUUID() })) },
      }),
    );
  const copyOrMove = (operation: string, ids: readonly number[], folder: number): Promise<Answer> =>
    owner.request('POST', path('/items/bring'), {
      body: {
        selection: { item_ids: ids },
        folder_id: folder,
        operation,
        annotations: true,
        duplicates: 'replace_all',
      },
    });
  await done(copyOrMove('move', [items[0]!, items[4]!], folders.south));
  await done(copyOrMove('copy', [items[1]!, items[7]!], folders.root));
  await done(change(owner, [items[2]!, items[5]!, items[14]!], 'delete'));
  await done(change(owner, [items[5]!], 'restore'));
  await done(annotate(owner, items[3]!, []));
}

/** Makes the first object of an item one of the second class, as a reviewer would. */
async function reclassify(
  { owner, classes, annotate }: WorkingDay,
  item: number,
  path: (rest: string) => string,
): Promise<Answer> {
  const { body } = await owner.request<{ document: { instances: object[]; comments: object[] } }>(
    'GET',
    path(`/item/${item}/annotation`),
  );
  const [first, ...others] = body.document.instances;
  return annotate(
    owner,
    item,
    [{ ...first, classId: classes[1]!.id, attributes: [] }, ...others],
    body.document.comments,
  );
}
