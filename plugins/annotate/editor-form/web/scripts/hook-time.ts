/** Longest time of hooks at closing and saving, milliseconds: the step goes on then. */
const HOOK_MS = 5_000;

/** Waits for a hook as long as a step may wait; a hook that fails answers undefined. */
export async function withinHookTime<Answer>(work: Promise<Answer>): Promise<Answer | 'late' | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>(resolve => (timer = setTimeout(() => resolve('late'), HOOK_MS)));
  try {
    return await Promise.race([work.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
