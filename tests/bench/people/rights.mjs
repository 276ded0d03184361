import { percentile } from '../support/figures.mjs';

const CALLS = 500;
const MOST_MS = 0.3;

/** The same call with and without a question for a right, in turns: the difference is what the right costs. */
export async function measureRights(server, print) {
  const session = await server.member('ana@bench.test');
  const ask = async actions => {
    const begun = performance.now();
    await server.call('POST', '/action/accessCheck', {
      as: 'person',
      session,
      body: { team_id: server.teamId, actions },
    });
    return performance.now() - begun;
  };
  const [without, withRight] = [[], []];
  for (let call = 0; call < CALLS; call += 1) {
    without.push(await ask([]));
    withRight.push(await ask(['ListTeamUsers']));
  }
  print('right of a team, added to a call', percentile(withRight, 0.5) - percentile(without, 0.5), 'ms', {
    bar: MOST_MS,
    calls: CALLS,
    call: percentile(without, 0.5),
  });
}
