import { hash, verify } from '@node-rs/argon2';
import { percentile } from '../support/figures.mjs';

const AT_ONCE = 51;
const ROUNDS = 4;
const MOST_MS = 400;
const PASSWORD = 'correct horse';
/** As core/auth hashes passwords. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Milliseconds until 95 of 100 passwords are checked when so many come at once and nothing else runs: the floor. */
async function floorOfHashes() {
  const stored = await hash(PASSWORD, COST);
  const begun = performance.now();
  const times = await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      await verify(stored, PASSWORD);
      return performance.now() - begun;
    }),
  );
  return percentile(times, 0.95);
}

/**
 * Signs people in while 50 others do: each from an address of their own, and then all from the one address of an
 * office. People pause between two sign-ins, so that the number at once is that of people who wait for an answer. The
 * first round after a start has a figure of its own: the server compiles its code meanwhile.
 */
export async function measureSignIn(server, print) {
  const people = Array.from({ length: AT_ONCE }, (_, number) => `person-${number}@bench.test`);
  for (const email of people) await server.member(email);
  const signIn = async (email, address) => {
    const begun = performance.now();
    // Not by the connections of the benchmark, of which there are fewer than people.
    const answer = await fetch(`${server.address}/services/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, 'x-requested-with': 'loupe-auth' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${email} was answered ${answer.status}: ${text.slice(0, 300)}`);
    return performance.now() - begun;
  };
  const measure = async (figure, addressOf, details, rounds = ROUNDS) => {
    const times = [];
    for (let round = 0; round < rounds; round += 1)
      times.push(...(await Promise.all(people.map((email, number) => signIn(email, addressOf(number))))));
    print(figure, percentile(times, 0.95), 'ms', { ...details, signIns: times.length });
  };
  print('hashes of 51 passwords alone, p95', await floorOfHashes(), 'ms');
  await signIn(people[0], '192.0.2.1');
  await measure('sign-in in the first round after a start, p95', number => `192.0.2.${number + 1}`, {}, 1);
  await measure('sign-in while 50 others sign in, p95', number => `198.51.100.${number + 1}`, { bar: MOST_MS });
  await measure('sign-in of an office behind one address, p95', () => '203.0.113.7', { bar: MOST_MS });
}
