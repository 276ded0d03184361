/** Items of a team that is deleted, and calls of its people at the same time. */
const ITEMS = 1_000;
const CLIENTS = 6;

/**
 * Deletes teams while their jobs run and their people work, one after another, and prints how many deadlocks PostgreSQL
 * counted and how long the slowest deletion took.
 */
export async function measureDeletions(server, figures, database, rounds) {
  const before = await deadlocks(server);
  const times = [];
  let failed = 0;
  for (let round = 0; round < rounds; round++) {
    const team = await server.call('POST', '/team', { as: 'browser', body: { name: `Ending ${round}`, type: 1 } });
    const inTeam = { as: 'browser', context: { team_id: team.id } };
    const project = await server.call('POST', '/project', { ...inTeam, body: { name: 'Busy', type: 1 } });
    for (let made = 0; made < ITEMS; made += 500)
      await server.call('POST', '/image/ext-create', {
        ...inTeam,
        body: {
          project_id: project.id,
          team_id: team.id,
          upload_state: 3,
          meta: {},
          images: Array.from({ length: 500 }, (_, at) => ({
            name: `${made + at}.jpg`,
            path: `https://files.test/${made + at}.jpg`,
          })),
        },
      });
    for (const change of [
      { kind: 'status', value: 2 },
      { kind: 'pin', value: true },
    ])
      await server.call('POST', `/api/v1/project/${project.id}/items/change`, {
        ...inTeam,
        body: { selection: { filter: {} }, change },
      });
    let going = true;
    const work = Array.from({ length: CLIENTS }, async (_, client) => {
      for (let number = 0; going; number++) {
        const { status } =
          client % 2 === 0
            ? await server.send('POST', '/project', { ...inTeam, body: { name: `${client}-${number}`, type: 1 } })
            : await server.send('GET', `/api/v1/project/${project.id}/item-counts`, inTeam);
        if (status >= 500) failed += 1;
      }
    });
    const began = performance.now();
    await server.call('DELETE', `/team/${team.id}`, inTeam);
    times.push(performance.now() - began);
    going = false;
    await Promise.all(work);
  }
  figures.print(`deadlocks of ${rounds} deletions of teams with running jobs`, (await deadlocks(server)) - before, '', {
    bar: 0,
    database,
    calls_that_failed: failed,
    ms_longest: Math.round(Math.max(...times)),
  });
}

async function deadlocks(server) {
  const [row] = await server.sql('select deadlocks from pg_stat_database where datname = current_database()');
  return Number(row?.deadlocks ?? 0);
}
