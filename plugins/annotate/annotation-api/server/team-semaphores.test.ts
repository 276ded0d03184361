import { describe, expect, it } from 'vitest';
import { TeamSemaphores } from './team-semaphores.ts';

const soon = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 5));

describe('turns of teams', () => {
  it('does the work of one team in order, and that of another meanwhile', async () => {
    const turns = new TeamSemaphores(3);
    const seen: string[] = [];
    let release = (): void => undefined;
    const held = new Promise<void>(resolve => (release = resolve));
    const work =
      (name: string, until: Promise<void> = soon()) =>
      async (): Promise<void> => {
        seen.push(`${name} begins`);
        await until;
        seen.push(`${name} ends`);
      };
    const slow = [turns.run(1, work('a', held)), turns.run(1, work('b'))];
    await turns.run(2, work('c'));
    expect(seen).toEqual(['a begins', 'c begins', 'c ends']);
    release();
    await Promise.all(slow);
    expect(seen.slice(3)).toEqual(['a ends', 'b begins', 'b ends']);
  });

  it('does no more at a time than it may, whatever fails, and forgets teams that are done', async () => {
    const turns = new TeamSemaphores(2);
    let [running, most] = [0, 0];
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        turns.run(index % 6, async () => {
          most = Math.max(most, (running += 1));
          await soon();
          running -= 1;
          if (index % 4 === 0) throw new Error('no');
          return index;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(results.filter(each => each.status === 'rejected')).toHaveLength(3);
    await soon();
    expect(turns.teams).toBe(0);
  });
});
